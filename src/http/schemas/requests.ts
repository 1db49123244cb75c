// Schemas of every body, query and parameter. Requests are validated with them, and openapi.json is made from them. What
// their fields mean stands in meanings.ts.

import * as z from "zod/mini";
import { budgetSchema } from "../../core/budget/budget_schema.ts";
import { THREAD_NEEDS, THREAD_STATUSES } from "../../core/state.ts";
import { NAME, TENANT, THREAD_ID } from "../../core/text/id.ts";
import { splitWords } from "../../core/text/words.ts";
import { FACET_VALUE_LIMIT } from "../../core/thread_facets.ts";
import { parseToolChoice } from "../../core/tool_choice/parse_tool_choice.ts";
import { EXECUTIONS, ON_UNSUPPORTED } from "../../core/tool_choice.ts";
import { anyJson } from "./any_json.ts";
import { clientTools } from "./client_tools.ts";
import { input, mediaParts } from "./parts.ts";
import { describeFields } from "../../core/text/field_meanings.ts";
import { lazyShape } from "../../core/text/lazy_shape.ts";

const wholeNumber = z.string().check(z.regex(/^\d{1,16}$/, "must be a whole number"));

/** Most UTF-8 bytes of metadata, and of a plan, as JSON: both are stored with the thread. */
const SMALL_BYTES = 8_192;

/** Most UTF-8 bytes of `toolResults` as JSON: they are committed with the step that takes them. */
const RESULTS_BYTES = 524_288;

/** Most UTF-8 bytes of a tool choice as JSON: a choice is stored with its run. */
const CHOICE_BYTES = 32_768;

/** Most characters of a title that a person gives. */
const TITLE_LENGTH = 200;

/** Most words of a title that a list of threads is searched for. */
const SEARCH_WORDS = 8;

/** Most fields of metadata that a list of threads is filtered by. */
const METADATA_FIELDS = 8;

const utf8 = new TextEncoder();

const threadId = z.string().check(matches(THREAD_ID));

/** The name of an agent, a tool, a provider or a policy. */
export const name = z.string().check(matches(NAME));

/** The version of a thread. */
export const version = z.int().check(z.minimum(0));

const metadata = z.record(z.string(), anyJson).check(
  atMost(SMALL_BYTES),
);
/** The plan of a thread. */
export const plan = anyJson.check(
  atMost(SMALL_BYTES),
);

/** The name of a tenant. */
export const tenantName = z.string().check(
  z.regex(TENANT, "must be 1 to 64 letters, digits, _ and -"),
);

/** The name of a user; a part of keys, so no control characters. */
export const userName = z.string().check(
  z.regex(/^[^\p{Cc}\p{Cs}]{1,128}$/u, "must be 1 to 128 characters without control characters"),
);

/** The caller's user, whom steps are booked to. */
const user = userName;

/** `POST /v1/threads`. */
export const createThreadBody = z.strictObject(lazyShape(() => ({
  agent: name,
  id: z.optional(threadId),
  metadata: z.optional(metadata),
  plan: z.optional(plan),
  user: z.optional(user),
})));

const SPELLING = "must be a tool choice, in any spelling in use";
/** A tool choice, in any spelling in use. */
export const spelledChoice = z.union([z.string(), z.record(z.string(), anyJson)], SPELLING).check(
  atMost(CHOICE_BYTES),
);
const toolChoice = z.pipe(
  spelledChoice,
  z.transform((value, context) => {
    const parsed = parseToolChoice(value);
    if (parsed !== undefined) return parsed;
    context.issues.push({ code: "custom", message: SPELLING, input: value });
    return z.NEVER;
  }),
);

/** The outcome of a call that the caller ran itself. */
export const toolResult = z.strictObject(lazyShape(() => ({
  callId: z.string().check(z.minLength(1), z.maxLength(128)),
  output: anyJson,
  media: z.optional(mediaParts),
  failed: z._default(z.boolean(), false),
})));
const toolResults = z.array(toolResult).check(
  z.maxLength(100),
  atMost(RESULTS_BYTES, (value) => {
    return Array.isArray(value)
      ? value.map(({ callId, output, failed }) => ({ callId, output, failed }))
      : value;
  }),
);

/** A model that the agent offers. */
export const modelRef = z.string().check(
  z.regex(/^[^/\s]{1,64}\/\S{1,200}$/, "must be provider/model"),
);

const indexes = z._default(z.array(version).check(z.maxLength(20)), []);

/** Changes of pins. */
export const pinChanges = z.strictObject({ add: indexes, remove: indexes });

/** What becomes of an input while a run goes on. `restart` is the former word for `interrupt`. */
export const busyWord = z.enum(["reject", "steer", "queue", "interrupt", "restart"]);

/** `POST /v1/threads/:id/steps`. */
export const stepBody = z.strictObject(lazyShape(() => ({
  agent: z.optional(name),
  input: z.optional(input),
  pin: z.optional(z.literal(true)),
  pins: z.optional(pinChanges),
  model: z.optional(modelRef),
  toolChoice: z.optional(toolChoice),
  onUnsupported: z.optional(z.enum(ON_UNSUPPORTED)),
  execution: z.optional(z.enum(EXECUTIONS)),
  until: z._default(z.enum(["step", "settled", "done"]), "step"),
  toolResults: z._default(toolResults, []),
  clientTools: z.optional(clientTools),
  expectedVersion: z.optional(version),
  busy: z._default(busyWord, "reject"),
  metadata: z.optional(metadata),
  plan: z.optional(plan),
  user: z.optional(user),
  limits: z.optional(budgetSchema),
  resumable: z.optional(z.boolean()),
  wake: z.optional(z.literal(true)),
})));

/** `POST /v1/threads/:id/fork`. */
export const forkBody = z.strictObject(lazyShape(() => ({
  version: z.optional(version),
  id: z.optional(threadId),
  replan: z._default(z.boolean(), false),
  calls: z._default(z.enum(["skip", "run", "rerun"]), "skip"),
})));

/** A person, as the caller names one: visible ASCII and blanks inside. */
export const person = z.string().check(
  z.regex(/^[\x21-\x7e](?:[\x20-\x7e]{0,126}[\x21-\x7e])?$/, "must be 1 to 128 printable ASCII characters"),
);

/** `POST /v1/threads/:id/approvals/:callId`. */
export const approvalBody = z.strictObject(lazyShape(() => ({
  approved: z.boolean(),
  reason: z.optional(z.string().check(z.minLength(1), z.maxLength(2000))),
  digest: z.optional(z.string().check(matches(/^[0-9a-f]{64}$/))),
  args: z.optional(z.record(z.string(), anyJson)),
  answer: z.optional(anyJson),
  by: z.optional(person),
  via: z._default(z.enum(["api", "page"]), "api"),
})));

/** The fields of what a person decides. */
export const ANSWER = {
  approved: "Run the call, or not",
  reason: "The model reads it when the call is denied",
  digest: "Of the call as the person saw it; another one is refused with `approval_mismatch`",
  args:
    "Other arguments, valid under the tool's schema, where it has `approvalEdits`; elsewhere `approval_edit_refused`. Ignored when the call is denied",
  answer: "The answer to a question; at most 64 K characters",
  by:
    "Who answers; by default the API key, as `key_` and 8 characters of its SHA-256, which vouches for the name. Of several people each counts once",
  via: "Recorded with the answer",
};
/* @__PURE__ */ describeFields(approvalBody, ANSWER);

/** `/approvals/:token` and `/callbacks/:token`. */
export const tokenPath = z.object(
  lazyShape(() => ({ token: z.string().check(z.minLength(1), z.maxLength(8_192)) })),
);

/** `POST /v1/threads/:id/cancel` takes no body, or an empty object. */
export const emptyBody = z.strictObject({});

/** Paths with `:id` of a thread. */
export const threadPath = z.object(lazyShape(() => ({ id: threadId })));
/** `/v1/threads/:id/approvals/:callId`. */
export const callPath = z.object(lazyShape(() => ({ id: threadId, callId: threadId })));

/** Paths with `:name` of an agent, a provider or a policy. */
export const namePath = z.object(lazyShape(() => ({ name })));

/** A page of a list. */
export const listQuery = z.strictObject(lazyShape(() => ({
  cursor: z.optional(z.string().check(z.maxLength(512, "must be the cursor of a list"))),
  limit: count(1, 100, 20),
})));

const time = z.string().check(
  z.refine(
    (text) =>
      /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/.test(text) && !Number.isNaN(Date.parse(text)),
    "must be a time such as 2026-11-22T09:00:00Z, or a day",
  ),
);

function hasWords(text: string): boolean {
  const { length } = splitWords(text);
  return length >= 1 && length <= SEARCH_WORDS;
}

const facetText = z.string().check(z.minLength(1), z.maxLength(FACET_VALUE_LIMIT));

/** `GET /v1/threads`. In a query a field of `metadata` is `metadata.<name>`. */
export const threadsQuery = z.strictObject(lazyShape(() => ({
  ...listQuery.shape,
  user: z.optional(user),
  status: z.optional(z.enum(THREAD_STATUSES)),
  needs: z.optional(z.enum([...THREAD_NEEDS, "any"])),
  agent: z.optional(name),
  tool: z.optional(facetText),
  door: z.optional(facetText),
  error: z.optional(facetText),
  metadata: z.optional(
    z.record(z.string(), z.string().check(z.maxLength(FACET_VALUE_LIMIT))).check(
      z.refine(
        (fields) => Object.keys(fields).length <= METADATA_FIELDS,
        `must have at most ${METADATA_FIELDS} fields`,
      ),
    ),
  ),
  after: z.optional(time),
  before: z.optional(time),
  search: z.optional(
    z.string().check(
      z.maxLength(TITLE_LENGTH),
      z.refine((text) => hasWords(text), `must have 1 to ${SEARCH_WORDS} words`),
    ),
  ),
  archived: z.optional(z.enum(["only", "all"])),
  branches: z.optional(z.literal("all")),
})));

/** `PATCH /v1/threads/:id`. */
export const threadChanges = z.strictObject({
  title: z.optional(
    z.pipe(
      z.string().check(z.regex(/[^\s\p{Cc}]/u, "must have a character to see"), z.maxLength(TITLE_LENGTH)),
      z.transform((text) => text.trim()),
    ),
  ),
  archived: z.optional(z.boolean()),
}).check(
  z.refine((changes) => Object.values(changes).some((value) => value !== undefined), "must change something"),
);

/** `POST /v1/threads/index`: a page of the threads that it goes through. */
export const indexBody = z.strictObject(lazyShape(() => ({
  cursor: z.optional(z.string().check(z.maxLength(512, "must be the cursor of a list"))),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 20),
})));
const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, "must be a day such as 2026-11-22"));

/** `GET /v1/usage`. */
export const usageQuery = z.strictObject(lazyShape(() => ({
  from: z.optional(day),
  to: z.optional(day),
  by: z._default(z.enum(["day", "user"], "must be day or user"), "day"),
})));

/** `GET /v1/threads/:id/history`: entries from index `after` on. */
export const historyQuery = z.strictObject(lazyShape(() => ({ after: place(), limit: count(1, 200, 50) })));
/** `GET /v1/threads/:id/events`: events with a seq above `after`. */
export const eventsQuery = z.strictObject(lazyShape(() => ({ after: place() })));
/** `POST /v1/threads/:id/steps?events=true`: the JSON response has the events. */
export const stepQuery = z.strictObject({
  events: z.pipe(
    z._default(z.enum(["true", "false"], "must be true or false"), "false"),
    z.transform((word) => word === "true"),
  ),
});

/** The header Idempotency-Key. */
export const idempotencyKey = z.string().check(
  z.regex(/^[\x21-\x7e]{1,255}$/),
);
/** The header Last-Event-ID. */
export const lastEventId = z.string().check(
  z.regex(/^\d{1,16}$/),
);

/** A whole number in a query, written in decimal digits. */
export function count(least: number, most: number, fallback: number) {
  return digits(
    fallback,
    z.int(`must be ${least} to ${most}`).check(
      z.minimum(least, `must be ${least} to ${most}`),
      z.maximum(most, `must be ${least} to ${most}`),
    ),
  );
}

/** An index or an event id in a query; 0, the start, by default. */
export function place() {
  return digits(0, z.int("is too large"));
}

/** As an index or a version in a query that may be missing. */
export function optionalPlace() {
  return z.optional(z.pipe(wholeNumber, z.pipe(z.transform(Number), z.int("is too large"))));
}

function digits<T extends z.ZodMiniType<number, number>>(fallback: number, range: T) {
  return z.pipe(z._default(wholeNumber, String(fallback)), z.pipe(z.transform(Number), range));
}

function matches(pattern: RegExp) {
  return z.regex(pattern, `must match ${pattern.source}`);
}

/** Refuses a value that has more UTF-8 bytes as JSON; `counted` gives the part of it that counts. */
export function atMost(bytes: number, counted: (value: unknown) => unknown = (value) => value) {
  return z.refine<unknown>(
    (value) => utf8.encode(JSON.stringify(counted(value))).length <= bytes,
    `must be at most ${bytes} bytes of JSON`,
  );
}
