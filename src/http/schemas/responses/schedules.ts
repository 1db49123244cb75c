// Response schemas of the routes of schedules. As all of this folder, they are for openapi.json and tests.

import * as z from "zod/mini";
import { count, time } from "./parts.ts";

/** A schedule as callers see it. */
export const scheduleSchema = z.object({
  agent: z.string(),
  name: z.string(),
  cron: z.nullable(z.string()).check(z.describe("Null for one that runs at a time")),
  at: z.nullable(z.string()).check(z.describe("ISO 8601; null for one with a cron expression")),
  timezone: z.nullable(z.string()).check(z.describe("Of the cron expression; null for one with a time")),
  thread: z.enum(["new", "kept"]).check(z.describe("Whether each run has a thread of its own")),
  missed: z.enum(["once", "never"]).check(z.describe("What becomes of times that nothing ran at")),
  status: z.enum(["active", "paused", "over"]).check(z.describe("`over`: it does not run any more")),
  next: z.nullable(time).check(z.describe("Null while it is paused, and when it is over")),
  last: z.nullable(z.object({
    at: time,
    thread: z.string(),
    error: z.nullable(z.string()).check(z.describe("The code of a run that was refused")),
  })).check(z.describe("Its last run; null before the first one")),
}).check(z.describe("A schedule of an agent"));

/** GET /v1/schedules. */
export const scheduleListSchema = z.object({
  schedules: z.array(scheduleSchema),
}).check(z.describe("The schedules of the tenant"));

/** POST /v1/schedules/{agent}/{name}/run. */
export const startedRunSchema = z.object({
  thread: z.string(),
  version: count.check(z.describe("Of the thread, with the input of the run")),
}).check(z.describe("A run that a caller has started"));
