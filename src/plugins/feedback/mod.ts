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
 * const send = async (method: string, path: string, body: object) => {
 *   const headers = { "content-type": "application/json" };
 *   const init = { method, headers, body: JSON.stringify(body) };
 *   return await (await treadle.fetch(new Request(`http://localhost/v1/threads/${path}`, init))).json();
 * };
 *
 * const { thread: { version } } = await send("POST", "t1/steps", { agent: "demo", input: "Hello." });
 * const note = "It does not say what it can do.";
 * const { rating } = await send("PUT", `t1/feedback/${version}`, { rating: "down", note });
 * assert.equal(rating, "down");
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
