// The entry `@treadle/treadle/shares`: links by which others read a thread.

import type { Plugin } from "../../http/plugin.ts";
import { shareRoutes } from "./routes.ts";
import { removeShares } from "./stored_shares.ts";

/**
 * Serves `/v1/threads/:id/shares`, by which the owner of a thread makes links to it, lists and revokes them, and `/shared/:token`, where
 * any client that has a link reads the thread without a key: the words and media of its inputs and the words of its answers, up to the
 * version that the link was made for. Links are signed by `TREADLE_APPROVAL_SECRET`.
 *
 * @example
 * ```ts
 * import { createTreadle, defineAgent } from "../../mod.ts";
 * import { shares } from "./mod.ts";
 * import assert from "node:assert/strict";
 *
 * const treadle = createTreadle({
 *   agents: [defineAgent({ name: "demo", model: "scripted/demo" })],
 *   plugins: [shares()],
 *   store: "memory",
 *   env: { TREADLE_OPEN: "1", TREADLE_APPROVAL_SECRET: "a-secret-of-links-of-32-characters" },
 *   log: () => {},
 * });
 * await treadle.as({ tenant: "public" }).run("t1", "Where is my order?");
 * const made = await treadle.fetch(new Request("http://localhost/v1/threads/t1/shares", { method: "POST" }));
 * const { url } = await made.json();
 * const { messages } = await (await treadle.fetch(new Request(url))).json();
 * assert.deepEqual(messages[0], { role: "user", parts: [{ type: "text", text: "Where is my order?" }] });
 * await treadle.close();
 * ```
 */
export function shares(): Plugin {
  return {
    name: "shares",
    open({ deps }) {
      return {
        routes: shareRoutes(deps),
        tokenRoutes: [TOKEN_ROUTE],
        publicPaths: [/^\/shared\/[^/]+(?:\/media\/[^/]+)?$/],
        async removeThread(ref, why) {
          if (why !== "unstored") await removeShares(ref, deps);
        },
      };
    },
  };
}

/** A token makes links too: they show no more than what it reads itself, and the owner lists and revokes them. */
const TOKEN_ROUTE = /^(?:GET|HEAD|POST|DELETE) \/v1\/threads\/[^/]+\/shares(?:\/[^/]+)?$/;
