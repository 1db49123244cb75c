// The operations of ratings. Nothing that is deployed imports this file.

import type { Operation } from "../../http/schemas/operation.ts";

/** As OPERATIONS. */
export const FEEDBACK_OPERATIONS: Readonly<Record<string, Operation>> = {
  "GET /v1/threads/:id/feedback": {
    id: "listThreadFeedback",
    summary: "The ratings of a thread's answers, with their notes",
    responses: { 200: ["RatingList", "All of them"] },
    errors: ["thread_unknown", "schema_unsupported"],
  },
  "PUT /v1/threads/:id/feedback/:version": {
    id: "rateAnswer",
    summary: "Rate an answer up or down, in place of the rating that it has",
    example: { rating: "down", note: "The order was delivered yesterday." },
    responses: { 200: ["Rating", "The rating"] },
    errors: ["thread_unknown", "version_unknown", "plugin_failed", "schema_unsupported"],
  },
  "DELETE /v1/threads/:id/feedback/:version": {
    id: "removeRating",
    summary: "Remove the rating of an answer, where there is one",
    responses: { 204: [null, "The answer has no rating"] },
    errors: ["thread_unknown", "schema_unsupported"],
  },
  "GET /v1/analytics/feedback": {
    id: "listFeedback",
    summary: "The ratings of the tenant, the newest first",
    responses: { 200: ["RatingPage", "A page of them"] },
  },
  "GET /v1/analytics/feedback/counts": {
    id: "countFeedback",
    summary: "How many ratings stand, by day, agent and model",
    responses: { 200: ["RatingCounts", "The counts"] },
  },
};
