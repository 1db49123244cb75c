// Descriptions of the fields of requests, for openapi.json, docs and the comments of types. They are not in the schemas, because every
// deployment contains those: nothing that is deployed imports this file.

import type * as z from "zod/mini";
import { budgetSchema } from "../../core/budget/limits.ts";
import { CLIENT_TOOLS } from "../../core/tool/client_tool.ts";
import { MAX_CHOICE_NAMES } from "../../core/tool_choice/parse_tool_choice.ts";
import { callError, callResultBody } from "./call_result.ts";
import { clientTool } from "./client_tools.ts";
import { parts, written } from "./parts.ts";
import {
  approvalBody,
  createThreadBody,
  eventsQuery,
  forkBody,
  historyQuery,
  indexBody,
  listQuery,
  pinChanges,
  stepBody,
  stepQuery,
  threadChanges,
  threadsQuery,
  toolResult,
  usageQuery,
} from "./requests.ts";
import { tokenBody } from "./token_body.ts";

/** A schema of an object, and a sentence for each of its fields. */
export type Meaning = readonly [schema: z.core.$ZodType, fields: Readonly<Record<string, string>>];

/** The meaning of each field of a schema: the compiler misses one that has none. */
export function meaning<Shape extends z.core.$ZodShape>(
  schema: z.core.$ZodType & { readonly shape: Shape },
  fields: { readonly [Field in keyof Shape & string]: string },
): Meaning {
  return [schema, fields];
}

const CURSOR = "`cursor` of the page before";

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

/** Every native request. */
export const MEANINGS: readonly Meaning[] = [
  meaning(stepBody, {
    agent: "Creates the thread when it is missing; must match when it exists",
    input:
      "The user's message: a text, or [content beyond text](content.md); its texts together at most 512 KB, its media what `TREADLE_MEDIA_MB` permits",
    pin:
      "The entries of the input are [pinned](history.md#pinned-entries): every later request has them; only with `input`",
    pins:
      "Indexes of entries that are pinned or no longer; an answer with calls and their outcomes are one piece",
    model:
      "One of the [models that the agent offers](configuration.md#agents) in place of its own, for the steps of this request; another is refused with `model_not_allowed`",
    toolChoice:
      `The [tool choice](tool-choice.md): \`auto\`, \`none\`, \`required\` ("any"), a tool's name, or the object of OpenAI, Anthropic, Bedrock or Gemini; at most ${MAX_CHOICE_NAMES} names`,
    onUnsupported:
      "What happens when the model cannot be held to the choice: `degrade` puts it into the prompt with a warning, `error` refuses the step; kept for the run; by default as the agent is defined",
    execution: "[Who runs a chosen tool](tool-choice.md#execution)",
    until:
      "`step`: one act and one plan; `settled`: also runs the calls that it planned; `done`: steps until there is an answer or something must come from outside",
    toolResults:
      "Outcomes of calls that the caller ran itself, predicted ones and those of [client tools](tools.md#client-tools), one for a call; together at most 512 KB of JSON",
    clientTools:
      `[Tools of the caller](tools.md#client-tools) for this run, at most ${CLIENT_TOOLS} and 32 KB: a call of one ends the step as waiting, and the next step brings its result; they replace those that the run has`,
    expectedVersion: "The version that the thread must be at; another one is refused with `version_conflict`",
    busy:
      "[While a run goes on](http-api/steps.md#inputs-while-a-run-goes-on): `reject` refuses with `thread_busy`; `steer`: the next step consumes the input; `queue`: it is consumed when the run has ended (both with `input` and `pin` only); `interrupt` cancels the step and runs; `restart` is the former word for it, deprecated",
    metadata:
      "For a thread that this request creates: the caller's facts, which tools read as `context.metadata`; at most 8 KB of JSON",
    plan:
      "For a thread that this request creates: its STRATEGIC PLAN, in place of the agent's; at most 8 KB of JSON",
    user:
      "The user whom the steps are booked to; a thread that this request creates keeps the user, and takes no other (`user_mismatch`)",
    limits:
      "[Budgets](budgets.md) of the run, `usd` in US dollars; they lower those of the agent and of earlier requests, and never raise them",
    resumable:
      "Keep the events in the store, so that a dropped stream can be resumed; true by default when streaming",
    wake: "The run goes on without its client: [wake-ups](wakes.md) run its later steps",
  }),
  meaning(written, {
    type: "What it is; `file` is a document such as a PDF",
    mediaType: "The IANA media type, such as `image/png`; its kind must be the type of the part",
    data: "The bytes as base64; in place of `url`",
    url: "An https URL, which only the provider of the model reads; in place of `data`",
    name: "The name of the file",
  }),
  meaning(parts, { parts: "Text and media in their order, at most 20 of them media" }),
  meaning(pinChanges, { add: "Entries to pin", remove: "Entries whose pins are removed" }),
  meaning(toolResult, {
    callId: "The call",
    output: "What it came to",
    media: "What the model reads after the output",
    failed: "The call has failed",
  }),
  meaning(clientTool, {
    name: "What the model calls it by",
    description: "What the model reads of it",
    parameters: "JSON Schema of the arguments, an object schema in bounds; any arguments by default",
  }),
  meaning(budgetSchema, {
    steps: "Steps",
    calls: "Calls that tools received",
    tokens: "Input and output tokens",
    usd: "US dollars, to a millionth",
    wallMs: "Milliseconds of steps",
  }),
  meaning(stepQuery, { events: "The JSON response has all events as well" }),
  meaning(createThreadBody, {
    agent: "The agent of the thread, for good",
    id: "Generated when it is left out",
    metadata: "The caller's own facts, kept with the thread; at most 8 KB of JSON",
    plan: "The thread's STRATEGIC PLAN, in place of the agent's; at most 8 KB of JSON",
    user: "The user whom the steps are booked to; a thread keeps that of the request which creates it",
  }),
  meaning(listQuery, { cursor: CURSOR, limit: "Most threads of the page" }),
  meaning(threadsQuery, {
    cursor: CURSOR,
    limit: "Most threads of the page",
    user: "Threads of this user",
    status: "As it is stored: see [filters](http-api/threads.md#filters-of-threads)",
    needs: "Threads that need this of a person: see [filters](http-api/threads.md#filters-of-threads)",
    agent: "Threads of this agent",
    tool: "Threads that have planned calls of this tool",
    door: "Threads with an input that came in this way: `steps`, `chat`, `schedule`, a webhook's",
    error: "Threads whose last step failed with this code",
    metadata: "Threads with these facts; in a query each is `metadata.<name>=<text>`",
    after: "Threads that were created at this time or later",
    before: "Threads that were created before this time",
    search: "Threads whose title has all of these words",
    archived: "`only`: threads that are archived; `all`: these, too. By default those that are not",
    branches: "`all`: the branches of chats, too: see [filters](http-api/threads.md#filters-of-threads)",
  }),
  meaning(threadChanges, {
    title: "In place of the beginning of the first input",
    archived: "Whether lists leave the thread out unless they ask for it",
  }),
  meaning(indexBody, { cursor: CURSOR, limit: "Most threads that one request goes through" }),
  meaning(historyQuery, {
    after: "Index of the first entry",
    limit: "Most entries, or past approvals, of the page",
  }),
  meaning(eventsQuery, { after: "The last event seen; 0 is before all" }),
  meaning(forkBody, {
    version: "The last version that is shared; the newest by default",
    id: "Id of the new thread; generated when it is left out",
    replan: "Leave out the last plan of the shared history, so that a step without input plans again",
    calls:
      "The calls that are pending at that version: `skip` makes them skipped observations; `run` leaves them to a step of the fork, unless a `once` call has run or a phase has begun in the source; `rerun` those too",
  }),
  meaning(approvalBody, ANSWER),
  meaning(callResultBody, {
    output: "What the call came to: any JSON; longer than the tool's `maxOutputBytes` it is cut",
    error: "In its place: why it failed",
  }),
  meaning(callError, {
    message: "The model reads it",
    kind: "What kind of failure it is",
    hint: "What the model may do about it",
    retryAfterMs: "Milliseconds after which the call may be made again",
  }),
  meaning(usageQuery, {
    from: "The first UTC day, such as `2026-11-22`; that of `to` by default",
    to: "The last UTC day; today by default",
    by: "What the amounts are listed by",
  }),
  meaning(tokenBody, {
    user: "The token has the threads of this user alone, and its steps are booked to the user; this or `by`",
    by: "In place of `user`, for threads of all users: the person as records name it",
    agents: "Names of the agents whose threads the token has",
    thread: "The only thread of the token, with the branches of its chat",
    threadPrefix:
      "How the ids of its threads begin, such as `ann.`: 1 to 64 characters with a separator at their end; not with `thread`",
    scopes: "What the token permits",
    expiresInSeconds: "Seconds that the token is good for",
  }),
];
