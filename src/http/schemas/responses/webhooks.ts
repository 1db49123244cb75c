// Response schemas of the routes of webhooks. As all of this folder, they are for openapi.json and tests.

import * as z from "zod/mini";
import { anyJson } from "../any_json.ts";
import { count, time } from "./parts.ts";

/** A row of the record of refusals. */
export const webhookRefusalSchema = z.object({
  trigger: z.nullable(z.string()).check(
    z.describe("Null where the deployment has no trigger of the name in the address"),
  ),
  agent: z.nullable(z.string()).check(
    z.describe("Null where the deployment has no agent of the name in the address"),
  ),
  verified: z.boolean().check(z.describe("Its signature was right")),
  status: z.int().check(z.describe("What the sender was answered; 204 where no template takes the event")),
  code: z.string().check(z.describe("Of the error; `no_template` where no template takes the event")),
  reason: z.string().check(
    z.describe("Finer than the code, such as `timestamp_old`, where its sender reads one text for all"),
  ),
  message: z.string().check(z.describe("What was found, and what to do")),
  event: z.nullable(z.string()).check(
    z.describe("The kind of a verified event, such as `issues.opened`"),
  ),
  id: z.nullable(z.string()).check(z.describe("The sender's id of the newest verified event")),
  bytes: z.nullable(z.int()).check(
    z.describe("Of the newest body; null where its length is not known"),
  ),
  digest: z.nullable(z.string()).check(
    z.describe("The beginning of the SHA-256 of the newest verified body, base64url"),
  ),
  count: count.check(z.describe("Deliveries that are alike, at least")),
  firstAt: time.check(z.describe("When the first of them came")),
  lastAt: time.check(z.describe("When the last of them came")),
}).check(z.describe("Deliveries that began nothing for one reason, on one UTC day"));

/** GET /v1/webhooks/refusals. */
export const webhookRefusalListSchema = z.object({
  refusals: z.array(webhookRefusalSchema).check(z.describe("The newest first; at most 100")),
}).check(z.describe("The newest deliveries that began nothing"));

/** Events of one day that no template took. */
export const unmatchedEventsSchema = z.object({
  day: z.iso.date().check(z.describe("UTC")),
  trigger: z.string(),
  agent: z.string(),
  count: count.check(z.describe("Events that no template of the agent took")),
}).check(z.describe("Events of one trigger that no template of an agent took, on one UTC day"));

/** GET /v1/analytics/webhooks. */
export const unmatchedEventListSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  unmatched: z.array(unmatchedEventsSchema).check(z.describe("The oldest day first")),
}).check(z.describe("Events of a range of days that no template took"));

/** What a delivery began. */
export const webhookAcceptedSchema = z.object({
  thread: z.string(),
  status: z.enum(["queued", "duplicate"]).check(z.describe("`duplicate`: the event has come before")),
  version: z.int().check(z.describe("Of the thread")),
  failed: z.optional(z.string()).check(
    z.describe(
      "Of a duplicate whose thread has failed: the code. The repetition runs nothing; `POST .../wake` tries it again",
    ),
  ),
}).check(z.describe("The thread that has the input of an event"));

/** POST /webhooks/{trigger}/{agent} with 200: also what a sender expects at its setup, such as a challenge. */
export const webhookReplySchema = z.union([webhookAcceptedSchema, z.record(z.string(), anyJson)]).check(
  z.describe("An event that has come before, or what the sender expects at its setup"),
);
