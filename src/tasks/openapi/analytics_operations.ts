// The operations of analytics. Nothing that is deployed imports this file.

import type { Operation } from "../../http/schemas/operation.ts";

/** As OPERATIONS. */
export const ANALYTICS_OPERATIONS: Readonly<Record<string, Operation>> = {
  "GET /v1/analytics/choices": {
    id: "readChoices",
    summary: "What was offered, forced, chosen, refused and violated, by day, agent, tool, model and policy",
    responses: { 200: ["ChoiceCounts", "The counts"] },
    csv: true,
    errors: ["not_acceptable"],
  },
  "GET /v1/analytics/suggestions": {
    id: "listSuggestions",
    summary: "What the counts suggest to change, each with its evidence; nothing is changed",
    responses: { 200: ["SuggestionList", "The suggestions"] },
  },
  "GET /v1/analytics/alarms": {
    id: "listAlarms",
    summary: "The rules of alarms, with what they have measured last and which are raised",
    responses: { 200: ["AlarmList", "The rules with their states"] },
  },
};
