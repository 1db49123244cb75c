// What the fields of the requests of requests.ts mean, for openapi.json, docs and the comments of types. Nothing that is deployed
// imports this file.

import { describeFields } from "../../core/text/field_meanings.ts";
import { CLIENT_TOOLS } from "../../core/tool/client_tool.ts";
import { MAX_CHOICE_NAMES } from "../../core/tool_choice/parse_tool_choice.ts";
import {
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

const CURSOR = "`cursor` of the page before";

describeFields(stepBody, {
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
});
describeFields(pinChanges, { add: "Entries to pin", remove: "Entries whose pins are removed" });
describeFields(toolResult, {
  callId: "The call",
  output: "What it came to",
  media: "What the model reads after the output",
  failed: "The call has failed",
});
describeFields(stepQuery, { events: "The JSON response has all events as well" });
describeFields(createThreadBody, {
  agent: "The agent of the thread, for good",
  id: "Generated when it is left out",
  metadata: "The caller's own facts, kept with the thread; at most 8 KB of JSON",
  plan: "The thread's STRATEGIC PLAN, in place of the agent's; at most 8 KB of JSON",
  user: "The user whom the steps are booked to; a thread keeps that of the request which creates it",
});
describeFields(listQuery, { cursor: CURSOR, limit: "Most threads of the page" });
describeFields(threadsQuery, {
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
});
describeFields(threadChanges, {
  title: "In place of the beginning of the first input",
  archived: "Whether lists leave the thread out unless they ask for it",
});
describeFields(indexBody, { cursor: CURSOR, limit: "Most threads that one request goes through" });
describeFields(historyQuery, {
  after: "Index of the first entry",
  limit: "Most entries, or past approvals, of the page",
});
describeFields(eventsQuery, { after: "The last event seen; 0 is before all" });
describeFields(forkBody, {
  version: "The last version that is shared; the newest by default",
  id: "Id of the new thread; generated when it is left out",
  replan: "Leave out the last plan of the shared history, so that a step without input plans again",
  calls:
    "The calls that are pending at that version: `skip` makes them skipped observations; `run` leaves them to a step of the fork, unless a `once` call has run or a phase has begun in the source; `rerun` those too",
});
describeFields(usageQuery, {
  from: "The first UTC day, such as `2026-11-22`; that of `to` by default",
  to: "The last UTC day; today by default",
  by: "What the amounts are listed by",
});
