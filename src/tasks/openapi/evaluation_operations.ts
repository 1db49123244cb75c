// The operations of evaluations. Nothing that is deployed imports this file.

import type { Operation } from "../../http/schemas/operation.ts";

/** As OPERATIONS. */
export const EVALUATION_OPERATIONS: Readonly<Record<string, Operation>> = {
  "POST /v1/evaluations": {
    id: "beginEvaluation",
    summary: "Begin an evaluation of an agent or of a selector; wake-ups make its attempts",
    example: { schema: 1, kind: "agent", name: "hello", agent: "demo", cases: [{ input: "Hello" }] },
    responses: { 202: ["Evaluation", "The evaluation, which runs"] },
    errors: ["agent_unknown", "tool_unknown", "catalogue_unknown", "tools_unavailable"],
  },
  "GET /v1/evaluations": {
    id: "listEvaluations",
    summary: "The tenant's evaluations, the newest first; at most 50 are kept",
    responses: { 200: ["EvaluationList", "A page of evaluations"] },
  },
  "GET /v1/evaluations/:id": {
    id: "readEvaluation",
    summary: "How far an evaluation is, and its report",
    responses: { 200: ["EvaluationDetail", "The evaluation"] },
    errors: ["evaluation_unknown", "schema_unsupported"],
  },
  "GET /v1/agents/:agent/tools": {
    id: "listRunnableTools",
    summary: "The tools that an agent has now: its own, those of its MCP servers, those of its catalogue",
    responses: { 200: ["RunnableToolList", "At most 200 tools, and what of them cannot be listed"] },
    errors: ["agent_unknown"],
  },
  "POST /v1/agents/:agent/tools/:tool/run": {
    id: "runTool",
    summary: "Run one tool of an agent alone, for real; no thread is kept",
    example: { args: { city: "Paris" } },
    responses: { 200: ["ToolRun", "What the call came to"] },
    errors: [
      "agent_unknown",
      "tool_unknown",
      "tools_unavailable",
      "approval_required",
      "authorization_required",
      "policy_unknown",
      "plugin_failed",
      "step_refused",
      "authorization_failed",
      "catalogue_unknown",
      "config_invalid",
      "secrets_not_configured",
      "outbound_failed",
      "outbound_refused",
      "outbound_timeout",
      "outbound_too_large",
    ],
  },
};
