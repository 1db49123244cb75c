// The operations of schedules. Nothing that is deployed imports this file.

import type { Operation } from "../../http/schemas/operation.ts";

/** As OPERATIONS. */
export const SCHEDULE_OPERATIONS: Readonly<Record<string, Operation>> = {
  "GET /v1/schedules": {
    id: "listSchedules",
    summary: "The tenant's schedules with their next and their last run",
    responses: { 200: ["ScheduleList", "All of them"] },
  },
  "POST /v1/schedules/:agent/:name/pause": {
    id: "pauseSchedule",
    summary: "Let the times of a schedule pass without a run",
    responses: { 200: ["Schedule", "The schedule"] },
    errors: ["schedule_unknown"],
  },
  "POST /v1/schedules/:agent/:name/resume": {
    id: "resumeSchedule",
    summary: "Go on with the next time of a schedule; the times of the pause are no missed runs",
    responses: { 200: ["Schedule", "The schedule"] },
    errors: ["schedule_unknown"],
  },
  "POST /v1/schedules/:agent/:name/run": {
    id: "runSchedule",
    summary: "Run a schedule now, also while it is paused; its times stay as they are",
    headers: { "Idempotency-Key": "The same key is the same run; 1 to 255 visible ASCII characters" },
    responses: { 202: ["StartedRun", "The thread that has the input of the run"] },
    errors: [
      "schedule_unknown",
      "agent_paused",
      "agent_mismatch",
      "inbox_full",
      "thread_unknown",
      "schema_unsupported",
    ],
  },
};
