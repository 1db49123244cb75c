// Schemas of every body, query and parameter. Requests are validated with them, and openapi.json is made from them.

import * as z from "zod/mini";
import { budgetSchema } from "../../core/budget/limits.ts";
import { NAME, THREAD_ID } from "../../core/text/id.ts";
import type { Json } from "../../core/json.ts";
import { CLIENT_TOOLS } from "../../core/tool/client_tool.ts";
import { policyParts } from "../../core/policy/policy_schema.ts";
import { MAX_CHOICE_NAMES, parseToolChoice } from "../../core/tool_choice/parse_tool_choice.ts";
import { EXECUTIONS, ON_UNSUPPORTED } from "../../core/tool_choice.ts";
import { clientTools } from "./client_tools.ts";
import { input, mediaParts } from "./parts.ts";

/** Most UTF-8 bytes of metadata, and of a plan, as JSON: both are stored with the thread. */
const SMALL_BYTES = 8_192;

/** Most UTF-8 bytes of `toolResults` as JSON: they are committed with the step that takes them. */
const RESULTS_BYTES = 524_288;

/** Most UTF-8 bytes of a tool choice as JSON: a choice is stored with its run. */
const CHOICE_BYTES = 32_768;

/** Most UTF-8 bytes of a policy as JSON. */
const POLICY_BYTES = 32_768;

const utf8 = new TextEncoder();

/** Any value of JSON; a missing one is refused. */
const anyJson = z.custom<Json>((value) => value !== undefined, "is missing");
const threadId = z.string().check(matches(THREAD_ID));
const name = z.string().check(matches(NAME));
const version = z.int().check(z.minimum(0));

const metadata = z.record(z.string(), anyJson).check(
  atMost(SMALL_BYTES),
  z.describe("The caller's own facts: at most 8 KB of JSON, kept with the thread"),
);
const plan = anyJson.check(
  atMost(SMALL_BYTES),
  z.describe("The thread's STRATEGIC PLAN, instead of the agent's: any JSON of at most 8 KB"),
);

/** The name of a tenant. */
export const tenantName = z.string().check(
  z.regex(/^[A-Za-z0-9_-]{1,64}$/, "must be 1 to 64 letters, digits, _ and -"),
);

/** The name of a user; a part of keys, so no control characters. */
export const userName = z.string().check(
  z.regex(/^[^\p{Cc}\p{Cs}]{1,128}$/u, "must be 1 to 128 characters without control characters"),
);

/** The caller's user, whom steps are booked to. */
const user = userName.check(
  z.describe("The user whom the steps are booked to; a thread keeps that of the request which creates it"),
);

/** `POST /v1/threads`. */
export const createThreadBody = z.strictObject({
  agent: name,
  id: z.optional(threadId).check(z.describe("Generated when it is left out")),
  metadata: z.optional(metadata),
  plan: z.optional(plan),
  user: z.optional(user),
});

const SPELLING = "must be a tool choice, in any spelling in use";
const toolChoice = z.pipe(
  z.union([z.string(), z.record(z.string(), anyJson)], SPELLING).check(atMost(CHOICE_BYTES)),
  z.transform((value, context) => {
    const parsed = parseToolChoice(value);
    if (parsed !== undefined) return parsed;
    context.issues.push({ code: "custom", message: SPELLING, input: value });
    return z.NEVER;
  }),
);

const toolResults = z.array(z.strictObject({
  callId: z.string().check(z.minLength(1), z.maxLength(128)),
  output: anyJson,
  media: z.optional(mediaParts).check(z.describe("What the model reads after the output")),
  failed: z._default(z.boolean(), false),
})).check(
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
  z.describe("One of the agent's models in place of its own, for the steps of this request"),
);

const indexes = z._default(z.array(version).check(z.maxLength(20)), []);

/** `POST /v1/threads/:id/steps`. */
export const stepBody = z.strictObject({
  agent: z.optional(name).check(
    z.describe("Creates the thread when it is missing; must match when it exists"),
  ),
  input: z.optional(input).check(z.describe(
    "The inputs of the user; their texts together at most 512 KB, their media what TREADLE_MEDIA_MB permits",
  )),
  pin: z.optional(z.literal(true)).check(
    z.describe("The entries of the input are pinned: every later request has them; only with input"),
  ),
  pins: z.optional(z.strictObject({ add: indexes, remove: indexes })).check(
    z.describe(
      "Entries that are pinned or no longer, by their indexes; an answer with calls and their outcomes are one piece",
    ),
  ),
  model: z.optional(modelRef),
  toolChoice: z.optional(toolChoice).check(
    z.describe(
      `auto, none, required ("any"), a tool's name, or the object of OpenAI, Anthropic, Bedrock or Gemini; at most ${MAX_CHOICE_NAMES} names`,
    ),
  ),
  onUnsupported: z.optional(z.enum(ON_UNSUPPORTED)).check(
    z.describe(
      "What happens when the model cannot be held to the tool choice: degrade puts it into the prompt with a warning, error refuses the step; kept for the run; by default as the agent is defined",
    ),
  ),
  execution: z.optional(z.enum(EXECUTIONS)).check(z.describe("Who runs a chosen tool")),
  until: z._default(z.enum(["step", "settled", "done"]), "step").check(
    z.describe("step: one act and one plan; settled: also runs that plan's calls; done: until an answer"),
  ),
  toolResults: z._default(toolResults, []).check(
    z.describe(
      "Outcomes of calls that the caller ran itself, one for a call; together at most 512 KB of JSON",
    ),
  ),
  clientTools: z.optional(clientTools).check(
    z.describe(
      `Tools of the caller for this run, at most ${CLIENT_TOOLS} and 32 KB: a call of one ends the step as waiting, and the next step brings its result; they replace those that the run has`,
    ),
  ),
  expectedVersion: z.optional(version),
  busy: z._default(z.enum(["reject", "queue", "restart"]), "reject").check(
    z.describe(
      "What happens while a step is in progress; queue goes with input only, not with toolResults, clientTools, model, toolChoice, onUnsupported, execution, pins or limits",
    ),
  ),
  metadata: z.optional(metadata),
  plan: z.optional(plan),
  user: z.optional(user),
  limits: z.optional(budgetSchema).check(
    z.describe(
      "Budgets of the run, usd in US dollars; they lower those of the agent and of earlier requests, and never raise them",
    ),
  ),
  resumable: z.optional(z.boolean()).check(
    z.describe("Keep the events for GET events; by default true when streaming"),
  ),
  wake: z.optional(z.literal(true)).check(
    z.describe("The run goes on without its client: wake-ups run its later steps"),
  ),
});

/** `POST /v1/threads/:id/fork`. */
export const forkBody = z.strictObject({
  version: z.optional(version).check(z.describe("The last version that is shared; the newest by default")),
  id: z.optional(threadId).check(z.describe("Id of the new thread; generated when it is left out")),
  replan: z._default(z.boolean(), false).check(
    z.describe("Leave out the last plan of the shared history, so that a step without input plans again"),
  ),
  calls: z._default(z.enum(["skip", "run", "rerun"]), "skip").check(z.describe(
    "The calls that are pending at that version: skip: they become skipped observations; run: a step of the fork runs them, unless a once call has run or a phase has begun in the source; rerun: those too",
  )),
});

/** A person, as the caller names one: visible ASCII and blanks inside. */
export const person = z.string().check(
  z.regex(/^[\x21-\x7e](?:[\x20-\x7e]{0,126}[\x21-\x7e])?$/, "must be 1 to 128 printable ASCII characters"),
);

const answer = {
  approved: z.boolean(),
  reason: z.optional(z.string().check(z.minLength(1), z.maxLength(2000))).check(
    z.describe("Shown to the model when the call is denied"),
  ),
  digest: z.optional(z.string().check(matches(/^[0-9a-f]{64}$/))).check(
    z.describe("Of the call as the person saw it; another one is refused"),
  ),
  args: z.optional(z.record(z.string(), anyJson)).check(
    z.describe("Other arguments, where the tool permits them; ignored when the call is denied"),
  ),
  answer: z.optional(anyJson).check(z.describe("The answer to a question")),
  by: z.optional(person).check(
    z.describe("Who answers; the API key by default. Of several people each counts once"),
  ),
  via: z._default(z.enum(["api", "page"]), "api").check(z.describe("Recorded with the answer")),
};

/** `POST /v1/threads/:id/approvals/:callId`. */
export const approvalBody = z.strictObject(answer);

/** `POST /v1/inbox/decisions`: each answer is recorded or refused by itself. */
export const inboxDecisionsBody = z.array(z.strictObject({ thread: threadId, callId: threadId, ...answer }))
  .check(z.minLength(1), z.maxLength(25));

/** Most milliseconds that a link is good for: 30 days. */
const LINK_MS = 30 * 86_400_000;

/** `POST /v1/threads/:id/approvals/:callId/link`. */
export const approvalLinkBody = z.strictObject({
  by: z.optional(person).check(
    z.describe("Who answers with the link; by default the link itself, which counts as one person"),
  ),
  expiresInMs: z._default(z.int().check(z.minimum(1_000), z.maximum(LINK_MS)), 86_400_000).check(
    z.describe("Milliseconds that the link is good for; a day by default"),
  ),
});

/** `/approvals/:token`. */
export const tokenPath = z.object({ token: z.string().check(z.minLength(1), z.maxLength(8_192)) });

/** The form of the page of a link. */
export const approvalForm = z.strictObject({
  decision: z.enum(["approve", "deny"]),
  reason: z._default(z.string().check(z.maxLength(2000)), ""),
  args: z.optional(z.string().check(z.maxLength(131_072))).check(
    z.describe("Other arguments, as JSON, where the tool permits them; those of the call change nothing"),
  ),
  answer: z.optional(z.string().check(z.maxLength(65_536))),
});

/** `PUT /v1/policies/:name`. */
export const policyBody = z.strictObject(policyParts).check(atMost(POLICY_BYTES));

/** `PUT /v1/threads/:id/plan`. */
export const planBody = z.strictObject({
  plan: plan.check(
    z.describe(
      "The STRATEGIC PLAN from now on; of an orchestrator {phases: [{id, worker, goal, done_when, after}]}",
    ),
  ),
  expectedVersion: z.optional(version),
});

/** `POST /v1/threads/:id/cancel` takes no body, or an empty object. */
export const emptyBody = z.strictObject({});

/** Paths with `:id` of a thread. */
export const threadPath = z.object({ id: threadId });
/** `/v1/threads/:id/approvals/:callId`. */
export const callPath = z.object({ id: threadId, callId: threadId });
/** `/v1/threads/:id/media/:blob`. */
export const mediaPath = z.object({ id: threadId, blob: z.string().check(matches(/^[0-9a-f]{64}$/)) });
/** `GET /v1/threads/:id/media/:blob?entry=`: the index of the entry that has the medium. */
export const mediaQuery = z.strictObject({ entry: place() });

/** Paths with `:name` of an agent, a provider or a policy. */
export const namePath = z.object({ name });

/** `GET /v1/threads`. */
export const listQuery = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(512, "must be the cursor of a list"))),
  limit: count(1, 100, 20),
});
const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, "must be a day such as 2026-11-22"));

/** `GET /v1/usage`. */
export const usageQuery = z.strictObject({
  from: z.optional(day).check(z.describe("The first UTC day; that of `to` by default")),
  to: z.optional(day).check(z.describe("The last UTC day; today by default")),
  by: z._default(z.enum(["day", "user"], "must be day or user"), "day"),
});

/** `GET /v1/inbox`. */
export const inboxQuery = z.strictObject({
  ...listQuery.shape,
  order: z._default(z.enum(["newest", "oldest"], "must be newest or oldest"), "oldest"),
});
/** `GET /v1/threads/:id/history`: entries from index `after` on. */
export const historyQuery = z.strictObject({ after: place(), limit: count(1, 200, 50) });
/** `GET /v1/threads/:id/events`: events with a seq above `after`. */
export const eventsQuery = z.strictObject({ after: place() });
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
  z.describe("The same key with the same request has the same response; with another request it is refused"),
);
/** The header Last-Event-ID. */
export const lastEventId = z.string().check(
  z.regex(/^\d{1,16}$/),
  z.describe("Go on after this event"),
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
function place() {
  return digits(0, z.int("is too large"));
}

function digits<T extends z.ZodMiniType<number, number>>(fallback: number, range: T) {
  const text = z.string().check(z.regex(/^\d{1,16}$/, "must be a whole number"));
  return z.pipe(z._default(text, String(fallback)), z.pipe(z.transform(Number), range));
}

function matches(pattern: RegExp) {
  return z.regex(pattern, `must match ${pattern.source}`);
}

function atMost(bytes: number, counted: (value: unknown) => unknown = (value) => value) {
  return z.refine<unknown>(
    (value) => utf8.encode(JSON.stringify(counted(value))).length <= bytes,
    `must be at most ${bytes} bytes of JSON`,
  );
}
