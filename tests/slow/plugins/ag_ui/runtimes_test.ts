// Row E7: the clients of AG-UI against both real runtimes as they are deployed, on Redis.

import assert from "node:assert/strict";
import { bootDeno } from "../../../support/boot_deno.ts";
import { bootWorker } from "../../support/boot_worker.ts";
import { serveRedisRest } from "../../../support/redis/rest.ts";
import { startRedis } from "../../../support/redis/server.ts";
import { needsRedis } from "../../../support/requires.ts";
import { callsOf, type Client, ran, say, shortOf, VERSIONS } from "./_clients.ts";

const KEY = "key-of-acme-0123456789";
const PARIS = "What is the weather in Paris?";
const ANSWER = "assistant:It is 18 °C and clear in Paris.";

type Story = (open: (agent?: string, initialMessages?: readonly object[]) => Client) => Promise<void>;

const STORIES: Readonly<Record<string, Story>> = {
  async "text and a tool, then a reload"(open) {
    const client = open();
    const { last, error } = await say(client, PARIS, "m1");
    assert.equal(error, undefined);
    assert.equal(last?.type, "RUN_FINISHED");
    assert.equal(shortOf(client).at(-1), ANSWER);
    await say(client, PARIS, "m2");
    assert.equal(client.messages.length, 8);
    const reloaded = open();
    await ran(reloaded);
    assert.deepEqual(shortOf(reloaded), shortOf(client));
  },

  async "an approval over a reload"(open) {
    const first = open();
    await say(first, "Delete record r1", "m1");
    const reloaded = open();
    await ran(reloaded);
    assert.equal(callsOf(reloaded).length, 1);
    const resume = reloaded.pendingInterrupts.map(({ id: interruptId }) => ({
      interruptId,
      status: "resolved" as const,
      payload: { approved: true },
    }));
    const { error } = await ran(reloaded, { resume });
    assert.equal(error, undefined);
    assert.equal(shortOf(reloaded).at(-1), "assistant:Record r1 is deleted.");
    assert.equal(callsOf(reloaded).length, 1);
  },

  async "a tool of the page"(open) {
    const client = open("page");
    await say(client, PARIS, "m1");
    const toolCallId = callsOf(client)[0]?.id;
    const content = JSON.stringify({ city: "Paris", tempC: 18, sky: "clear" });
    client.addMessage({ id: "t1", role: "tool", toolCallId, content });
    const { error } = await ran(client);
    assert.equal(error, undefined);
    assert.equal(shortOf(client).at(-1), ANSWER);
  },

  async "an answer again, and the same run twice"(open) {
    const client = open();
    await say(client, PARIS, "m1", { runId: "r1" });
    const whole = shortOf(client);
    const again = open("demo", client.messages.slice(0, 2));
    await ran(again, { runId: "r1" });
    assert.deepEqual(shortOf(again), whole);
    client.setMessages(client.messages.slice(0, 1));
    await ran(client, { runId: "r2" });
    assert.deepEqual(shortOf(client), whole);
    assert.match(String(Object(client.state).thread.id), /:2$/);
  },
};

needsRedis("E7: both versions of HttpAgent run their stories on Deno and in workerd", async (test) => {
  await using redis = await startRedis();
  await using rest = await serveRedisRest({ redis, token: "token-for-tests" });
  const env = {
    UPSTASH_REDIS_REST_URL: rest.url,
    UPSTASH_REDIS_REST_TOKEN: rest.token,
    TREADLE_API_KEYS: `acme:${KEY}`,
  };
  const agents = "tests/slow/plugins/chat/_agents.ts";
  await using deno = await bootDeno(env, { agents });
  await using worker = await bootWorker(env, { agents });
  for (const { name, url } of [deno, worker]) {
    for (const [at, version] of VERSIONS.entries()) {
      for (const [number, [story, run]] of Object.entries(STORIES).entries()) {
        await test.step(`${name}, ${version.name}: ${story}`, () =>
          run((agent = "demo", initialMessages = []) =>
            version.open({
              url: `${url}/agui/${agent}`,
              threadId: `${name}-${at}-${number}`,
              initialMessages,
              headers: { authorization: `Bearer ${KEY}` },
            })
          ));
      }
    }
  }
}, { sanitizeOps: false, sanitizeResources: false });
