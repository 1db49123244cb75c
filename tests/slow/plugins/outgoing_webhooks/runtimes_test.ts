// Row E8: webhooks go out of both runtimes, and out of a process that was killed; those of alarms (K1) from every store.

import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { alarms } from "../../../../src/plugins/alarms/mod.ts";
import { scenario } from "../../../../src/providers/scripted/scenario.ts";
import { createSqliteStore } from "../../../../src/stores/embedded/sqlite/store.ts";
import { checkPlugin } from "../../../../src/testing/check_plugin.ts";
import { type Got, receive } from "../../../outbound/_servers.ts";
import { bootWorker } from "../../support/boot_worker.ts";
import { fromFileUrl, projectRoot } from "../../../support/project.ts";
import { serveRedisRest } from "../../../support/redis/rest.ts";
import { fileRedis } from "../../../support/redis/upstash_store.ts";
import { freePort } from "../../../support/requires.ts";
import { budgets } from "../../../../src/plugins/budgets/mod.ts";
import { alarmsIn, deploy, HOUR_MS, minutes, run, settle } from "../../../plugins/alarms/_alarms.ts";
import { answering, headersOf, SEAL } from "../../../plugins/outgoing_webhooks/_outgoing.ts";
import { onEveryStore } from "../../../support/every_store.ts";

const KEY = "key-of-acme-0123456789";
const HEADERS = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
const ENV = {
  TREADLE_API_KEYS: `acme:${KEY}`,
  TREADLE_SEAL_SECRETS: SEAL,
  TREADLE_ALLOW_PRIVATE_HOSTS: "127.0.0.1",
};

interface Arrivals {
  readonly respond: (got: Got) => Promise<Response>;
  /** The next request, as soon as it has come. */
  next(): Promise<Got>;
}

/** Requests, one after the other; each waits for `answer`. */
function arrivals(answer: (got: Got) => Response | Promise<Response>): Arrivals {
  const come: Got[] = [];
  const waiting: ((got: Got) => void)[] = [];
  return {
    async respond(got) {
      const taker = waiting.shift();
      if (taker === undefined) come.push(got);
      else taker(got);
      return await answer(got);
    },
    next: () => {
      const first = come.shift();
      return first === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(first);
    },
  };
}

async function post(url: string, body: object): Promise<ReturnType<typeof JSON.parse>> {
  const response = await fetch(url, { method: "POST", headers: HEADERS, body: JSON.stringify(body) });
  const text = await response.text();
  assert.ok(response.ok, text);
  return JSON.parse(text);
}

const RUN = { agent: "demo", input: "What is the weather in Paris?", until: "done" };

Deno.test({
  name: "E8: in workerd with Redis a run is reported, signed, and a private address makes no endpoint",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    const { respond, next } = arrivals(() => new Response("ok"));
    await using receiver = receive(respond, { plain: true });
    await using rest = await serveRedisRest({ redis: await fileRedis(), token: "webhooks-out-token" });
    const redis = { UPSTASH_REDIS_REST_URL: rest.url, UPSTASH_REDIS_REST_TOKEN: rest.token };
    await using worker = await bootWorker({ ...ENV, ...redis, TREADLE_STORE: "upstash" }, {
      main: "tests/slow/plugins/outgoing_webhooks/_worker.ts",
    });
    const url = `http://127.0.0.1:${receiver.port}/hook`;
    const { secret } = await post(`${worker.url}/v1/webhook-endpoints`, { url, events: ["run.finished"] });
    await post(`${worker.url}/v1/threads/t1/steps`, RUN);
    const got = await next();
    const { type, data } = Object(new Webhook(secret).verify(got.body, headersOf(got)));
    assert.deepEqual([type, data.thread, data.status], ["run.finished", "t1", "done"]);
    for (
      const refused of [
        "https://10.0.0.1/",
        "https://[::ffff:127.0.0.1]/",
        "https://0x7f.1:1/",
        "https://localhost/",
      ]
    ) {
      const response = await fetch(`${worker.url}/v1/webhook-endpoints`, {
        method: "POST",
        headers: HEADERS,
        body: JSON.stringify({ url: refused }),
      });
      const { code } = await response.json();
      // 127.0.0.1 is allowed here, in each of its spellings.
      assert.equal(code, refused.includes("0x7f") ? undefined : "outbound_refused", refused);
    }
  },
});

Deno.test({
  name:
    "E8: a Deno process that is killed in the middle of a delivery delivers after its restart, with the same webhook-id",
  sanitizeResources: false, // the response that the killed process was to read
  fn: async () => {
    const folder = await Deno.makeTempDir();
    const path = `${folder}/t.sqlite`;
    const { promise: held, resolve: release } = Promise.withResolvers<Response>();
    let first = true;
    const { respond, next } = arrivals(() => {
      const answer = first ? held : new Response("ok");
      first = false;
      return answer;
    });
    await using receiver = receive(respond, { plain: true });
    const env = { ...ENV, TREADLE_STORE: `sqlite:${path}` };
    let secret = "";
    {
      await using server = await serveDeno(env);
      const url = `http://127.0.0.1:${receiver.port}/hook`;
      ({ secret } = await post(`${server.url}/v1/webhook-endpoints`, { url, events: ["run.finished"] }));
      await post(`${server.url}/v1/threads/t1/steps`, RUN);
      const got = await next();
      await server.kill();
      // The time that the pump leaves a delivery alone which is under way passes at once.
      const store = createSqliteStore({ path });
      const [row] = await store.listDue(Date.now() + 120_000, 10);
      assert.ok(row !== undefined);
      await store.moveDue(row.tenant, row.name, { to: Date.now() - 1 });
      await store.close();
      await using again = await serveDeno(env);
      const repeated = await next();
      assert.equal(repeated.headers.get("webhook-id"), got.headers.get("webhook-id"));
      assert.equal(repeated.body, got.body);
      new Webhook(secret).verify(repeated.body, headersOf(repeated));
      assert.doesNotMatch(again.output() + server.output(), /whsec|v1,/);
    }
    release(new Response("late"));
    await Deno.remove(folder, { recursive: true });
  },
});

interface Served extends AsyncDisposable {
  readonly url: string;
  kill(): Promise<void>;
  output(): string;
}

async function serveDeno(env: Record<string, string>): Promise<Served> {
  const port = freePort();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", "tests/slow/plugins/outgoing_webhooks/_server.ts"],
    cwd: fromFileUrl(projectRoot),
    env: { ...env, PORT: String(port), TREADLE_LOG: "json" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let printed = "";
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  const reading = [child.stdout, child.stderr].map(async (stream) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      printed += text;
      if (printed.includes("Treadle listens")) resolve();
    }
    resolve();
  });
  await listening;
  const kill = async () => {
    try {
      child.kill("SIGKILL");
    } catch { /* it has ended */ }
    await child.status;
    await Promise.all(reading);
  };
  return { url: `http://127.0.0.1:${port}`, kill, output: () => printed, [Symbol.asyncDispose]: kill };
}

onEveryStore("K1: every kind of a rule is measured, raised, sent and ended", async (store) => {
  await using receiver = answering(200);
  const deployed = deploy({
    every: "1m",
    rules: [
      { name: "runs", when: { failedRuns: { above: 1, within: "5m" } } },
      { name: "inbox", when: { inboxOlderThan: "2m" } },
      { name: "budget", when: { budgetAt: 0.5 } },
      { name: "paint", when: { toolFailures: { tool: "paint", above: 1, within: "5m" } } },
    ],
  }, { store, plugins: [budgets()], env: { TREADLE_BUDGETS: JSON.stringify({ tenant: { steps: 10 } }) } });
  const { first, time } = deployed;
  await first.endpoint(receiver, { events: ["alarm.raised", "alarm.ended"] });
  await run(first, ["Hi."]);
  await settle(first);
  await run(first, ["fail", "break", "fail", "break"]);
  await first.run("waits", { agent: "painter", input: "ask" });
  await minutes(4, deployed);
  const raised = ["budget", "inbox", "paint", "runs"];
  assert.deepEqual(
    alarmsIn(receiver).map(([type, rule]) => [type, rule]).sort(),
    raised.map((rule) => ["alarm.raised", rule]),
  );
  await first.ask("POST", "/v1/threads/waits/cancel");
  time.now += 12 * HOUR_MS;
  await minutes(2, deployed);
  const { alarms: list } = await first.ask("GET", "/v1/analytics/alarms");
  assert.deepEqual(list.map(({ status }: { status: string }) => status), Array(4).fill("quiet"));
  assert.equal(receiver.got.length, 8);
});

Deno.test("K2, K5: alarms count each call once, wherever a machine vanishes", async () => {
  const search = defineTool({
    name: "search",
    description: "Searches.",
    effect: "pure",
    run: () => "nothing",
  });
  const rules = [
    { name: "tool", when: { toolFailures: { tool: "search", above: 1, within: "1h" } } },
    { name: "runs", when: { failedRuns: { above: 1, within: "1h" } } },
  ];
  const { problems, crashes, uncompared } = await checkPlugin(alarms({ rules }), {
    agent: defineAgent({ name: "a", model: "scripted/a", tools: [search] }),
    script: scenario().calls("search").calls("search").next().says("One.").next().calls("search").next()
      .says("Two."),
    inputs: ["One?", "Two?"],
  });
  assert.deepEqual([problems, uncompared], [[], 0]);
  assert.ok(crashes > 10, `${crashes} crashes`);
});
