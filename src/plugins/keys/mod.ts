// The entry `@treadle/treadle/keys`: API keys that are made, rotated and revoked without a deploy.

import type { Plugin } from "../../http/plugin.ts";
import { keyRoutes } from "./routes.ts";
import { StoredKeyring } from "./stored_keyring.ts";

/**
 * Serves `/v1/keys`, by which a tenant makes, rotates and revokes keys beside those of `TREADLE_API_KEYS`, and has them served wherever a
 * key is. The store has the digest of a key, never the key. It is part of the standard set.
 *
 * @example
 * ```ts
 * import { createTreadle, defineAgent } from "../../mod.ts";
 * import { keys } from "./mod.ts";
 * import assert from "node:assert/strict";
 *
 * const treadle = createTreadle({
 *   agents: [defineAgent({ name: "demo", model: "scripted/demo" })],
 *   plugins: [keys()],
 *   store: "memory",
 *   env: { TREADLE_API_KEYS: "acme:a-key-of-16-or-more-bytes" },
 *   log: () => {},
 * });
 * const send = (key: string, path: string, body?: object) =>
 *   treadle.fetch(
 *     new Request(`http://localhost${path}`, {
 *       method: body ? "POST" : "GET",
 *       headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
 *       body: body && JSON.stringify(body),
 *     }),
 *   );
 *
 * const made = await send("a-key-of-16-or-more-bytes", "/v1/keys", { name: "ci", scopes: ["read", "run"] });
 * const { key } = await made.json();
 * assert.equal((await send(key, "/v1/threads")).status, 200);
 * assert.equal((await send(key, "/v1/keys")).status, 403);
 * await treadle.close();
 * ```
 */
export function keys(): Plugin {
  return {
    name: "keys",
    open({ deps }) {
      const keyring = new StoredKeyring(deps);
      return { routes: keyRoutes({ deps, keyring }, deps), storedKeys: keyring };
    },
  };
}
