// E11: a cancel through one process reaches the step that another one runs. The model has begun to answer and then says
// nothing more; its connection is closed long before the lease of the step is renewed (10 s), and what it said is kept.

import assert from "node:assert/strict";
import { jsonStep } from "../support/client.ts";
import { needsRedis } from "../../support/requires.ts";
import { bootDeno } from "../../support/boot_deno.ts";

import { sqliteFile } from "../../support/sqlite_file.ts";
import { type OpenAIServer, serveOpenAI, simulatedKey } from "../../wire/openai/server.ts";
import { job, loose, openScene, type Runtime } from "./_scene.ts";
import { eventually } from "../../support/eventually.ts";

/** A cancel that only the renewal of the lease finds takes up to 10 s. */
const BOUND_MS = 5_000;

needsRedis(
  "E11: upstash a cancel in another process aborts the model call; text and cost are kept",
  async (test) => {
    await using scene = await openScene();
    await using deno = await scene.boot("deno");
    await using other = await scene.boot("deno");
    await using worker = await scene.boot("workerd");

    for (
      const [runs, cancels] of [[deno, other], [deno, worker], [worker, deno], [worker, worker]] as const
    ) {
      await test.step(`${runs.name} runs, ${cancels.name} cancels`, async () => {
        const thread = `cancel-${runs.name}-${cancels.name}-${cancels.url.slice(-5)}`;
        scene.bend(thread, 0, { text: "A long answer that never ends.", fault: "stall" });
        const input = job(thread);
        await assertCancelled({
          runs,
          cancels,
          thread,
          input,
          openai: scene.openai,
          isWatched: () => scene.rest.subscribers === 1,
        });
        await eventually(() => scene.rest.subscribers === 0);
      });
    }

    await test.step("a cancel in the first milliseconds of a step is found when its watch begins", async () => {
      const asked = scene.bend("early", 0, { text: "A long answer that never ends.", fault: "stall" });
      const { openai } = scene;
      await assertCancelled({
        runs: deno,
        cancels: worker,
        thread: "early",
        input: job("early"),
        openai,
        isWatched: () => asked.then(() => true),
      });
    });

    await test.step("an interruption from another process closes the connection of the step, which keeps its text", async () => {
      scene.bend("restart", 0, { text: "A long answer that never ends.", fault: "stall" });
      const first = jsonStep(deno.fetch, "restart", {
        agent: "worker",
        input: job("restart"),
        resumable: false,
      });
      await eventually(() => scene.rest.subscribers === 1);
      const model = scene.openai.requests.at(-1) ?? assert.fail();
      const second = await jsonStep(worker.fetch, "restart", { input: job("restart-2"), busy: "restart" }); // the former word
      assert.equal(second.status, 200);
      await within(BOUND_MS, model.disconnected);
      assert.equal((await first).answer.code, "step_cancelled");
    });
  },
  loose,
);

Deno.test("E11: sqlite a cancel in another process aborts the model call; text and cost are kept", async () => {
  await using file = await sqliteFile();
  await using openai = await serveOpenAI({
    reply: () => ({ text: "A long answer that never ends.", fault: "stall" }),
  });
  const env = {
    TREADLE_STORE: `sqlite:${file.path}`,
    TREADLE_MODEL: "openai/gpt-4.1",
    OPENAI_API_KEY: simulatedKey,
    OPENAI_BASE_URL: openai.url,
  };
  const agents = { agents: "tests/slow/integration/_agents.ts" };
  await using runs = await bootDeno(env, agents);
  await using cancels = await bootDeno(env, agents);
  const isWatched = () => openai.requests.length === 1;
  await assertCancelled({ runs, cancels, thread: "t1", input: "Speak.", openai, isWatched });
});

interface Cancelled {
  readonly runs: Runtime;
  readonly cancels: Runtime;
  readonly thread: string;
  readonly input: string;
  readonly openai: OpenAIServer;
  readonly isWatched: () => boolean | Promise<boolean>;
}

async function assertCancelled(
  { runs, cancels, thread, input, openai, isWatched }: Cancelled,
): Promise<void> {
  const asked = openai.requests.length;
  const stream = await streamedStep(runs, thread, { agent: "worker", input, resumable: false });
  await stream.until("text.delta");
  await eventually(() => openai.requests.length > asked);
  await eventually(isWatched);
  const model = openai.requests.at(-1) ?? assert.fail("no request of the model");

  const response = await cancels.fetch(`/v1/threads/${thread}/cancel`, {
    method: "POST",
    headers: { "content-type": "application/json" },
  });
  assert.deepEqual([response.status, (await response.json()).running], [200, true]);
  await within(BOUND_MS, model.disconnected);
  await within(BOUND_MS, stream.until('"code":"step_cancelled"'));
  await stream.close();

  const history = await (await cancels.fetch(`/v1/threads/${thread}/history`)).json();
  const last = history.entries.at(-1);
  assert.deepEqual([last.type, last.interrupted], ["assistant", true]);
  const [{ text }] = last.blocks;
  assert.ok(text.length > 0 && "A long answer that never ends.".startsWith(text), text);
  const { status: state, counters } = await (await cancels.fetch(`/v1/threads/${thread}`)).json();
  assert.equal(state, "cancelled");
  assert.ok(counters.inputTokens > 0 && counters.outputTokens > 0, JSON.stringify(counters));
}

/** A step whose events are read as they come: what the model has said has arrived when they say so. */
async function streamedStep(runs: Runtime, thread: string, body: object) {
  const response = await runs.fetch(`/v1/threads/${thread}/steps`, {
    method: "POST",
    headers: { "accept": "text/event-stream", "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader() ?? assert.fail("no body");
  let read = "";
  return {
    async until(text: string): Promise<void> {
      while (!read.includes(text)) {
        const { done, value } = await reader.read();
        assert.ok(!done, `the stream ends without ${text}: ${read}`);
        read += value;
      }
    },
    close: () => reader.cancel(),
  };
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`Nothing within ${ms} ms.`)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
