// Response schemas of the routes of ratings. As all of this folder, they are for openapi.json and tests.

import * as z from "zod/mini";
import { count, time } from "./parts.ts";

/** A rating of an answer. */
export const ratingSchema = z.object({
  thread: z.string().check(
    z.describe("The thread that has the rating: of a fork the one that made the answer"),
  ),
  version: z.int().check(z.describe("The version that the step of the answer has committed")),
  entry: z.string().check(z.describe("Id of the answer in the history")),
  rating: z.enum(["up", "down"]),
  note: z.nullable(z.string()),
  at: time.check(z.describe("When it was made or changed")),
  by: z.nullable(z.string()).check(z.describe("The caller, such as `key_ci`; null without a key")),
  user: z.nullable(z.string()).check(z.describe("The user of the caller; null for one without")),
  agent: z.string(),
  model: z.string().check(z.describe("`provider/model` that answered")),
}).check(z.describe("A rating of an answer"));

/** GET /v1/threads/:id/feedback. */
export const ratingListSchema = z.object({
  ratings: z.array(ratingSchema).check(z.describe("By version")),
}).check(z.describe("The ratings of the answers of a thread"));

/** GET /v1/analytics/feedback. */
export const ratingPageSchema = z.object({
  ratings: z.array(ratingSchema).check(z.describe("The newest first")),
  cursor: z.optional(z.string()).check(z.describe("Missing on the last page")),
}).check(z.describe("A page of the ratings of the tenant"));

/** A line of the counts. */
export const ratingCountSchema = z.object({
  day: z.iso.date().check(z.describe("UTC")),
  agent: z.string(),
  model: z.string().check(z.describe("`provider/model` that answered")),
  up: count,
  down: count,
}).check(z.describe("The ratings that were made on a day and stand, of an agent with a model"));

/** GET /v1/analytics/feedback/counts. */
export const ratingCountsSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  rows: z.array(ratingCountSchema).check(z.describe("The oldest day first")),
}).check(z.describe("How many ratings stand, by day, agent and model"));
