// Clients that leave. A step belongs to the server: whoever watched it may go at any moment, over SSE or JSON, and the step
// commits, its whole stream can be read again, and the thread goes on. On Deno and on the oldest and the newest workerd, with a real
// Redis; tests/slow/integration/engines_test.ts has what each workerd does with the stream of a client that left.

import assert from "node:assert/strict";
import { jsonStep, textOfEvents } from "../support/client.ts";
import { needsRedis } from "../../support/requires.ts";
import {
  finalText,
  followEvents,
  job,
  labelOf,
  loose,
  observationsOf,
  openScene,
  openStep,
} from "./_scene.ts";
import { eventually } from "../../support/eventually.ts";

const PLACES = [
  ["deno"],
  ["workerd", { engine: "newest" }],
  ["workerd", { engine: "oldest" }],
] as const;

for (const [name, options] of PLACES) {
  const place = options === undefined ? name : `the ${options.engine} ${name}`;
  needsRedis(`E4: in ${place}, a step survives the client that left`, async (test) => {
    await using scene = await openScene();
    await using runtime = await scene.boot(name, options);

    await test.step("mid-stream, while the model speaks", async () => {
      const spoken = Promise.withResolvers<void>();
      const leaving = new AbortController();
      scene.bend("mid", 1, { hold: spoken.promise });
      const response = await openStep(
        runtime,
        "mid",
        { agent: "worker", input: job("mid", "once"), until: "done" },
        { signal: leaving.signal },
      );
      const seen = await readUntil(response, (text) => text.includes('"text":"Done wi'));
      leaving.abort();
      spoken.resolve();
      const events = await followEvents(runtime, "mid");
      assert.ok(!seen.includes(finalText("mid").slice(-6)), "the client left before the end");
      assert.equal(textOfEvents(events), `Now once.${finalText("mid")}`);
      await assertGoesOn("mid");
      assert.equal(scene.ledger.of(labelOf("mid", 0)).length, 1);
    });

    await test.step("right after the first event", async () => {
      const speak = Promise.withResolvers<void>();
      const leaving = new AbortController();
      scene.bend("first", 0, {}, speak.promise);
      const response = await openStep(
        runtime,
        "first",
        { agent: "worker", input: job("first", "keyed"), until: "done" },
        { signal: leaving.signal },
      );
      await readUntil(response, (text) => text.includes("event: step.started"));
      leaving.abort();
      speak.resolve();
      assert.equal(
        textOfEvents(await followEvents(runtime, "first")),
        `Now keyed.${finalText("first")}`,
      );
      await assertGoesOn("first");
    });

    await test.step("before the first byte, while the store begins the step", async () => {
      const leaving = new AbortController();
      const begun = Promise.withResolvers<void>();
      scene.onStore = (script) => {
        if (script !== "begin") return undefined;
        begun.resolve();
        return { delayMs: 100 };
      };
      const request = openStep(
        runtime,
        "none",
        { agent: "worker", input: job("none", "pure"), until: "done" },
        { signal: leaving.signal },
      );
      await begun.promise;
      leaving.abort();
      await assert.rejects(request, { name: "AbortError" });
      await untilExists("none");
      scene.onStore = () => undefined;
      assert.equal(textOfEvents(await followEvents(runtime, "none")), `Now pure.${finalText("none")}`);
      await assertGoesOn("none");
    });

    await test.step("as JSON; its key brings the answer back", async () => {
      const speak = Promise.withResolvers<void>();
      const leaving = new AbortController();
      const asked = scene.bend("json", 1, {}, speak.promise);
      const body = { agent: "worker", input: job("json", "once"), until: "done", resumable: true } as const;
      const headers = { "idempotency-key": "json-1" };
      const request = openStep(runtime, "json", body, {
        signal: leaving.signal,
        headers: { ...headers, accept: "application/json" },
      });
      await asked;
      leaving.abort();
      await assert.rejects(request, { name: "AbortError" });
      speak.resolve();
      await followEvents(runtime, "json");
      const again = await jsonStep(runtime.fetch, "json", body, headers);
      assert.equal(again.headers.get("idempotency-replayed"), "true");
      assert.equal(again.answer.output, finalText("json"));
      await assertGoesOn("json");
      assert.equal(scene.ledger.of(labelOf("json", 0)).length, 1);
    });

    async function assertGoesOn(thread: string): Promise<void> {
      const next = await jsonStep(runtime.fetch, thread, { input: job(`${thread}-next`), until: "done" });
      assert.equal(next.status, 200, JSON.stringify(next.answer));
      assert.equal(next.answer.output, finalText(`${thread}-next`));
      const entries = await scene.history(runtime, thread);
      const kinds = entries.map((entry) => entry.type);
      assert.deepEqual(kinds, ["user", "assistant", "tool", "assistant", "user", "assistant"]);
      assert.deepEqual(observationsOf(entries).map(({ outcome }) => outcome), ["completed"]);
    }

    // The client that left is not told when the step has begun.
    async function untilExists(thread: string): Promise<void> {
      await eventually(async () => {
        const response = await runtime.fetch(`/v1/threads/${thread}`);
        await response.body?.cancel();
        return response.status === 200;
      }, () => thread);
    }
  }, loose);
}

/** Reads a body until its text so far satisfies, and keeps it open. */
async function readUntil(response: Response, satisfied: (text: string) => boolean): Promise<string> {
  assert.equal(response.status, 200);
  const reader = (response.body ?? assert.fail("no body")).pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!satisfied(text)) {
    const { done, value } = await reader.read();
    if (done) assert.fail(`the stream ended early:\n${text}`);
    text += value;
  }
  return text;
}
