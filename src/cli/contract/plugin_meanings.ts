// What the fields of plugins' requests mean, as src/http/schemas/meanings.ts has it for all others.

import { ANSWER, type Meaning, meaning } from "../../http/schemas/meanings.ts";
import { evaluationDataSchema } from "../../evaluation/data/evaluation.ts";
import { evaluationsQuery, runnableToolsQuery, toolRunBody } from "../../evaluation/door/schemas.ts";
import { agUiQuery } from "../../plugins/ag_ui/routes.ts";
import { agUiAnswer, agUiBody, agUiFact, agUiTool } from "../../plugins/ag_ui/schema.ts";
import { choicesQuery, suggestionsQuery } from "../../plugins/analytics/queries.ts";
import {
  approvalForm,
  approvalLinkBody,
  inboxDecision,
  inboxQuery,
} from "../../plugins/approvals/schemas.ts";
import { chatMessagesQuery, chatQuery, chatStreamQuery } from "../../plugins/chat/routes.ts";
import { chatBody } from "../../plugins/chat/schema.ts";
import { chatBody as completionBody } from "../../plugins/openai_api/chat_schema.ts";
import { mediaQuery } from "../../plugins/media/routes.ts";
import { responsesBody } from "../../plugins/openai_api/responses_schema.ts";
import { itemsQuery, responseQuery } from "../../plugins/openai_api/routes.ts";
import { planBody } from "../../plugins/orchestration/routes.ts";
import { policyBody } from "../../plugins/policies/schemas.ts";
import { deliveriesQuery, endpointBody } from "../../plugins/outgoing_webhooks/schemas.ts";
import {
  acceptBody,
  acceptedTool,
  diffQuery,
  idsBody,
  logQuery,
  numberQuery,
  publishBody,
  rollbackBody,
  toolsQuery,
} from "../../plugins/selection/door/schemas.ts";
import { unmatchedQuery } from "../../plugins/webhooks/query.ts";
import { lintQuery } from "../../plugins/selection/door/lint.ts";
import { usageQuery } from "../../plugins/selection/monitoring/routes.ts";

const CURSOR = "`cursor` of the page before";
const EXPECTED =
  "The number that the caller has seen, 0 for none; as the header `If-Match` with an etag of the catalogue. A catalogue of another number is not changed";

const CATALOGUES: readonly Meaning[] = [
  meaning(toolsQuery, {
    number: "As the tools were at it; the newest by default",
    status: "Tools of this status",
    held: "Tools of which a version waits to be accepted",
    source: "Tools of this source",
    name: "A part of the name",
    tag: "Tools that have this tag",
    category: "Tools of this category",
    tier: "Tools that name this tier",
    context: "Tools that name this context",
    flag: "Tools that name this flag",
    cursor: CURSOR,
    limit: "Most tools of the page",
  }),
  meaning(numberQuery, { number: "As the tool was at this number; the newest by default" }),
  meaning(diffQuery, {
    from: "The number before `to` by default; 0 is the empty catalogue",
    to: "The newest by default",
  }),
  meaning(logQuery, { cursor: CURSOR, limit: "Most changes of the page" }),
  meaning(publishBody, {
    tools:
      "Versions of tools, each a [`ToolVersion`](http-api/catalogues.md#toolversion) of at most 27,000 bytes",
    expected: EXPECTED,
  }),
  meaning(idsBody, { ids: "Ids of tools", reason: "Kept with the tools and in the log", expected: EXPECTED }),
  meaning(acceptBody, { tools: "Tools with the hash that was read", expected: EXPECTED }),
  meaning(acceptedTool, {
    id: "Id of the tool",
    hash: "`held.source.hash` of what was read; another one is refused",
  }),
  meaning(rollbackBody, { to: "The number whose content comes back", expected: EXPECTED }),
];

const APPROVALS: readonly Meaning[] = [
  meaning(inboxDecision, { thread: "The thread of the call", callId: "The call", ...ANSWER }),
  meaning(approvalLinkBody, {
    by:
      "Who answers with the link; by default the link itself (`link:` and 16 hex digits), which counts as one person",
    expiresInMs: "Milliseconds that the link is good for: a second to 30 days; a day by default",
  }),
  meaning(approvalForm, {
    decision: "What the person decides",
    reason: "The model reads it when the call is denied",
    args: "Other arguments, as JSON, where the tool has `approvalEdits`; those of the call change nothing",
    answer: "Of a question: JSON, or as it is where the schema is one of text",
  }),
  meaning(inboxQuery, {
    cursor: CURSOR,
    limit: "Threads of the page: it has all calls of each",
    order: "By the time since when",
  }),
];

const FRONT_ENDS: readonly Meaning[] = [
  meaning(completionBody, {
    model: "An agent: its name, or `agent-` and its name",
    messages: "The whole conversation",
    tools:
      "Names of tools of the agent, which the server runs, or functions of the caller: [whose tools](frontends.md#whose-tools)",
    tool_choice: "As at OpenAI, or `execute` and `generate`, which run tools of the agent",
    parallel_tool_calls: "False: one call at most",
    stream: "The response is a stream",
    stream_options: "`include_usage`: the stream has the usage",
    max_tokens: "As the next",
    max_completion_tokens: "Of each plan; lowers that of the agent",
    user: "The user whom the run is booked to",
    store: "True keeps the thread of the request; by default it is removed behind the answer",
    metadata: "Of the thread; at most 16 texts",
    response_format:
      "`json_schema`, `json_object` or `text`: [answers as JSON](frontends.md#answers-as-json)",
  }),
  meaning(responsesBody, {
    model: "An agent: its name, or `agent-` and its name",
    input: "What is new in the conversation",
    instructions: "Of this response alone: they stand behind those of the agent, and are not carried over",
    previous_response_id: "The response that is continued",
    tools:
      "Functions of the caller, or names of tools of the agent, which the server runs: [whose tools](frontends.md#whose-tools)",
    tool_choice: "As at OpenAI, or `execute` and `generate`, which run tools of the agent",
    parallel_tool_calls: "False: one call at most",
    stream: "The response is a stream",
    max_output_tokens: "Of each plan; lowers that of the agent",
    user: "The user whom the run is booked to",
    store: "False removes the response behind the answer; by default it is kept for `previous_response_id`",
    metadata: "Of the thread; at most 16 texts",
    text: "`format`: `json_schema`, `json_object` or `text`: [answers as JSON](frontends.md#answers-as-json)",
  }),
  meaning(responseQuery, {
    stream:
      "True: the [events](http-api/openai.md#responseevent) of the response, made again from what is stored once it has ended; `thread_busy` before",
    starting_after: "With `stream`: the events behind this `sequence_number` of that stream",
  }),
  meaning(itemsQuery, {
    after: "Id of the item before the page",
    limit: "Most items of the page",
    order: "`desc`: the newest first",
  }),
  meaning(chatBody, {
    id: "Id of the chat, which is that of its thread; at most 100 characters",
    messages: "Those of the client; the last one counts, since the thread has the history",
    message: "The last message alone, in place of the list",
    trigger: "A new message, or an answer that is made again",
    messageId: "The message that is edited, answered again, or goes on",
    model: "One of the models that the agent offers, for this request",
    busy:
      "What becomes of the message [while a run goes on](http-api/steps.md#inputs-while-a-run-goes-on): `steer` by default, or as the deployment says",
    clientTools: "[Tools of the page](tools.md#client-tools), for this run",
  }),
  meaning(chatQuery, {
    mode:
      "`step`: one plan and its calls, and the client goes on; `full`: to an answer; `execute`: the outputs are the answer",
  }),
  meaning(chatStreamQuery, {
    version:
      "The version that the last message of the page has in its metadata, 0 where it has none: where the thread has a later one, its last message comes again",
  }),
  meaning(chatMessagesQuery, {
    before: "`next` of the page of newer messages; the newest by default",
    limit: "About how many messages; a question and its answer stay together",
    branch: "Id of the thread of the branch to read, in place of the one that runs or was written last",
  }),
  meaning(agUiBody, {
    threadId:
      "Id of the conversation, which is that of its first thread, or of a branch; at most 105 characters",
    runId: "The same run is not run twice; 1 to 200 visible ASCII characters",
    parentRunId: "Comes back in `RUN_STARTED`",
    protocolVersion: "Of clients from 1.0 on",
    state: "The page's own state: it comes back, beside the key `thread`; the model does not read it",
    messages: "All messages of the client; an empty list asks for those of the thread",
    tools: "[Tools of the page](tools.md#client-tools), for this run",
    context: "Facts of the page, which the model reads quoted behind the instructions",
    forwardedProps:
      "`mode`: as in the query, which comes first; `model`: one that the agent offers; `busy`: what becomes of a message [while a run goes on](http-api/steps.md#inputs-while-a-run-goes-on)",
    resume: "Answers to the interrupts of the run before",
  }),
  meaning(agUiTool, {
    name: "What the model calls it by",
    description: "What the model reads of it",
    parameters: "JSON Schema of the arguments",
  }),
  meaning(agUiFact, { description: "What the fact is about", value: "The fact" }),
  meaning(agUiAnswer, {
    interruptId: "The interrupt",
    status: "`cancelled` denies",
    payload: "What the person has answered",
  }),
  meaning(agUiQuery, {
    mode:
      "`full`, the default: to an answer; `step`: one plan and its calls, and the client runs again; `execute`: the outputs are the answer",
  }),
];

const DAYS = {
  from: "The first day, UTC, such as `2026-11-22`; 29 days before `to` by default",
  to: "The last day; today by default. At most 100 days",
};

const [agentEvaluation, choiceEvaluation, selectionEvaluation] = evaluationDataSchema.def.options;

const EVALUATION = {
  schema: "The number of the form",
  kind: "`agent`: whole runs; `choice`: which tool a model calls; `selection`: which tools a selector finds",
  agent: "Name of the agent",
  name: "What the evaluation is called",
  repeats: "How often each case is run",
  thresholds: "Bounds of measures over all cases, by the measure's name",
  cases: "The [cases](evaluation.md), at most 5,000 with their repeats",
};

const USER_OF_TOOLS = "The user whose authorizations of MCP servers count; that of the caller by default";

const EVALUATIONS: readonly Meaning[] = [
  meaning(agentEvaluation, {
    ...EVALUATION,
    judge: "The model of checks of the type `judge`",
    stubs: "What tools return, of every case, behind its own",
    gates: "Checks that must hold in every case",
    scores: "Checks of every case whose scores are averaged",
    real: "Names of tools that run for real",
    passRate: "The share of a case's repeats that must pass",
  }),
  meaning(choiceEvaluation, {
    ...EVALUATION,
    tools: "Tools that cases may offer besides those of the agent",
  }),
  meaning(selectionEvaluation, {
    ...EVALUATION,
    agent: "Name of the agent whose selector finds tools of its catalogue",
    at: "The places at which recall is measured",
  }),
  meaning(evaluationsQuery, { limit: "Most evaluations of the page", cursor: CURSOR }),
  meaning(runnableToolsQuery, { name: "A part of the name", user: USER_OF_TOOLS }),
  meaning(toolRunBody, {
    args: "Arguments that fit the schema of the tool",
    approve: "Approves the call where people would have to; needs the scope `decide`",
    user: USER_OF_TOOLS,
  }),
];

/** The requests of all plugins that docs/http-api describes. */
export const PLUGIN_MEANINGS: readonly Meaning[] = [
  ...APPROVALS,
  ...CATALOGUES,
  ...FRONT_ENDS,
  ...EVALUATIONS,
  meaning(mediaQuery, { entry: "Index of the entry that has it" }),
  meaning(planBody, {
    plan:
      "The STRATEGIC PLAN from now on; of an orchestrator `{phases: [{id, worker, goal, done_when, after}]}`; at most 8 KB of JSON",
    expectedVersion: "Of the thread; another one is refused with `version_conflict`",
  }),
  meaning(unmatchedQuery, DAYS),
  meaning(choicesQuery, {
    ...DAYS,
    by:
      "What a row stands for: some of `day`, `agent`, `model`, `policy`, `tool`, with commas between; with `tool` the rows are about tools; empty for one row",
    agent: "Only the steps of this agent",
    tool: "Only this tool; the rows are about tools",
    format: "Wins over the header `Accept`, which may name `text/csv`",
  }),
  meaning(suggestionsQuery, DAYS),
  meaning(endpointBody, {
    url: "Where webhooks go: https, and public",
    events: "Names of events; all by default",
    agents: "Names of agents; all by default",
    description: "What the endpoint is for",
  }),
  meaning(policyBody, {
    description: "What the policy is for",
    rules: "[Rules](tool-choice.md#rules) about tools",
    choice: "The tool choice, in any spelling, of the plans for which no condition holds",
    conditions: "The first [condition](tool-choice.md#conditions) that holds decides",
    mode: "`shadow`: only warnings `policy_shadow` come of it",
  }),
  meaning(deliveriesQuery, {
    status: "Dead letters, or deliveries on their way",
    cursor: CURSOR,
    limit: "Dead letters, or steps with deliveries",
  }),
  meaning(lintQuery, { limit: "Most tools, the worst; 1 to 1,000, 100 by default" }),
  meaning(usageQuery, {
    weeks: "So many weeks, with the one that runs",
    threads:
      "About so many histories are read for weeks that are not counted yet, of the newest threads that have some",
    limit: "Most tools, those with the most calls",
  }),
];
