// The operations of the use of tools, and of their grades. Nothing that is deployed imports this file.

import type { Operation } from "../../http/schemas/operation.ts";

/** As OPERATIONS. */
export const TOOL_USAGE_OPERATIONS: Readonly<Record<string, Operation>> = {
  "GET /v1/tools/usage": {
    id: "readToolUsage",
    summary: "How tools are used, by week: calls, what was offered and chosen, confusions and variants",
    responses: { 200: ["ToolUsage", "The weeks, and what follows from them"] },
  },
  "GET /v1/tools/lint": {
    id: "lintTools",
    summary: "The grades of the descriptions of tools, and what to write first",
    responses: { 200: ["LintReport", "The report, with the worst tools first"] },
  },
  "POST /v1/tools/usage/check": {
    id: "checkToolUsage",
    summary: "Have the last week counted, and its alerts sent, where that has not been done",
    responses: { 202: ["ToolUsageCheck", "The week, and whether it is counted"] },
  },
};
