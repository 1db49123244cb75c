// The operations of the routes and their responses, for openapi.json and docs. Nothing that is deployed imports this file.

import { ERROR_CODES, type ErrorCode } from "../../core/error.ts";
import type { Operation } from "./operation.ts";

/** Every error code. */
export const ALL_CODES = Object.keys(ERROR_CODES).filter((code): code is ErrorCode => code in ERROR_CODES);

/** Every code that begins with one of the words: `listErrors("model")` are `model_auth`, `model_rate_limit`, ... */
export function listErrors(...words: readonly string[]): ErrorCode[] {
  return ALL_CODES.filter((code) => words.some((word) => code.startsWith(`${word}_`)));
}

/** Errors of a result that comes for a deferred call. */
const RESULT_ERRORS: readonly ErrorCode[] = [
  ...["thread_unknown", "call_unknown", "result_given", "result_refused", "call_expired"] as const,
  ...["thread_busy", "inbox_full"] as const,
];

/** The operations by method and path, as the app routes them: `deno task openapi` fails when the two differ. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  "POST /v1/threads": {
    id: "createThread",
    summary: "Create an empty thread",
    headers: {
      "Idempotency-Key":
        "The same key with the same request gives the thread that the first request made, with 200; 1 to 255 visible ASCII characters",
    },
    example: { agent: "demo", user: "u1", metadata: { from: "shop" } },
    responses: {
      200: ["Thread", "The thread that the same request with this key made before"],
      201: ["Thread", "The thread"],
    },
    errors: ["agent_unknown", "plan_invalid", "thread_exists", "thread_unknown", "idempotency_mismatch"],
  },
  "GET /v1/threads": {
    id: "listThreads",
    summary: "The tenant's threads, newest first, or those that match a filter",
    responses: { 200: ["ThreadList", "A page of threads"] },
  },
  "POST /v1/threads/index": {
    id: "indexThreads",
    summary: "Make threads findable by filters that were written before there were filters, page by page",
    responses: { 200: ["IndexedPage", "What was indexed, and where to go on"] },
  },
  "PATCH /v1/threads/:id": {
    id: "changeThread",
    summary: "Rename a thread, archive it, or take it out of the archive",
    example: { title: "The order of June" },
    responses: { 200: ["Thread", "The thread"] },
    errors: ["thread_unknown", "thread_busy", "schema_unsupported", "plugin_failed"],
  },
  "GET /v1/threads/:id": {
    id: "readThread",
    summary: "A thread and its outstanding calls",
    responses: { 200: ["ThreadDetail", "The thread"] },
    errors: ["thread_unknown"],
  },
  "DELETE /v1/threads/:id": {
    id: "removeThread",
    summary: "Remove a thread and everything of it",
    responses: { 204: [null, "It is gone"] },
    errors: ["thread_unknown"],
  },
  "GET /v1/threads/:id/history": {
    id: "readHistory",
    summary: "Page through the entries, oldest first; a page has at most `limit` entries and about 4 MB",
    responses: { 200: ["History", "A page of entries"] },
    errors: ["thread_unknown"],
  },
  "GET /v1/threads/:id/media/:blob": {
    id: "readMedia",
    summary: "The bytes of a medium; the history has the url of each",
    binary: true,
    responses: { 200: [null, "The bytes"], 304: [null, "The client has them"] },
    errors: ["media_unknown", "thread_unknown"],
  },
  "GET /v1/threads/:id/media/:blob/link": {
    id: "linkMedia",
    summary: "A signed address of the bytes of a medium, which needs no key, such as an `<img>` reads",
    responses: { 200: ["MediaLink", "The link"] },
    errors: ["invalid_header", "media_unknown", "thread_unknown", "links_not_configured"],
  },
  "GET /media/:token": {
    id: "readLinkedMedia",
    summary: "The bytes of a medium by its link",
    binary: true,
    responses: { 200: [null, "The bytes"], 304: [null, "The client has them"] },
    errors: ["media_unknown", "thread_unknown", "links_not_configured", "link_invalid", "link_expired"],
    open: true,
  },
  "GET /v1/threads/:id/plan": {
    id: "readPlan",
    summary: "The thread's strategic plan as it stands",
    responses: { 200: ["Plan", "The plan"] },
    errors: ["thread_unknown"],
  },
  "PUT /v1/threads/:id/plan": {
    id: "putPlan",
    summary: "Replace the strategic plan between two steps; a phase that has finished or runs stays as it is",
    example: {
      plan: {
        phases: [{ id: "survey", worker: "research", goal: "Find sources.", done_when: "Three are there." }],
      },
    },
    responses: { 200: ["Plan", "The plan"] },
    errors: [
      ...["thread_unknown", "agent_unknown", "thread_busy", "version_conflict", "plan_invalid"] as const,
      "step_fenced",
      "schema_unsupported",
    ],
  },
  "GET /v1/threads/:id/children": {
    id: "listChildren",
    summary: "The phases that have run or run, with their threads",
    responses: { 200: ["ChildList", "The phases, in the order of the plan"] },
    errors: ["thread_unknown"],
  },
  "GET /v1/threads/:id/export": {
    id: "exportThread",
    summary: "The thread with its record, one JSON text a line",
    responses: { 200: ["ExportLine", "Each line is an ExportLine; the last one is `end`"] },
    lines: true,
    errors: ["thread_unknown", "thread_busy"],
  },
  "POST /v1/threads/:id/steps": {
    id: "runSteps",
    summary: "Run a step, or several; the response is JSON or a stream of events",
    headers: {
      "Idempotency-Key":
        "The same key with the same request has the stored response again, with `idempotency-replayed: true`; kept for a day; 1 to 255 visible ASCII characters",
    },
    example: { agent: "demo", input: "What is the weather in Paris?", until: "done" },
    streams: "also",
    responses: {
      200: ["RunResult", "What the steps led to; as a stream, every event as it happens"],
      202: ["Queued", "The thread is busy and the input waits"],
    },
    errors: [
      ...listErrors("agent", "idempotency", "model", "policy", "server", "step", "tool"),
      ...[
        "approval_required",
        "authorization_required",
        "agent_paused",
        "budget_exhausted",
        "budget_reserved",
        "media_budget",
        "tools_unavailable",
      ] as const,
      ...["price_unknown", "user_mismatch", "call_unknown", "result_refused", "loop_detected"] as const,
      ...["choice_unsupported", "config_invalid", "inbox_full", "nothing_to_do", "plan_invalid"] as const,
      ...["not_yet", "pin_refused", "schema_unsupported", "thread_busy", "thread_unknown"] as const,
      ...["plugin_failed", "plugin_missing", "request_differs", "tools_missing", "version_conflict"] as const,
    ],
  },
  "GET /v1/threads/:id/events": {
    id: "resumeEvents",
    summary: "The events of the last steps from a place on, and of a running step as they come",
    headers: {
      "Last-Event-ID": "Go on after this event; counts before `after`",
    },
    streams: "only",
    responses: {
      200: [
        "StepEvent",
        "Events; the stream ends when no step runs. A warning `events_trimmed` stands for earlier ones that have left the log",
      ],
      204: [null, "No event is left and no step runs"],
    },
    errors: ["thread_unknown", "event_unknown"],
  },
  "POST /v1/threads/:id/cancel": {
    id: "cancelThread",
    summary: "Stop the thread; a running step keeps what it has",
    example: {},
    responses: { 200: ["Cancelled", "It is cancelled"] },
    errors: ["thread_unknown"],
  },
  "POST /v1/threads/:id/wake": {
    id: "wakeThread",
    summary:
      "Have the thread go on without a client, from where it stands; one that is parked is tried again",
    example: {},
    responses: { 202: ["Thread", "Its next step is woken"] },
    errors: [
      ...["thread_unknown", "nothing_to_do", "thread_busy", "step_fenced", "schema_unsupported"] as const,
    ],
  },
  "POST /v1/threads/:id/fork": {
    id: "forkThread",
    summary: "A new thread with the history up to a version",
    headers: {
      "Idempotency-Key":
        "The same key with the same request gives the fork that the first request made, with 200; 1 to 255 visible ASCII characters",
    },
    example: { version: 2 },
    responses: {
      200: ["Thread", "The fork that the same request with this key made before"],
      201: ["Thread", "The new thread"],
    },
    errors: [
      ...[
        "thread_unknown",
        "thread_exists",
        "thread_busy",
        "version_unknown",
        "idempotency_mismatch",
      ] as const,
      ...["tools_unavailable", "authorization_required"] as const,
      ...["plugin_failed", "plugin_missing", "schema_unsupported"] as const,
    ],
  },
  "POST /v1/threads/:id/calls/:callId/result": {
    id: "completeCall",
    summary: "The result of a deferred call, once",
    example: { output: { rows: 3 } },
    responses: { 200: ["CompletedCall", "The result is recorded; the next step acts on it"] },
    errors: RESULT_ERRORS,
  },
  "POST /v1/threads/:id/calls/:callId/detach": {
    id: "detachCall",
    summary: "Lets a run go on without the result of a deferred call",
    responses: { 200: ["Detached", "The next step goes on; the result comes as an input of the thread"] },
    errors: ["thread_unknown", "call_unknown", "result_given", "result_refused", "thread_busy"],
  },
  "POST /callbacks/:token": {
    id: "completeCallByUrl",
    summary: "The same by a signed URL, without a key",
    example: { output: { rows: 3 } },
    responses: { 200: ["CompletedCall", "The result is recorded; the next step acts on it"] },
    errors: [...RESULT_ERRORS, "link_invalid", "link_expired", "links_not_configured"],
    open: true,
  },
  "GET /v1/usage": {
    id: "readUsage",
    summary: "What the tenant has used, day by day or user by user",
    responses: { 200: ["UsageReport", "Amounts of the days"] },
    errors: ["invalid_request"],
  },
  "POST /v1/tokens": {
    id: "createToken",
    summary: "A short-lived token for the browser of one user, with no more than what that needs",
    example: { user: "ann", agents: ["demo"], threadPrefix: "ann.", scopes: ["read", "run"] },
    responses: { 201: ["Token", "The token; the deployment does not keep it"] },
    errors: ["agent_unknown", "tokens_not_configured"],
  },
  "GET /v1/agents": {
    id: "listAgents",
    summary: "The agents of this deployment",
    responses: { 200: ["AgentList", "The agents"] },
  },
  "GET /v1/agents/:name": {
    id: "readAgent",
    summary: "An agent with its tools and limits",
    responses: { 200: ["AgentDetail", "The agent"] },
    errors: ["agent_unknown"],
  },
  "GET /v1/tools": {
    id: "listTools",
    summary: "Every tool, and the agents that hold it",
    responses: { 200: ["ToolList", "The tools"] },
  },
  "GET /v1/policies": {
    id: "listPolicies",
    summary: "The policies that agents can name: stored ones, the deployment's and the built-in ones",
    responses: { 200: ["PolicyList", "Their names"] },
  },
  "GET /v1/policies/:name": {
    id: "readPolicy",
    summary: "A policy as it holds now",
    responses: { 200: ["Policy", "The policy"] },
    errors: ["policy_unknown"],
  },
  "PUT /v1/policies/:name": {
    id: "putPolicy",
    summary: "Store a policy, in place of the one of this name; it holds without a deploy",
    example: { rules: [{ type: "first", tool: "get_weather" }] },
    responses: { 200: ["Policy", "The policy; other isolates follow within 5 s"] },
    errors: ["policy_invalid"],
  },
  "DELETE /v1/policies/:name": {
    id: "removePolicy",
    summary: "Remove a stored policy; the deployment's or the built-in one of this name holds again",
    responses: { 204: [null, "It is gone; other isolates follow within 5 s"] },
    errors: ["policy_unknown"],
  },
  "GET /v1/providers": {
    id: "listProviders",
    summary: "The model APIs there are, and how each tool choice is held by their models",
    responses: { 200: ["ProviderList", "The providers"] },
  },
  "GET /v1/providers/:name": {
    id: "readProvider",
    summary: "A provider, and how each tool choice is held by its models",
    responses: { 200: ["Provider", "The provider"] },
    errors: ["provider_unknown"],
  },
  "GET /v1/deployment": {
    id: "readDeployment",
    summary: "What serves the requests: version, schema, runtime, store and number of agents",
    responses: { 200: ["Deployment", "The facts"] },
  },
  "GET /v1/plugins": {
    id: "listPlugins",
    summary: "The plugins of the deployment, in their order, with the routes that each of them serves",
    responses: { 200: ["PluginList", "The plugins"] },
  },
  "GET /healthz": {
    id: "health",
    summary: "Whether the store can be reached",
    responses: { 200: ["Health", "It can"] },
    open: true,
  },
};
