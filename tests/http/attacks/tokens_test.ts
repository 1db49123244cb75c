// Rows E14 and X5: tokens that are forged, changed, stale or for something else, on every route that takes tokens.

import assert from "node:assert/strict";
import { claimsOf, NOW, SECRET, signed } from "../access/_tokens.ts";
import { KEY } from "../_app.ts";
import { type Attack, createAttacked, FORBIDDEN, INVALID, type Refusal, routesOf } from "./_attacks.ts";

const SECONDS = NOW / 1000;
const BAD: readonly Refusal[] = [[401, "token_invalid"], [401, "unauthorized"]];
const EXPIRED: readonly Refusal[] = [[401, "token_expired"]];
const APPROVAL_SECRET = "0123456789abcdef0123456789abcdef";

const text = (value: unknown) => encoded(JSON.stringify(value));
const encoded = (value: string) => btoa(value).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/** Another value of each claim, that a thief of a token would like to have. */
const BETTER: Readonly<Record<string, unknown>> = {
  iss: "other",
  aud: "treadle:approval",
  jti: "token_other",
  iat: SECONDS + 1,
  exp: SECONDS + 86_000,
  tenant: "beta",
  user: "bob",
  by: "boss",
  agents: ["eraser", "clerk"],
  prefix: undefined,
  thread: "bob.t1",
  scopes: ["read", "run", "decide", "manage"],
};

/** Claims that this program signs for nobody, signed with its secret: an issuer beside it made a mistake. */
const NO_CLAIMS: readonly Readonly<Record<string, unknown>>[] = [
  { tenant: ["acme"] },
  { tenant: "" },
  { tenant: "acme\u0000" },
  { tenant: "../beta" },
  { user: "" },
  { user: { id: "ann" } },
  { user: ["ann", "bob"] },
  { user: "ann\n" },
  { agents: "eraser" },
  { agents: ["*"] },
  { agents: ["eraser", 1] },
  { agents: undefined },
  { scopes: "run" },
  { scopes: ["*"] },
  { scopes: undefined },
  { prefix: "*" },
  { prefix: "a b." },
  { prefix: "ann.%" },
  { prefix: 1 },
  { prefix: undefined, thread: "ann.*" },
  { prefix: undefined, thread: "ann/../bob" },
  { prefix: undefined, thread: "" },
  { jti: "x".repeat(41) },
  { iat: -1 },
  { iat: 1.5 },
  { exp: SECONDS },
  { exp: SECONDS + 86_401 },
  { nbf: SECONDS - 1 },
  { aud: "staging" },
  { aud: ["treadle", "staging"] },
  { iss: "staging" },
  { sub: "ann" },
];

async function badTokens(): Promise<readonly (readonly [string, string, readonly Refusal[]])[]> {
  const good = await signed({ agents: ["eraser"] });
  const [head = "", claims = "", signature = ""] = good.split(".");
  const algorithms = [
    "none",
    "None",
    "NONE",
    "",
    "HS1",
    "HS384",
    "RS256",
    "PS256",
    "ES256",
    "EdDSA",
    "dir",
    null,
    256,
  ];
  const secrets = [KEY, "treadle", APPROVAL_SECRET, SECRET.toUpperCase(), SECRET.slice(0, -1), `${SECRET}\n`];
  const named = await Promise.all(NO_CLAIMS.map(async (changes) => {
    const token = await signed({ agents: ["eraser"], ...changes });
    return [`signed claims ${JSON.stringify(changes)}`, token, BAD] as const;
  }));
  return [
    ...algorithms.flatMap((alg) => [
      [`alg ${alg}, its signature`, `${text({ alg, typ: "JWT" })}.${claims}.${signature}`, BAD] as const,
      [`alg ${alg}, no signature`, `${text({ alg, typ: "JWT" })}.${claims}.`, BAD] as const,
    ]),
    ...Object.entries(BETTER).map(([name, value]) =>
      [
        `changed ${name}`,
        `${head}.${text(claimsOf({ agents: ["eraser"], [name]: value }))}.${signature}`,
        BAD,
      ] as const
    ),
    ...[
      0,
      1,
      20,
      head.length,
      head.length + 9,
      good.length - 44,
      good.length - 43,
      good.length - 2,
      good.length - 1,
    ]
      .map((length) => [`the first ${length} characters`, good.slice(0, length), BAD] as const),
    ...await Promise.all(
      secrets.map(async (secret, index) =>
        [`the secret of something else, ${index}`, await signed({ agents: ["eraser"] }, secret), BAD] as const
      ),
    ),
    ["of the purpose of a link", await signed({ aud: "treadle:approval" }, APPROVAL_SECRET), BAD],
    ["its parts in another order", `${claims}.${head}.${signature}`, BAD],
    ["its claims twice", `${head}.${claims}${claims}.${signature}`, BAD],
    ["in capitals", good.toUpperCase(), BAD],
    ["with escaped dots", good.replaceAll(".", "%2E"), BAD],
    [
      "with a kid that is a path",
      `${text({ alg: "HS256", kid: "../../dev/null" })}.${claims}.${signature}`,
      BAD,
    ],
    ["with a jku", `${text({ alg: "HS256", jku: "https://evil.example/k" })}.${claims}.${signature}`, BAD],
    ["with claims that are a list", `${head}.${text([claimsOf()])}.${signature}`, BAD],
    ["with an id beside it", `${good},${good}`, BAD],
    ["expired 6 s ago", await signed({ iat: SECONDS - 100, exp: SECONDS - 6 }), EXPIRED],
    ["expired a day ago", await signed({ iat: SECONDS - 90_000, exp: SECONDS - 86_400 }), EXPIRED],
    ...named,
  ];
}

Deno.test("E14: no forged, changed or stale token is taken by any route", async () => {
  const attacked = await createAttacked();
  const { id } = attacked.waits("ann.t1");
  const routes = routesOf("ann.t1", "eraser", id);
  const attacks = (await badTokens()).flatMap(([name, token, refused], index): Attack[] =>
    // Each token is sent to four routes, each time to others: every route gets dozens of them.
    [0, 5, 10, 16].map((offset) => {
      const [method, path, body] = routes[(index + offset) % routes.length] ?? assert.fail();
      const code = method === "HEAD" ? refused.map(([status]): Refusal => [status, undefined]) : refused;
      const headers = { authorization: `Bearer ${token}` };
      return {
        what: `${name}: ${method} ${path} ${offset}`,
        send: { method, path, body, headers },
        refused: code,
      };
    })
  );
  assert.ok(attacks.length >= 300, String(attacks.length));
  await attacked.repel(attacks);
  const good = await signed({ agents: ["eraser"] });
  assert.equal(
    (await attacked.app.ask(good, "GET", "/v1/threads/ann.t1")).status,
    200,
    "the good one is taken",
  );
});

/** Good tokens, and a thread, an agent and scopes that they are not for. */
const BEYOND:
  readonly (readonly [string, Readonly<Record<string, unknown>>, thread: string, agent: string])[] = [
    ["a prefix, a longer name", { prefix: "ann." }, "annabel.t1", "eraser"],
    ["a prefix, the name alone", { prefix: "ann." }, "ann", "eraser"],
    ["a prefix in capitals", { prefix: "ann." }, "ANN.t1", "eraser"],
    ["a prefix with another separator", { prefix: "ann." }, "ann-t1", "eraser"],
    ["a prefix within the id", { prefix: "ann." }, "bob.ann.t1", "eraser"],
    ["one thread, a longer id", { prefix: undefined, thread: "ann.t1" }, "ann.t10", "eraser"],
    ["one thread, a shorter id", { prefix: undefined, thread: "ann.t1" }, "ann.t", "eraser"],
    ["one thread, another case", { prefix: undefined, thread: "ann.t1" }, "ann.T1", "eraser"],
    ["one thread, its child", { prefix: undefined, thread: "ann.t1" }, "ann.t1.1", "eraser"],
    ["another user, no range", { prefix: undefined, user: "annabel" }, "ann.t1", "eraser"],
    ["a user in capitals", { prefix: undefined, user: "Ann" }, "ann.t1", "eraser"],
    ["a user with a blank", { prefix: undefined, user: "ann " }, "ann.t1", "eraser"],
    ["a user in another normal form", { prefix: undefined, user: "a\u0301nn" }, "ann.t1", "eraser"],
    ["a user with letters that look the same", { prefix: undefined, user: "аnn" }, "ann.t1", "eraser"],
    ["a user as records name it", { prefix: undefined, user: "user:ann" }, "ann.t1", "eraser"],
    ["another tenant", { prefix: undefined, tenant: "gamma" }, "ann.t1", "eraser"],
    ["an agent of another token", { prefix: undefined, agents: ["tester"] }, "ann.t1", "eraser"],
    ["an agent with a similar name", { prefix: undefined, agents: ["erase"] }, "ann.t1", "eraser"],
  ];

Deno.test("E14: a good token reaches no thread, agent or tenant that it is not for, by any route", async () => {
  const attacked = await createAttacked();
  const { id } = attacked.waits("ann.t1");
  const attacks: Attack[] = [];
  for (const [name, changes, thread, agent] of BEYOND) {
    const token = await signed({ agents: ["eraser"], ...changes });
    for (const [method, path, body, scope] of routesOf(thread, agent, id)) {
      // Another tenant may make a thread of this id; it has nothing to read.
      if (name === "another tenant" && (scope !== "read" || path.startsWith("/api"))) continue;
      const refused: Refusal[] = [FORBIDDEN, [404, "thread_unknown"]];
      attacks.push({
        what: `${name}: ${method} ${path} ${JSON.stringify(body)}`,
        send: { method, path, body, headers: { authorization: `Bearer ${token}` } },
        refused: method === "HEAD" ? [[403, undefined], [404, undefined]] : refused,
      });
    }
  }
  assert.ok(attacks.length >= 300, String(attacks.length));
  await attacked.repel(attacks);
});

Deno.test("E14: a token has its scopes on every route, and no caller raises its own", async () => {
  const attacked = await createAttacked();
  const { id } = attacked.waits("ann.t1");
  const attacks: Attack[] = [];
  for (const scopes of [[], ["read"], ["run"], ["decide"], ["read", "run"], ["read", "decide"]]) {
    const token = await signed({ agents: ["eraser"], scopes });
    const headers = { authorization: `Bearer ${token}` };
    for (const [method, path, body, scope] of routesOf("ann.t1", "eraser", id)) {
      if (scopes.includes(scope)) continue;
      const refused: Refusal = method === "HEAD" ? [403, undefined] : FORBIDDEN;
      const what = `${scopes}: ${method} ${path} ${JSON.stringify(body)}`;
      attacks.push({ what, send: { method, path, body, headers }, refused: [refused] });
    }
    const grant = { user: "ann", agents: ["eraser"], scopes: ["read", "run", "decide"] };
    attacks.push({
      what: `${scopes}: asks for another token`,
      send: { method: "POST", path: "/v1/tokens", body: grant, headers },
      refused: [FORBIDDEN],
    });
  }
  const grants: readonly Readonly<Record<string, unknown>>[] = [
    { tenant: "beta" },
    { user: "ann", by: "boss" },
    { scopes: ["manage"] },
    { scopes: "run" },
    { agents: [] },
    { agents: ["*"] },
    { threadPrefix: "ann" },
    { threadPrefix: "" },
    { threadPrefix: "*." },
    { thread: "ann.t1", threadPrefix: "ann." },
    { expiresInMs: 1e12 },
    { iss: "other" },
    { user: "ann\n" },
    { user: "" },
  ];
  for (const grant of grants) {
    attacks.push({
      what: `a key asks for ${JSON.stringify(grant)}`,
      send: {
        method: "POST",
        path: "/v1/tokens",
        body: { user: "ann", agents: ["eraser"], ...grant },
        headers: { authorization: `Bearer ${KEY}` },
      },
      refused: [INVALID, [422, "agent_unknown"], [404, "agent_unknown"]],
    });
  }
  assert.ok(attacks.length >= 80, String(attacks.length));
  await attacked.repel(attacks);
});
