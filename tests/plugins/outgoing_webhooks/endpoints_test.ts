// Rows E8 and E14: the endpoints that tenants make by the API.

import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { KEY, OTHER_KEY } from "../../http/_app.ts";
import { byToken } from "../../http/access/_callers.ts";
import { SECRET, signed } from "../../http/access/_tokens.ts";
import { answering, createOutgoing, headersOf, HOST } from "./_outgoing.ts";

const PATHS = [
  "POST /v1/webhook-endpoints",
  "GET /v1/webhook-endpoints",
  "GET /v1/webhook-endpoints/whe_00000000000000000000",
  "DELETE /v1/webhook-endpoints/whe_00000000000000000000",
  "POST /v1/webhook-endpoints/whe_00000000000000000000/rotate",
  "POST /v1/webhook-endpoints/whe_00000000000000000000/enable",
  "GET /v1/webhook-deliveries",
  "GET /v1/webhook-deliveries/whd_000000000000000000000_0.whe_00000000000000000000",
  "POST /v1/webhook-deliveries/whd_000000000000000000000_0.whe_00000000000000000000/resend",
  "DELETE /v1/webhook-deliveries/whd_000000000000000000000_0.whe_00000000000000000000",
];

Deno.test("E8: an endpoint shows its secret once, is listed without it, and is removed", async () => {
  await using receiver = answering(200);
  const app = createOutgoing();
  const made = await app.endpoint(receiver, { description: "Ops" });
  assert.match(made.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const { endpoints } = await app.ask("GET", "/v1/webhook-endpoints");
  assert.deepEqual(endpoints, [{
    id: made.id,
    url: `https://${HOST}:${receiver.port}/hook?key=u-s3cret`,
    events: [
      ...["step.committed", "run.finished", "run.failed", "approval.requested", "tool.calls_fell"],
      ...["alarm.raised", "alarm.ended"],
    ],
    agents: null,
    description: "Ops",
    createdAt: new Date(app.now).toISOString(),
    disabledAt: null,
  }]);
  await app.ask("DELETE", `/v1/webhook-endpoints/${made.id}`);
  await app.run("t1");
  await app.deliver();
  assert.equal(receiver.got.length, 0);
  assert.equal((await app.send("DELETE", `/v1/webhook-endpoints/${made.id}`)).status, 404);
});

Deno.test("E8: after a rotation both secrets verify for 24 hours, and then the new one alone", async () => {
  await using receiver = answering(200);
  const app = createOutgoing();
  const { id, secret: old } = await app.endpoint(receiver, { events: ["run.finished"] });
  const { secret: fresh, previousUntil } = await app.ask("POST", `/v1/webhook-endpoints/${id}/rotate`);
  assert.equal(Date.parse(previousUntil), app.now + 86_400_000);
  const verifies = (secret: string) => {
    const got = receiver.got.at(-1) ?? assert.fail("nothing came");
    const headers = { ...headersOf(got) };
    try {
      new Webhook(secret).verify(got.body, headers);
      return true;
    } catch (error) {
      assert.match(String(error), /signature|timestamp/i);
      return false;
    }
  };
  await app.run("t1");
  await app.deliver();
  assert.deepEqual([verifies(old), verifies(fresh)], [true, true]);
  assert.equal(receiver.got.at(-1)?.headers.get("webhook-signature")?.split(" ").length, 2);
  app.now += 86_400_001;
  await app.run("t2");
  await app.deliver();
  assert.equal(receiver.got.at(-1)?.headers.get("webhook-signature")?.split(" ").length, 1);
});

Deno.test("E8: addresses that are private, or no URL, make no endpoint, and a tenant has at most 16", async () => {
  await using receiver = answering(200);
  const app = createOutgoing();
  const urls: [string, string][] = [
    ["https://127.0.0.1/", "outbound_refused"],
    ["https://metadata.google.internal/", "outbound_refused"],
    ["http://example.com/", "outbound_refused"],
    ["https://a:b@example.com/", "outbound_refused"],
    ["https://gone.example.com/", "outbound_failed"],
    ["nope", "invalid_request"],
    [`https://example.com/${"x".repeat(1100)}`, "invalid_request"],
  ];
  for (const [url, code] of urls) {
    const response = await app.send("POST", "/v1/webhook-endpoints", { url });
    assert.equal((await response.json()).code, code, url);
  }
  assert.deepEqual(await app.ask("GET", "/v1/webhook-endpoints"), { endpoints: [] });
  for (let made = 0; made < 16; made += 1) await app.endpoint(receiver);
  const url = `https://${HOST}:${receiver.port}/`;
  const response = await app.send("POST", "/v1/webhook-endpoints", { url });
  assert.deepEqual([response.status, (await response.json()).code], [409, "endpoint_limit"]);
});

Deno.test("E8: endpoints that are made, rotated and removed at once do not undo each other", async () => {
  await using receiver = answering(200);
  const app = createOutgoing();
  const first = await app.endpoint(receiver);
  const [second, , third] = await Promise.all([
    app.endpoint(receiver),
    app.ask("POST", `/v1/webhook-endpoints/${first.id}/rotate`),
    app.endpoint(receiver),
  ]);
  const { endpoints } = await app.ask("GET", "/v1/webhook-endpoints");
  assert.deepEqual(
    endpoints.map(({ id }: { readonly id: string }) => id).toSorted(),
    [first.id, second.id, third.id].toSorted(),
  );
});

Deno.test("E14: endpoints of another tenant do not exist", async () => {
  await using receiver = answering(200);
  const app = createOutgoing();
  const { id } = await app.endpoint(receiver);
  const headers = { authorization: `Bearer ${OTHER_KEY}` };
  for (const [method, path] of [["GET", ""], ["DELETE", ""], ["POST", "/rotate"], ["POST", "/enable"]]) {
    const response = await app.send(method ?? "", `/v1/webhook-endpoints/${id}${path}`, undefined, headers);
    assert.deepEqual([response.status, (await response.json()).code], [404, "endpoint_unknown"]);
  }
  const listed = await app.send("GET", "/v1/webhook-endpoints", undefined, headers);
  assert.deepEqual(await listed.json(), { endpoints: [] });
});

Deno.test("E14: the sealed secret of an endpoint signs nothing for another tenant, where its text has come to that tenant", async () => {
  await using receiver = answering(200);
  const app = createOutgoing();
  await app.endpoint(receiver, { events: ["run.finished"] });
  const name = ["webhook_endpoints", "all"] as const;
  const text = await app.store.readDefinition("acme", ...name) ?? assert.fail("no endpoint is stored");
  assert.equal(await app.store.putDefinition("beta", ...name, text), true);
  const step = { agent: "tester", input: "Go.", until: "done" };
  const other = { authorization: `Bearer ${OTHER_KEY}` };
  assert.equal((await app.send("POST", "/v1/threads/t1/steps", step, other)).status, 200);
  await app.deliver();
  assert.equal(receiver.got.length, 0);
  assert.match(app.logs.join("\n"), /"secrets_not_configured"/);
  await app.run("t1");
  await app.deliver();
  assert.equal(receiver.got.length, 1);
});

Deno.test("E14: tokens for browsers, and callers without the scope manage, have none of these routes", async () => {
  const withTokens = createOutgoing({
    env: { TREADLE_TOKEN_SECRETS: SECRET },
    clock: () => Date.UTC(2026, 10, 22, 12),
  });
  const token = await signed({ prefix: undefined });
  const own = createOutgoing({ authenticate: byToken });
  const patterns = PATHS.map((route) => route.replace(/wh[de]_[^/]+/, ":id"));
  const routed = own.app.routes.map(({ method, path }) => `${method} ${path}`)
    .filter((route) => / \/v1\/webhook-/.test(route));
  assert.deepEqual([...new Set(routed)].toSorted(), patterns.toSorted(), "every route of the door is here");
  for (const route of PATHS) {
    const [method = "", path = ""] = route.split(" ");
    const body = route === PATHS[0] ? { url: "https://example.com/" } : undefined;
    for (
      const [app, caller] of [[withTokens, token], [own, "acme.ann"], [own, "acme..read+run+decide"]] as const
    ) {
      const response = await app.send(method, path, body, { authorization: `Bearer ${caller}` });
      assert.deepEqual(
        [response.status, (await response.json()).code],
        [403, "forbidden"],
        `${route} ${caller}`,
      );
    }
    const response = await withTokens.send(method, path, body, { authorization: `Bearer ${KEY}` });
    assert.notEqual(response.status, 403);
    await response.body?.cancel();
  }
});

Deno.test("E14: without a key for secrets there are no endpoints of tenants, and a step writes and reads nothing for them", async () => {
  const app = createOutgoing({ env: { TREADLE_SEAL_SECRETS: "" } });
  const refused = await app.send("POST", "/v1/webhook-endpoints", { url: `https://${HOST}/` });
  assert.deepEqual([refused.status, (await refused.json()).code], [503, "secrets_not_configured"]);
  const { app: closed } = createOutgoing({ options: { api: false } });
  assert.ok(closed.routes.every(({ path }) => !path.startsWith("/v1/webhook-endpoints")));
  await app.run("t1");
  assert.deepEqual([app.sent.length, await app.store.listDefinitions("acme", "delivery")], [0, []]);
});
