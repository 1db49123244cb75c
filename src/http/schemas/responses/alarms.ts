// Schemas of the responses about alarms, for openapi.json and tests, as all of this folder.

import * as z from "zod/mini";
import { time } from "./parts.ts";

/** A rule with its state. */
export const alarmSchema = z.object({
  name: z.string(),
  kind: z.enum(["failed_runs", "inbox_age", "budget", "tool_failures"]),
  status: z.enum(["quiet", "raised"]),
  unit: z.enum(["runs", "calls", "share", "seconds"]),
  value: z.nullable(z.number()).check(
    z.describe(
      "As it was measured last; null where there was nothing to measure",
    ),
  ),
  threshold: z.number().check(z.describe("In the unit of `value`")),
  withinSeconds: z.nullable(z.number()).check(
    z.describe("How long it looks back; null for a rule about now"),
  ),
  agent: z.nullable(z.string()).check(z.describe("Null for all agents")),
  tool: z.nullable(z.string()),
  to: z.nullable(z.array(z.string())).check(
    z.describe("Ids of the endpoints that get it; null for all with its events"),
  ),
  missing: z.array(z.string()).check(
    z.describe("Ids of `to` that the tenant has no endpoint of: nothing is sent to them"),
  ),
  raisedAt: z.nullable(time).check(z.describe("Since when it is raised")),
  endedAt: z.nullable(time).check(z.describe("When it has ended last")),
}).check(z.describe("A rule of alarms with its state"));

/** GET /v1/analytics/alarms. */
export const alarmListSchema = z.object({
  checkedAt: z.nullable(time).check(
    z.describe("When the rules were evaluated last; null before the first time"),
  ),
  everySeconds: z.number().check(z.describe("How often they are evaluated")),
  alarms: z.array(alarmSchema).check(z.describe("In the order of the deployment's rules")),
}).check(z.describe("The alarms of a tenant"));
