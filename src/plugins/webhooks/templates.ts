// The templates of a deployment's agents, parsed when the plugin is opened, and the inputs that they make of an event.

import { assertTemplates } from "../../agents/webhooks/check.ts";
import { runChoice } from "../../agents/webhooks/run_choice.ts";
import type { Agent } from "../../core/agent.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { ToolChoice } from "../../core/tool_choice.ts";
import { utf8Bytes } from "../../core/text/utf8_bytes.ts";
import type { PayloadTest, PayloadTests, WebhookTemplate } from "../../core/webhook/template.ts";
import { type DeliveryFacts, fill, parseText, type PlacedText } from "../../core/webhook/text.ts";
import { parsePointer, valuesAt } from "../../core/webhook/pointer.ts";

/** What a template makes of an event. */
export interface Filled {
  readonly input: string;
  /** The text that the thread's id is made from; undefined for a thread of the event alone. */
  readonly thread: string | undefined;
  /** The thread may belong to a user. */
  readonly joinsUsers: boolean;
  readonly metadata: JsonObject | undefined;
  readonly toolChoice: ToolChoice | undefined;
}

/** Makes an input of an event; undefined where no template takes it. */
export type FillTemplates = (payload: Json, delivery: DeliveryFacts) => Filled | undefined;

/** Most characters of an input and of a text of metadata; what is longer is cut. */
const MOST: Readonly<Record<"input" | "metadata", number>> = { input: 100_000, metadata: 200 };

/** Most bytes of a thread's metadata as JSON. */
const METADATA_BYTES = 8_192;

/**
 * The templates of each agent.
 *
 * @throws {AgentError} agent_invalid - a template is wrong, or names a trigger that the deployment does not have
 */
export function openTemplates(
  agents: Iterable<Agent>,
  triggers: readonly string[],
): ReadonlyMap<string, FillTemplates> {
  const opened = new Map<string, FillTemplates>();
  for (const agent of agents) {
    assertTemplates(agent, triggers);
    const templates = (agent.webhooks ?? []).map(toOpen);
    opened.set(agent.name, (payload, delivery) => findFirst(templates, payload, delivery));
  }
  return opened;
}

interface OpenTemplate {
  readonly template: WebhookTemplate;
  readonly input: PlacedText;
  readonly thread: PlacedText | undefined;
  readonly metadata: readonly (readonly [key: string, text: PlacedText])[];
  readonly toolChoice: ToolChoice | undefined;
}

function toOpen(template: WebhookTemplate): OpenTemplate {
  const { input, thread, metadata = {} } = template;
  return {
    template,
    input: parsePlacedText(input),
    thread: thread === undefined ? undefined : parsePlacedText(thread),
    metadata: Object.entries(metadata).map(([key, text]) => [key, parsePlacedText(text)] as const),
    toolChoice: runChoice(template.toolChoice),
  };
}

/** The text was checked. */
function parsePlacedText(text: string): PlacedText {
  const read = parseText(text);
  return read.ok ? read.text : [];
}

function findFirst(
  templates: readonly OpenTemplate[],
  payload: Json,
  delivery: DeliveryFacts,
): Filled | undefined {
  for (const open of templates) {
    const { template, toolChoice } = open;
    if (template.trigger !== delivery.trigger || !takes(template, delivery.event, payload)) continue;
    const input = fill(open.input, payload, delivery);
    const thread = open.thread && fill(open.thread, payload, delivery);
    const texts = open.metadata.map(([key, text]) => [key, fill(text, payload, delivery)] as const);
    if (!input || (open.thread !== undefined && !thread)) continue;
    if (texts.some(([, text]) => text === undefined)) continue;
    return {
      input: cut(input, MOST.input),
      thread,
      joinsUsers: template.users === true,
      metadata: texts.length === 0 ? undefined : toMetadata(texts),
      toolChoice,
    };
  }
  return undefined;
}

/** Texts of 200 characters at most, or of so many fewer that all of them are within the bytes of a thread's metadata. */
function toMetadata(texts: readonly (readonly [key: string, text: string | undefined])[]): JsonObject {
  for (let most = MOST.metadata;; most = Math.floor(most / 2)) {
    const metadata = Object.fromEntries(texts.map(([key, text = ""]) => [key, cut(text, most)]));
    if (most < 2 || utf8Bytes(JSON.stringify(metadata)) <= METADATA_BYTES) return metadata;
  }
}

/** A text that is cut ends with `…` and has no half of a character. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed().replace(/\ufffd$/, "")}…`;
}

/** Whether a template accepts an event: the kind is among the events of the template, `where` holds, and nothing of `unless` does. */
export function takes(
  { event: events, where = {}, unless = {} }: Pick<WebhookTemplate, "event" | "where" | "unless">,
  event: string | undefined,
  payload: Json,
): boolean {
  return isAmong(events, event) && runTests(where, payload).every(Boolean) &&
    !runTests(unless, payload).some(Boolean);
}

function isAmong(events: WebhookTemplate["event"], event: string | undefined): boolean {
  if (events === undefined) return true;
  const patterns = typeof events === "string" ? [events] : events;
  return event !== undefined &&
    patterns.some((pattern) =>
      pattern.endsWith("*") ? event.startsWith(pattern.slice(0, -1)) : event === pattern
    );
}

function runTests(tests: PayloadTests, payload: Json): boolean[] {
  return Object.entries(tests).map(([pointer, test]) =>
    holds(test, valuesAt(payload, parsePointer(pointer) ?? []))
  );
}

/** Whether one of the values at a place is what the test wants. */
function holds(test: PayloadTest, values: readonly Json[]): boolean {
  if (typeof test !== "object" || test === null) return values.includes(test);
  if ("exists" in test) return test.exists === values.some((value) => value !== null);
  return test.some((each) => values.includes(each));
}
