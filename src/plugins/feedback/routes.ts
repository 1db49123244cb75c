// /v1/threads/:id/feedback, and /v1/analytics/feedback, which needs the scope `manage` as all analytics do.

import { Hono } from "hono/tiny";
import * as z from "zod/mini";
import { describeFields } from "../../core/text/field_meanings.ts";
import { NAME } from "../../core/text/id.ts";
import { lazyShape } from "../../core/text/lazy_shape.ts";
import type { HttpDeps, HttpEnv } from "../../http/context.ts";
import type { Deployment } from "../../http/plugin.ts";
import { toThreadRef } from "../../http/routes/threads.ts";
import { DAYS, days, toDays } from "../../http/schemas/days.ts";
import { count, threadPath } from "../../http/schemas/requests.ts";
import { body, param, query } from "../../http/validate.ts";
import { listRatings, rateAnswer, removeRating } from "./rate_answer.ts";
import { toRatingCounts } from "./rating_counts.ts";
import { isRowName, listRated } from "./rating_index.ts";

/** Most UTF-16 code units of a note. */
const NOTE_LENGTH = 2_000;

const ratingWord = z.enum(["up", "down"], "must be up or down");

/** `PUT /v1/threads/:id/feedback/:version`. */
export const ratingBody = z.strictObject(lazyShape(() => ({
  rating: ratingWord,
  note: z.optional(
    z.string().check(
      z.maxLength(NOTE_LENGTH, `must have at most ${NOTE_LENGTH} characters`),
      z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u, "must have no control characters but tabs and line breaks"),
    ),
  ),
})));
/* @__PURE__ */ describeFields(ratingBody, {
  rating: "What the person thinks of the answer",
  note: "Why, in words of the person; redacted as the texts of the agent are. Without it the rating has none",
});

/** The version is that of the answer's step. */
const ratingPath = z.object(lazyShape(() => ({
  id: threadPath.shape.id,
  version: z.pipe(
    z.string().check(z.regex(/^\d{1,15}$/, "must be the version of a thread")),
    z.transform(Number),
  ),
})));

/** `GET /v1/analytics/feedback`. */
export const ratedQuery = z.strictObject(lazyShape(() => ({
  ...days(),
  rating: z.optional(ratingWord),
  agent: z.optional(z.string().check(z.regex(NAME, `must match ${NAME.source}`))),
  cursor: z.optional(z.string().check(z.refine(isRowName, "must be the cursor of a list"))),
  limit: count(1, 100, 20),
})));
/* @__PURE__ */ describeFields(ratedQuery, {
  rating: "Only these ratings",
  agent: "Only answers of this agent",
  cursor: "`cursor` of the page before",
  limit: "Most ratings of the page",
}, DAYS);

/** `GET /v1/analytics/feedback/counts`. */
export const ratingCountsQuery = z.strictObject(lazyShape(days));
/* @__PURE__ */ describeFields(ratingCountsQuery, DAYS);

/** What the routes read with. */
export interface FeedbackDeps {
  readonly deps: HttpDeps;
  readonly counts: Deployment["counts"];
}

/** The routes of ratings. */
export function feedbackRoutes({ deps, counts }: FeedbackDeps) {
  const path = "/v1/threads/:id/feedback";
  return new Hono<HttpEnv>()
    .get(path, param(threadPath), async (c) => {
      const ref = toThreadRef(c, c.req.valid("param"));
      return c.json({ ratings: await listRatings(ref, c.var, deps) });
    })
    .put(`${path}/:version`, param(ratingPath), body(ratingBody, deps), async (c) => {
      const { version, ...thread } = c.req.valid("param");
      const rated = { ...c.req.valid("json"), version };
      return c.json(await rateAnswer(toThreadRef(c, thread), rated, c.var, deps));
    })
    .delete(`${path}/:version`, param(ratingPath), async (c) => {
      const { version, ...thread } = c.req.valid("param");
      await removeRating(toThreadRef(c, thread), version, c.var, deps);
      return c.body(null, 204);
    })
    .get("/v1/analytics/feedback", query(ratedQuery), async (c) => {
      const { from, to, ...filter } = c.req.valid("query");
      return c.json(await listRated(c.var.tenant, { ...filter, ...toDays({ from, to }, deps) }, deps));
    })
    .get("/v1/analytics/feedback/counts", query(ratingCountsQuery), async (c) => {
      const { from, to } = c.req.valid("query");
      const range = toDays({ from, to }, deps);
      return c.json({ ...range, rows: toRatingCounts(await counts(c.var.tenant, range)) });
    });
}
