// The operations of pauses. Nothing that is deployed imports this file.

import type { Operation } from "../../http/schemas/operation.ts";

/** As OPERATIONS. */
export const PAUSE_OPERATIONS: Readonly<Record<string, Operation>> = {
  "GET /v1/pauses": {
    id: "listPauses",
    summary: "The agents that are paused, since when, by whom and why",
    responses: { 200: ["PauseList", "All of them"] },
  },
  "PUT /v1/pauses/:agent": {
    id: "pauseAgent",
    summary: "Pause an agent, or all of them by `*`: none of its steps begins until it is resumed",
    example: { reason: "It refunds orders twice." },
    responses: { 200: ["Pause", "The pause; other isolates follow within 10 s"] },
    errors: ["agent_unknown"],
  },
  "DELETE /v1/pauses/:agent": {
    id: "resumeAgent",
    summary: "Resume an agent, or end the pause of all by `*`",
    responses: { 204: [null, "The pause is gone; other isolates follow within 10 s"] },
    errors: ["agent_unknown"],
  },
};
