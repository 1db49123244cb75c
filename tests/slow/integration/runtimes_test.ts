// Both real runtimes on the same Redis: a full run over SSE and over JSON in each, one continuing what the other began.

import assert from "node:assert/strict";
import type { Entry } from "../../../src/core/entry.ts";
import { bootDeno, type Booted } from "../../support/boot_deno.ts";
import { bootWorker } from "../support/boot_worker.ts";
import { jsonStep, streamStep, textOfEvents } from "../support/client.ts";
import { assertHistory } from "../../support/invariants.ts";
import { serveRedisRest } from "../../support/redis/rest.ts";
import { startRedis } from "../../support/redis/server.ts";
import { needsRedis } from "../../support/requires.ts";

const PARIS = "What is the weather in Paris?";
const ANSWER = "It is 18 °C and clear in Paris.";
const KEY = "key-of-acme-0123456789";
const headers = { authorization: `Bearer ${KEY}` };
/** Miniflare keeps a child process and timers beyond a test's own scope. */
const loose = { sanitizeOps: false, sanitizeResources: false };

needsRedis(
  "E1: deno and workerd run the demo over SSE and JSON and continue each other's threads",
  async (test) => {
    await using redis = await startRedis();
    await using rest = await serveRedisRest({ redis, token: "token-for-tests" });
    const env = {
      UPSTASH_REDIS_REST_URL: rest.url,
      UPSTASH_REDIS_REST_TOKEN: rest.token,
      TREADLE_API_KEYS: `acme:${KEY}`,
      TREADLE_APPROVAL_SECRET: "a-PRIVATE-secret-of-both-runtimes",
    };
    await using deno = await bootDeno(env);
    await using worker = await bootWorker(env);

    // An isolate's first use of each script finds out whether this Redis knows it; from then on, one request each.
    for (const runtime of [deno, worker]) {
      const thread = `warm-${runtime.name}`;
      await approve(runtime, thread, await askToDelete(runtime, thread));
      await jsonStep(runtime.fetch, thread, { until: "done" }, headers);
    }

    for (const [runtime, other] of [[deno, worker], [worker, deno]] as const) {
      await test.step(`${runtime.name}: SSE`, async () => {
        const events = await streamStep(runtime.fetch, `sse-${runtime.name}`, {
          agent: "demo",
          input: PARIS,
          until: "done",
        }, headers);
        assert.equal(textOfEvents(events), `Let me check.${ANSWER}`);
        const finished = events.find((event) => event.type === "tool.finished");
        assert.deepEqual(finished?.output, { city: "Paris", tempC: 18, sky: "clear" });
      });

      await test.step(`${runtime.name}: JSON, begun here, continued by ${other.name}`, async () => {
        const thread = `json-${runtime.name}`;
        const planned = await jsonStep(runtime.fetch, thread, { agent: "demo", input: PARIS }, headers);
        assert.equal(planned.status, 200, JSON.stringify(planned.answer));
        assert.deepEqual(planned.answer.calls.map(({ name, state }) => [name, state]), [[
          "get_weather",
          "pending",
        ]]);
        rest.stats.reset();
        const done = await jsonStep(other.fetch, thread, {}, headers);
        assert.equal(done.answer.output, ANSWER);
        assert.equal(rest.stats.total, 2, "a step is two store requests");
        assertHistory(await history(runtime, thread));
      });

      await test.step(`${runtime.name}: one store request per inner step, plus one`, async () => {
        rest.stats.reset();
        const { answer } = await jsonStep(runtime.fetch, `inner-${runtime.name}`, {
          agent: "demo",
          input: PARIS,
          until: "done",
        }, headers);
        assert.equal(answer.step, 2);
        assert.equal(rest.stats.total, 3);
      });

      await test.step(`${runtime.name}: an approval given in ${other.name}`, async () => {
        const thread = `approve-${runtime.name}`;
        await approve(other, thread, await askToDelete(runtime, thread));
        rest.stats.reset();
        const done = await jsonStep(runtime.fetch, thread, { until: "done" }, headers);
        assert.equal(done.answer.output, "Record r1 is deleted.");
        assert.equal(rest.stats.total, 3, "a once tool costs one request more");
      });

      await test.step(`${runtime.name}: a link that was made here, opened and answered in ${other.name}`, async () => {
        const thread = `link-${runtime.name}`;
        const path = `/v1/threads/${thread}/approvals/${await askToDelete(runtime, thread)}/link`;
        const made = await runtime.fetch(path, { method: "POST", headers });
        const { url }: { url: string } = await made.json();
        const { pathname } = new URL(url);
        for (const [method, status] of [["HEAD", 200], ["GET", 200], ["POST", 200], ["POST", 409]] as const) {
          const body = method === "POST" ? { body: new URLSearchParams({ decision: "deny" }) } : {};
          const response = await other.fetch(pathname, { method, ...body });
          assert.equal(response.status, status, `${method}: ${await response.text()}`);
        }
        const done = await jsonStep(runtime.fetch, thread, { until: "done" }, headers);
        assert.deepEqual(done.answer.calls.map(({ state }) => state), ["denied"]);
      });

      await test.step(`${runtime.name}: wrong key, no key, other tenants' threads`, async () => {
        assert.equal((await jsonStep(runtime.fetch, "x", { agent: "demo", input: "hi" })).status, 401);
        const wrong = await jsonStep(runtime.fetch, "x", { agent: "demo", input: "hi" }, {
          authorization: "Bearer nope",
        });
        assert.equal(wrong.answer.code, "unauthorized");
      });
    }

    await test.step("the thread continues after the server process was killed and started again", async () => {
      const before = await bootDeno(env);
      await jsonStep(before.fetch, "restart", { agent: "demo", input: PARIS }, headers);
      await before.kill();
      await using after = await bootDeno(env);
      assert.equal((await jsonStep(after.fetch, "restart", {}, headers)).answer.output, ANSWER);
    });

    async function askToDelete(runtime: Booted, thread: string): Promise<string> {
      const body = { agent: "demo", input: "delete record r1", until: "done" } as const;
      const { answer } = await jsonStep(runtime.fetch, thread, body, headers);
      assert.equal(answer.thread.status, "waiting");
      const [call] = answer.calls;
      return call?.id ?? assert.fail("no call");
    }

    async function approve(runtime: Booted, thread: string, callId: string): Promise<void> {
      const response = await runtime.fetch(`/v1/threads/${thread}/approvals/${callId}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ approved: true }),
      });
      assert.equal(response.status, 200, await response.text());
    }

    async function history(runtime: Booted, thread: string): Promise<Entry[]> {
      const response = await runtime.fetch(`/v1/threads/${thread}/history?limit=100`, { headers });
      const page: { entries: Entry[] } = await response.json();
      return page.entries;
    }
  },
  loose,
);

Deno.test("E1: on sqlite the same thread continues after the process was killed", async () => {
  const folder = await Deno.makeTempDir({ prefix: "treadle-sqlite-" });
  try {
    const env = { TREADLE_STORE: `sqlite:${folder}/threads.sqlite` };
    const before = await bootDeno(env);
    await jsonStep(before.fetch, "restart", { agent: "demo", input: PARIS });
    await before.kill();
    await using after = await bootDeno(env);
    assert.equal((await jsonStep(after.fetch, "restart", {})).answer.output, ANSWER);
    assert.match(after.output(), /http:\/\/127\.0\.0\.1:\d+/, "the start prints the address");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test({
  name: "E14: a Worker without keys refuses every request",
  ...loose,
  fn: async () => {
    await using worker = await bootWorker({});
    for (const path of ["/", "/healthz", "/v1/agents", "/openapi.json"]) {
      const response = await worker.fetch(path);
      assert.equal(response.status, 503, path);
      assert.equal((await response.json()).code, "not_configured");
    }
  },
});
