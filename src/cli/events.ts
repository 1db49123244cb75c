// `deno task events`: writes docs/events.md, every event of a stream with every field, from the schemas of openapi.json.
// `--check` compares and writes nothing.

import * as z from "zod/mini";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { formatText } from "./format_text.ts";
import { EVENT_SCHEMAS, streamFailedSchema } from "../http/schemas/responses/events.ts";

const FILE = new URL("../../docs/events.md", import.meta.url);

const INTRODUCTION = `# Events

A step is a stream of events, \`text/event-stream\`: \`id:\` is \`seq\`, \`event:\` the type, \`data:\` the event as JSON.
[The HTTP API](http-api.md#events) has how streams begin, end and are resumed; \`StepEvent\` in \`GET /openapi.json\` is this page
for programs. \`deno task events\` writes the page from the schemas in \`src/http/schemas/responses/events.ts\`.

Every step has exactly one [\`step.started\`](#stepstarted) first and exactly one [\`step.finished\`](#stepfinished) or
[\`step.failed\`](#stepfailed) last; every block that began has ended by then. \`seq\` is the epoch of the thread times 1,000,000
plus a count, so it rises over the whole life of the thread. A \`?\` marks a field that may be absent. A client ignores types and
fields that it does not know: later versions may have more.

The tables leave out \`type\`, and \`seq\`, the event's place in the thread's stream, which all but the last one have.`;

/** The page, as `deno fmt` leaves it. */
export async function eventsPage(): Promise<string> {
  const sections = [...Object.values(EVENT_SCHEMAS), streamFailedSchema].map(sectionOf);
  return await formatText(`${[INTRODUCTION, ...sections].join("\n\n")}\n`, "md");
}

function sectionOf(schema: z.core.$ZodType): string {
  const { description = "", properties = {}, required = [] } = toSchema(schema);
  const { type, seq: _seq, ...fields } = isJsonObject(properties) ? properties : {};
  const { const: name } = isJsonObject(type) ? type : {};
  const rows = rowsOf({ properties: fields, required });
  const table = ["| field | type | meaning |", "|---|---|---|", ...rows.map(lineOf)];
  return [`## \`${name}\``, description, ...(rows.length === 0 ? [] : [table.join("\n")])].join("\n\n");
}

interface Row {
  /** `error.code`, with a `?` when the last name may be absent. */
  readonly field: string;
  readonly type: string;
  readonly meaning: string;
}

/** The fields of an object and of the objects in it, with dots between. */
function rowsOf(object: JsonObject, prefix = ""): Row[] {
  const { properties = {}, required = [] } = object;
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (!isJsonObject(schema)) return [];
    const isRequired = Array.isArray(required) && required.includes(name);
    const row = {
      field: `${prefix}${name}${isRequired ? "" : "?"}`,
      type: typeOf(schema),
      meaning: String(schema.description ?? ""),
    };
    return [row, ...rowsOf(innerOf(schema), `${prefix}${name}.`)];
  });
}

/** The object whose fields a schema has: of a list its items, of a union all of its members as one. */
function innerOf(schema: JsonObject): JsonObject {
  const members = membersOf(schema).filter(({ type }) => type !== "null");
  if (members.length === 0) return isJsonObject(schema.items) ? innerOf(schema.items) : schema;
  const [first = {}] = members;
  return members.length === 1 ? innerOf(first) : joined(members);
}

/** Objects as one: a field that one of them lacks may be absent, and constants are choices. */
function joined(objects: readonly JsonObject[]): JsonObject {
  const properties: Record<string, JsonObject> = {};
  for (const { properties: own } of objects) {
    for (const [name, schema] of Object.entries(isJsonObject(own) ? own : {})) {
      if (!isJsonObject(schema)) continue;
      const { const: value, ...rest } = schema;
      const known = properties[name]?.enum;
      const values = [...Array.isArray(known) ? known : [], ...value === undefined ? [] : [value]];
      properties[name] = { ...rest, ...(values.length === 0 ? {} : { enum: values }) };
    }
  }
  const required = Object.keys(properties).filter((name) =>
    objects.every((each) => Array.isArray(each.required) && each.required.includes(name))
  );
  return { properties, required };
}

function membersOf({ anyOf, oneOf }: JsonObject): JsonObject[] {
  const members = anyOf ?? oneOf;
  return Array.isArray(members) ? members.filter(isJsonObject) : [];
}

function typeOf(schema: JsonObject): string {
  const members = membersOf(schema);
  if (members.length > 0) return [...new Set(members.map(typeOf))].join(" or ");
  if (schema.const !== undefined) return codeOf(schema.const);
  if (Array.isArray(schema.enum)) return isLong(schema.enum) ? "text" : schema.enum.map(codeOf).join(", ");
  switch (schema.type) {
    case "string":
      return "text";
    case "integer":
    case "number":
      return "number";
    case "array":
      return `list of ${isJsonObject(schema.items) ? plural(typeOf(schema.items)) : "JSON"}`;
    case "boolean":
    case "object":
    case "null":
      return schema.type;
    default:
      return "JSON";
  }
}

/** The codes of errors are listed where errors are. */
function isLong(values: readonly Json[]): boolean {
  return values.length > 20;
}

function plural(type: string): string {
  return type === "text" || type === "object" ? `${type}s` : type;
}

function codeOf(value: Json): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

function lineOf({ field, type, meaning }: Row): string {
  return `| ${[`\`${field}\``, type, meaning].map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function toSchema(schema: z.core.$ZodType): JsonObject {
  return JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })));
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
