// /v1/keys: the keys of the caller's tenant.

import { Hono } from "hono/tiny";
import * as z from "zod/mini";
import { SCOPES } from "../../core/contract/scope.ts";
import { describeFields } from "../../core/text/field_meanings.ts";
import { lazyShape } from "../../core/text/lazy_shape.ts";
import type { HttpContext, HttpDeps, HttpEnv } from "../../http/context.ts";
import type { Caller } from "../../http/access/keyring.ts";
import { tenantName } from "../../http/schemas/requests.ts";
import { body, optionalBody, param } from "../../http/validate.ts";
import { createKey, type KeyParts, listKeys, revokeKey, rotateKey } from "./manage_keys.ts";

/** Most seconds from now to the expiry of a key: ten years. */
const MOST_SECONDS = 315_360_000;

/** Most seconds that a secret is good behind a rotation: 30 days. */
const MOST_KEPT_SECONDS = 2_592_000;

/** Names of keys have the form of those of tenants. */
const keyPath = z.object(lazyShape(() => ({ name: tenantName })));

/** `POST /v1/keys`. */
export const keyBody = z.strictObject(lazyShape(() => ({
  name: tenantName,
  scopes: z.optional(z.array(z.enum(SCOPES)).check(z.minLength(1), z.maxLength(SCOPES.length))),
  expiresInSeconds: z.optional(z.int().check(z.minimum(1), z.maximum(MOST_SECONDS))),
})));
/* @__PURE__ */ describeFields(keyBody, {
  name:
    "1 to 64 letters, digits, `_` and `-`; names the key in records, the log and limits as `key_<name>`, over all rotations",
  scopes: "What it permits, of what the caller may do itself; all of that by default",
  expiresInSeconds: "Seconds until it expires, and after a rotation again; it does not by default",
});

/** `POST /v1/keys/:name/rotate`. */
export const rotationBody = z.strictObject(lazyShape(() => ({
  keepForSeconds: z._default(z.int().check(z.minimum(0), z.maximum(MOST_KEPT_SECONDS)), 3_600),
})));
/* @__PURE__ */ describeFields(rotationBody, {
  keepForSeconds: "Seconds that the secret before is still good; 0 for one that others may have",
});

/** The routes of keys. They need the scope `manage`, and take no tokens. */
export function keyRoutes(parts: KeyParts, deps: HttpDeps) {
  const path = "/v1/keys";
  return new Hono<HttpEnv>()
    .get(path, async (c) => c.json({ keys: await listKeys(c.var.tenant, parts) }))
    .post(
      path,
      body(keyBody, deps),
      async (c) => c.json(await createKey(callerOf(c), c.req.valid("json"), parts), 201),
    )
    .post(`${path}/:name/rotate`, param(keyPath), optionalBody(rotationBody, deps), async (c) => {
      const { keepForSeconds } = c.req.valid("json");
      return c.json(await rotateKey(callerOf(c), c.req.valid("param").name, keepForSeconds, parts));
    })
    .delete(`${path}/:name`, param(keyPath), async (c) => {
      await revokeKey(callerOf(c), c.req.valid("param").name, parts);
      return c.body(null, 204);
    });
}

function callerOf(c: HttpContext): Caller {
  const { tenant, by, scopes } = c.var;
  return { tenant, by, scopes };
}
