// `deno task events`: writes docs/events.md, every event of a stream with every field, from the schemas of openapi.json.
// `--check` compares and writes nothing.

import type * as z from "zod/mini";
import { fieldList, listConstants, type ListRules } from "./contract/field_list.ts";
import { findDescription, findFields } from "./contract/type_text.ts";
import { formatText } from "./format_text.ts";
import { EVENT_SCHEMAS, streamFailedSchema } from "../http/schemas/responses/events.ts";

const FILE = new URL("../../docs/events.md", import.meta.url);

const INTRODUCTION = `# Events

A step is a stream of events, \`text/event-stream\`: \`id:\` is \`seq\`, \`event:\` the type, \`data:\` the event as JSON.
[The HTTP API](http-api/steps.md#events) has how streams begin, end and are resumed; \`StepEvent\` in \`GET /openapi.json\` is this page
for programs. \`deno task events\` writes the page from the schemas in \`src/http/schemas/responses/events.ts\`.

Every step has exactly one [\`step.started\`](#stepstarted) first and exactly one [\`step.finished\`](#stepfinished) or
[\`step.failed\`](#stepfailed) last; every block that began has ended by then. \`seq\` is the epoch of the thread times 1,000,000
plus a count, so it rises over the whole life of the thread. A \`?\` marks a field that may be absent. A client ignores types and
fields that it does not know: later versions may have more.

The lists leave out \`type\`, and \`seq\`, the event's place in the thread's stream, which all but the last one have.`;

/** The page, as `deno fmt` leaves it. */
export async function eventsPage(): Promise<string> {
  const listed: ListRules["listed"] = new Map();
  const sections = [...Object.values(EVENT_SCHEMAS), streamFailedSchema].map((schema) => {
    return writeSection(schema, listed);
  });
  return await formatText(`${[INTRODUCTION, ...sections].join("\n\n")}\n`, "md");
}

const RULES = { names: new Map(), pages: new Map(), page: "events.md", side: "answer" } as const;

/** What the introduction has of all events. */
const SHARED = new Set(["type", "seq"]);

function writeSection(schema: z.core.$ZodType, listed: ListRules["listed"]): string {
  const { type } = findFields(schema) ?? {};
  const name = type === undefined ? "" : listConstants(type).join();
  const fields = fieldList(schema, { ...RULES, section: name, listed }, SHARED);
  return [`## \`${name}\``, findDescription(schema, RULES), fields].filter((part) => part).join("\n\n");
}

if (import.meta.main) {
  const text = await eventsPage();
  if (!Deno.args.includes("--check")) {
    await Deno.writeTextFile(FILE, text);
  } else if (await Deno.readTextFile(FILE) !== text) {
    console.error("docs/events.md is not current: run deno task events");
    Deno.exit(1);
  }
}
