// Response schemas of the routes of pauses. As all of this folder, they are for openapi.json and tests.

import * as z from "zod/mini";
import { time } from "./parts.ts";

/** A pause as operators see it. */
export const pauseSchema = z.object({
  agent: z.string().check(z.describe("`*`: all agents of the tenant")),
  since: time,
  by: z.nullable(z.string()).check(z.describe("The caller; null without a key")),
  reason: z.nullable(z.string()),
}).check(z.describe("An agent that is paused"));

/** GET /v1/pauses. */
export const pauseListSchema = z.object({
  pauses: z.array(pauseSchema).check(z.describe("By agent")),
}).check(z.describe("The pauses of the tenant"));
