// Every body and query that comes in: what requests are checked with, and what openapi.json shows of them.

import { NAME, THREAD_ID } from "../core/id.ts";
import type { Json } from "../core/json.ts";
import { parseToolChoice } from "../core/parse_tool_choice.ts";
import {
  anyJson,
  anyOf,
  boolean,
  described,
  list,
  mapped,
  object,
  oneOf,
  optional,
  record,
  type Shape,
  text,
  whole,
  withDefault,
} from "../core/shape.ts";
import { EXECUTIONS } from "../core/tool_choice.ts";

const threadId = text({ pattern: THREAD_ID });
const name = text({ pattern: NAME });
const version = whole(0);

/** JSON of at most this many bytes, for what is stored with every thread. */
const SMALL_BYTES = 8192;

function small<T extends Json>(shape: Shape<T>): Shape<T> {
  return mapped(shape, (value, refuse) => {
    if (new TextEncoder().encode(JSON.stringify(value)).length <= SMALL_BYTES) return value;
    refuse(`must be at most ${SMALL_BYTES} bytes of JSON`);
  });
}

const metadata = described(
  small(record(anyJson)),
  "The caller's own facts: at most 8 KB of JSON, kept with the thread",
);
const plan = described(
  small(anyJson),
  "The thread's STRATEGIC PLAN, instead of the agent's: any JSON of at most 8 KB",
);

export const createThreadBody = object({
  agent: name,
  id: described(optional(threadId), "Minted when it is left out"),
  metadata: optional(metadata),
  plan: optional(plan),
});

const said = text({ least: 1, message: "must not be empty" });
const input = mapped(
  anyOf(
    [said, list(said, 1, 100), object({ text: said })],
    "must be a text, a list of 1 to 100 texts, or {text}; no text may be empty",
  ),
  (value) => typeof value === "string" ? [value] : Array.isArray(value) ? value : [value.text],
);

const SPELLING = "must be a tool choice, in any spelling in use";
const toolChoice = described(
  mapped(
    anyOf([text(), record(anyJson)], SPELLING),
    (value, refuse) => parseToolChoice(value) ?? refuse(SPELLING),
  ),
  'auto, none, required ("any"), a tool\'s name, or the object of OpenAI, Anthropic, Bedrock or Gemini',
);

export const stepBody = object({
  agent: described(optional(name), "Creates the thread when it is missing; must match when it exists"),
  input: described(optional(input), "What the user says; all texts together at most 512 KB"),
  toolChoice: optional(toolChoice),
  onUnsupported: described(
    optional(oneOf(["degrade", "error"])),
    "What to do when the model cannot be held to the tool choice: ask for it in words and say so, or refuse; kept for the run; by default as the agent says",
  ),
  execution: described(optional(oneOf(EXECUTIONS)), "Who runs a chosen tool"),
  until: described(
    withDefault(oneOf(["step", "settled", "done"]), "step"),
    "step: one act and one plan; settled: also runs that plan's calls; done: until an answer",
  ),
  toolResults: described(
    withDefault(
      list(
        object({
          callId: text({ least: 1, most: 128 }),
          output: anyJson,
          failed: withDefault(boolean, false),
        }),
        0,
        100,
      ),
      [],
    ),
    "Outcomes of calls that the caller ran itself, one for a call",
  ),
  expectedVersion: optional(version),
  busy: described(
    withDefault(oneOf(["reject", "queue", "restart"]), "reject"),
    "What to do while a step is in progress; queue goes with input only, not with toolResults, toolChoice, onUnsupported or execution",
  ),
  metadata: optional(metadata),
  plan: optional(plan),
  resumable: described(optional(boolean), "Keep the events for GET events; by default true when streaming"),
});

export const forkBody = object({
  version: described(optional(version), "The last version that is shared; the newest by default"),
  id: described(optional(threadId), "Id of the new thread; minted when it is left out"),
  replan: described(
    withDefault(boolean, false),
    "Leave out the last plan of the shared history, so that a step without input plans again",
  ),
  calls: described(
    withDefault(oneOf(["skip", "run", "rerun"]), "skip"),
    "The calls that are pending at that version: skip: they become skipped observations; run: a step of the fork runs them, unless a once call has run in the source; rerun: those too",
  ),
});

export const approvalBody = object({
  approved: boolean,
  reason: described(optional(text({ least: 1, most: 2000 })), "Shown to the model when the call is denied"),
});

/** cancel takes nothing, or an empty object. */
export const emptyBody = object({});

function number(least: number, most: number, fallback: number): Shape<number> {
  const digits = withDefault(
    text({ pattern: /^\d{1,16}$/, message: "must be a whole number" }),
    String(fallback),
  );
  const range = most < Number.MAX_SAFE_INTEGER ? `must be ${least} to ${most}` : "is too large";
  const shape = mapped(digits, (word, refuse) => {
    if (Number(word) >= least && Number(word) <= most) return Number(word);
    refuse(range);
  });
  return { ...shape, schema: { ...shape.schema, default: fallback } };
}

export const listQuery = object({
  cursor: optional(text({ most: 512, message: "must be the cursor of a list" })),
  limit: number(1, 100, 20),
});
export const historyQuery = object({
  after: number(0, Number.MAX_SAFE_INTEGER, 0),
  limit: number(1, 200, 50),
});
export const eventsQuery = object({ after: number(0, Number.MAX_SAFE_INTEGER, 0) });
export const stepQuery = object({
  events: mapped(
    withDefault(oneOf(["true", "false"], "must be true or false"), "false"),
    (word) => word === "true",
  ),
});
