/** An existing Worker mounts Treadle: _worker.ts in workerd, with KV, D1, JWT, and Redis behind the Upstash REST bridge. */
import assert from "node:assert/strict";
import { sign } from "hono/jwt";
import { closeBrowser, coloursOf, idle, say, visit } from "../playground/site.ts";
import type { BootedProcess } from "../../support/boot_deno.ts";
import { bootWorker } from "../support/boot_worker.ts";
import { holds } from "../../support/eventually.ts";
import { fileRedis } from "../../support/redis/upstash_store.ts";
import { serveRedisRest } from "../../support/redis/rest.ts";
import { browser, needs, needsRedis, redisServer } from "../../support/requires.ts";

const JWT_SECRET = "the-secret-of-the-shop-0123456789";
const SECRET = "warehouse-secret-0123456789";

interface Shop extends AsyncDisposable {
  readonly worker: BootedProcess;
  readonly token: string;
  /** Requests of the tool to the warehouse; each has a response when the test gives one. */
  arrival(): Promise<Arrival>;
}

interface Arrival {
  readonly authorization: string | null;
  answer(place: string): void;
}

async function openShop({ slow = false } = {}): Promise<Shop> {
  const rest = await serveRedisRest({ redis: await fileRedis(), token: "test-token-of-the-bridge" });
  let arrived = Promise.withResolvers<Arrival>();
  const warehouse = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async ({ headers }) => {
      const authorization = headers.get("authorization");
      if (!slow) return new Response(authorization === `Bearer ${SECRET}` ? "shelf 7" : "refused");
      const { promise, resolve } = Promise.withResolvers<string>();
      arrived.resolve({ authorization, answer: resolve });
      return new Response(await promise);
    },
  );
  const worker = await bootWorker({
    UPSTASH_REDIS_REST_URL: rest.url,
    UPSTASH_REDIS_REST_TOKEN: rest.token,
    SHOP_JWT_SECRET: JWT_SECRET,
    SHOP_SECRET: SECRET,
    SHOP_WAREHOUSE: `http://127.0.0.1:${warehouse.addr.port}`,
  }, { main: "tests/slow/treadle/_worker.ts", kv: ["SHOP_KV"], d1: ["SHOP_DB"] });
  const token = await tokenOf({ org: crypto.randomUUID(), sub: "ann", scope: "openid read run decide" });
  const order = await worker.fetch("/orders/o1", {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ item: "a loom", status: "shipped" }),
  });
  assert.equal(order.status, 204, await order.text());
  return {
    worker,
    token,
    async arrival() {
      const found = await arrived.promise;
      arrived = Promise.withResolvers();
      return found;
    },
    async [Symbol.asyncDispose]() {
      await worker.stop();
      await warehouse.shutdown();
      await rest.close();
    },
  };
}

function tokenOf(claims: Readonly<Record<string, string>>): Promise<string> {
  return sign({ ...claims, exp: Math.floor(Date.now() / 1000) + 600 }, JWT_SECRET, "HS256");
}

function ask(
  worker: BootedProcess,
  token: string,
  thread: string,
  accept = "application/json",
): Promise<Response> {
  return worker.fetch(`/agents/v1/threads/${thread}/steps`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", accept },
    body: JSON.stringify({ agent: "clerk", input: "Where is my order?", until: "done" }),
  });
}

needsRedis(
  "E1: an existing Worker with JWT, KV and D1 mounts the routes, and a tool reads KV, D1 and a secret",
  async () => {
    await using shop = await openShop();
    const { worker, token } = shop;
    const answer = await ask(worker, token, "t1");
    const { output, calls, thread } = await answer.json();
    assert.equal(output, "Your order is on its way.");
    assert.deepEqual(calls[0].output, { status: "shipped", item: "a loom", place: "shelf 7", user: "ann" });
    assert.equal(thread.user, "ann");

    assert.equal((await ask(worker, "no.such.token", "t1")).status, 401);
    const reader = await tokenOf({ org: "acme", sub: "rita", scope: "read" });
    assert.equal((await (await ask(worker, reader, "t1")).json()).code, "forbidden");
    const bob = await tokenOf({ org: "acme", sub: "bob", scope: "read run" });
    const foreign = await worker.fetch("/agents/v1/threads/t1", {
      headers: { authorization: `Bearer ${bob}` },
    });
    assert.equal((await foreign.json()).code, "thread_unknown");

    const unknown = await worker.fetch("/agents/nothing", { headers: { authorization: `Bearer ${token}` } });
    assert.equal((await unknown.json()).code, "not_found");
    const { servers } = await (await worker.fetch("/agents/openapi.json")).json();
    assert.deepEqual(servers, [{ url: "/agents" }]);
  },
);

needsRedis(
  "a Worker's own route runs an agent with env of cloudflare:workers; without env a call says what to write",
  async () => {
    await using shop = await openShop();
    const { worker, token } = shop;
    const own = await worker.fetch("/orders/o1/question", {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: "Where is it?",
    });
    assert.deepEqual(await own.json(), { output: "Your order is on its way." });
    const mounted = await worker.fetch("/agents/v1/threads/order-o1", {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal((await mounted.json()).user, "ann", "the thread of the call is that of the routes");
    const { code, message } = await (await worker.fetch("/outside")).json();
    assert.equal(code, "config_invalid");
    assert.match(message, /import \{ env \} from "cloudflare:workers"/);
  },
);

Deno.test("a mounted Worker with a wrong variable answers problem+json that names nothing, and its own routes go on", async () => {
  const bindings = { SHOP_JWT_SECRET: JWT_SECRET, TREADLE_OPEN: "yes" };
  await using worker = await bootWorker(bindings, {
    main: "tests/slow/treadle/_worker.ts",
    kv: ["SHOP_KV"],
    d1: ["SHOP_DB"],
  });
  const response = await worker.fetch("/agents/healthz");
  const text = await response.text();
  assert.deepEqual([response.status, JSON.parse(text).code], [500, "config_invalid"]);
  assert.doesNotMatch(text, /TREADLE/);
  await (await worker.fetch("/agents/v1/agents")).body?.cancel();
  assert.equal(
    worker.output().match(/TREADLE_OPEN must be 0 or 1/g)?.length,
    1,
    "the log has the reason once",
  );
  assert.equal((await worker.fetch("/orders/o1", { method: "PUT" })).status, 401);
});

needsRedis("E4: a run of a mounted Worker goes on by waitUntil when its client has left", async () => {
  await using shop = await openShop({ slow: true });
  const { worker, token } = shop;
  const response = await ask(worker, token, "t1", "text/event-stream");
  const reader = response.body?.getReader();
  await reader?.read();
  const { authorization, answer } = await shop.arrival();
  assert.equal(authorization, `Bearer ${SECRET}`);
  await reader?.cancel();
  const read = async () => {
    const found = await worker.fetch("/agents/v1/threads/t1", {
      headers: { authorization: `Bearer ${token}` },
    });
    return await found.json();
  };
  assert.equal((await read()).running, true);
  answer("shelf 8");
  const rest = await worker.fetch("/agents/v1/threads/t1/events", {
    headers: { authorization: `Bearer ${token}`, accept: "text/event-stream" },
  });
  assert.match(await rest.text(), /shelf 8/);
  const { status, running } = await read();
  assert.deepEqual([status, running], ["done", false]);
});

needs(
  { ...browser, available: browser.available && redisServer.available },
  Deno.env.get("REQUIRE_BROWSER") === "1",
  "E15: the page works below the base path of a mounted Worker, with a token of that Worker's own",
  async () => {
    await using shop = await openShop();
    const { worker, token } = shop;
    await using visitor = await visit(`${worker.url}/agents/`);
    const { page } = visitor;
    await page.getByLabel("API key").fill(token);
    await page.getByRole("button", { name: "Use key" }).click();
    await say(page, "Where is my order?");
    await page.getByText("Your order is on its way.").waitFor();
    await idle(page);
    await holds(async () => assert.match(await page.locator(".call").last().innerText(), /look_up_order/));
    await holds(async () => assert.match(await page.locator(".call").last().innerText(), /shelf 7/));
    assert.ok((await coloursOf(page, await page.screenshot())).colours > 20);
    assert.deepEqual(visitor.complaints.filter((line) => !/401/.test(line)), []);
  },
);

Deno.test.afterAll(closeBrowser);
