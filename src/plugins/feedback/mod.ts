// The entry `@treadle/treadle/feedback`: ratings of answers, with notes.

import type { Plugin } from "../../http/plugin.ts";
import { removeRatings } from "./rate_answer.ts";
import { feedbackRoutes } from "./routes.ts";

/**
 * Serves `/v1/threads/:id/feedback`, by which the people of a thread rate its answers up or down, with a note, and `/v1/analytics/feedback`,
 * which lists and counts the ratings of the tenant. A rating is removed with its thread.
 *
 * Steps are not changed by it: it takes requests to the store only when a caller rates, reads ratings or removes a thread.
 *
 * @example
 * ```ts
 * import { createTreadle, defineAgent } from "../../mod.ts";
 * import { feedback } from "./mod.ts";
 * import assert from "node:assert/strict";
 *
 * const agents = [defineAgent({ name: "demo", model: "scripted/demo" })];
 * const treadle = createTreadle({ agents, plugins: [feedback()], store: "memory", env: { TREADLE_OPEN: "1" } });
 * const { thread: { version } } = await treadle.run("t1", "Hello.");
 *
 * const rated = await treadle.fetch(
 *   new Request(`http://localhost/v1/threads/t1/feedback/${version}`, {
 *     method: "PUT",
 *     headers: { "content-type": "application/json" },
 *     body: JSON.stringify({ rating: "down", note: "It does not say what it can do." }),
 *   }),
 * );
 * assert.equal((await rated.json()).rating, "down");
 * await treadle.close();
 * ```
 */
export function feedback(): Plugin {
  return {
    name: "feedback",
    open: ({ deps, counts }) => ({
      routes: feedbackRoutes({ deps, counts }),
      tokenRoutes: [
        /^(?:GET|HEAD) \/v1\/threads\/[^/]+\/feedback$/,
        /^(?:PUT|DELETE) \/v1\/threads\/[^/]+\/feedback\/[^/]+$/,
      ],
      removeThread: (ref) => removeRatings(ref, deps),
    }),
  };
}
