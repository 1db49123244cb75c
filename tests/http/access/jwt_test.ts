// Row E14: callers with JSON Web Tokens, verified by hono/jwt: by the keys that an issuer publishes, and by a shared secret.

import assert from "node:assert/strict";
import { sign, verify, verifyWithJwks } from "hono/jwt";
import type { Authenticate } from "../../../src/http/access/identity.ts";
import { SAYS_HI } from "../_app.ts";
import { type Answered, type Ask, createCallers } from "./_callers.ts";

const AUDIENCE = "treadle";
const SECRET = "a-secret-of-32-characters-or-more";
const INPUT = { agent: "tester", input: "hi" };

interface Claims {
  readonly org?: string;
  readonly sub?: string;
  readonly scope?: string;
  readonly aud?: string;
  readonly exp?: number;
}

/** An issuer of tokens, and the function of a deployment that verifies them. */
interface Issuer extends AsyncDisposable {
  readonly authenticate: Authenticate;
  tokenOf(claims: Claims): Promise<string>;
  /** With a key that is not the issuer's. */
  forged(claims: Claims): Promise<string>;
}

function complete(claims: Claims): Record<string, unknown> {
  return { org: "acme", aud: AUDIENCE, exp: Math.floor(Date.now() / 1000) + 60, ...claims };
}

/** The claims of the bearer token as an identity; null for a token that is not good. */
function byBearer(claimsOf: (token: string) => Promise<Record<string, unknown>>): Authenticate {
  return async ({ headers }) => {
    const token = headers.get("authorization")?.replace(/^Bearer /, "");
    if (token === undefined) return null;
    try {
      const { org, sub, scope } = await claimsOf(token);
      return {
        tenant: String(org),
        ...(sub === undefined ? {} : { user: String(sub) }),
        ...(scope === undefined ? {} : { scopes: String(scope).split(" ") }),
      };
    } catch {
      return null;
    }
  };
}

async function newKey(kid: string) {
  const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ]);
  const [own, published] = await Promise.all([
    crypto.subtle.exportKey("jwk", pair.privateKey),
    crypto.subtle.exportKey("jwk", pair.publicKey),
  ]);
  return { own: { ...own, kid, alg: "ES256" }, published: { ...published, kid, alg: "ES256", use: "sig" } };
}

/** ES256; the public key is fetched from the issuer's server. */
async function byPublishedKeys(): Promise<Issuer> {
  const [key, other] = [await newKey("k1"), await newKey("k1")];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => Response.json({ keys: [key.published] }),
  );
  const options = {
    jwks_uri: `http://127.0.0.1:${server.addr.port}/.well-known/jwks.json`,
    allowedAlgorithms: ["ES256" as const],
    verification: { aud: AUDIENCE },
  };
  return {
    authenticate: byBearer((token) => verifyWithJwks(token, options)),
    tokenOf: (claims) => sign(complete(claims), key.own, "ES256"),
    forged: (claims) => sign(complete(claims), other.own, "ES256"),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** HS256 with a secret that issuer and deployment share. */
function bySecret(): Issuer {
  return {
    authenticate: byBearer((token) => verify(token, SECRET, { alg: "HS256", aud: AUDIENCE })),
    tokenOf: (claims) => sign(complete(claims), SECRET, "HS256"),
    forged: (claims) => sign(complete(claims), `${SECRET}!`, "HS256"),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

const summary = ({ status, code }: Answered) => [status, code];

async function assertRefused(ask: Ask, issuer: Issuer): Promise<void> {
  const refused: Record<string, string> = {
    "an expired one": await issuer.tokenOf({ sub: "ann", exp: Math.floor(Date.now() / 1000) - 1 }),
    "one of another key": await issuer.forged({ sub: "ann" }),
    "one for another audience": await issuer.tokenOf({ sub: "ann", aud: "other" }),
    "one without a signature": `${(await issuer.tokenOf({ sub: "ann" })).split(".").slice(0, 2).join(".")}.`,
    "one that is changed": (await issuer.tokenOf({ sub: "ann" })).replace(
      /\.[^.]+\./,
      `.${btoa('{"org":"acme"}')}.`,
    ),
    "no token": "x",
  };
  for (const [name, token] of Object.entries(refused)) {
    assert.deepEqual(summary(await ask(token, "GET", "/v1/threads")), [401, "unauthorized"], name);
  }
}

for (const [name, open] of [["the issuer's keys", byPublishedKeys], ["a shared secret", bySecret]] as const) {
  Deno.test(`E14: a JWT by ${name}: good, expired, forged, of another tenant, of two users`, async () => {
    await using issuer = await open();
    const { ask } = createCallers({ authenticate: issuer.authenticate, scenario: SAYS_HI });
    const [ann, bob, service, beta, reader] = await Promise.all([
      issuer.tokenOf({ sub: "ann" }),
      issuer.tokenOf({ sub: "bob" }),
      issuer.tokenOf({}),
      issuer.tokenOf({ sub: "ann", org: "beta" }),
      issuer.tokenOf({ sub: "ann", scope: "openid read" }),
    ]);
    assert.deepEqual(summary(await ask(ann, "POST", "/v1/threads/t1/steps", INPUT)), [200, undefined]);
    assert.equal((await ask(ann, "GET", "/v1/threads/t1")).body.user, "ann");
    for (const other of [bob, beta]) {
      assert.deepEqual(summary(await ask(other, "GET", "/v1/threads/t1")), [404, "thread_unknown"]);
      assert.deepEqual((await ask(other, "GET", "/v1/threads")).body, { threads: [] });
    }
    assert.equal(
      (await ask(service, "GET", "/v1/threads/t1")).status,
      200,
      "a token without a user is the tenant's",
    );
    assert.equal((await ask(reader, "GET", "/v1/threads/t1")).status, 200);
    const refused = await ask(reader, "POST", "/v1/threads/t1/steps", INPUT);
    assert.deepEqual([...summary(refused), refused.body.details], [403, "forbidden", { scope: "run" }]);
    await assertRefused(ask, issuer);
  });
}
