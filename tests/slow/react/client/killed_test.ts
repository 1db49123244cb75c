// A server that vanishes under a stream: the client goes on with the run on the next one.

import assert from "node:assert/strict";
import { collect, createClient, type StepEvent } from "../../../../src/react/client/mod.ts";
import { finalText, job, labelOf, loose, openScene } from "../../integration/_scene.ts";
import { freePort, needsRedis } from "../../../support/requires.ts";

const KEY = "key-of-acme-0123456789";

needsRedis(
  "E3, E4: a server is killed under a stream: the client goes on with the same run on the next one, and each call runs once",
  async () => {
    await using scene = await openScene();
    const port = freePort();
    await using dying = await scene.boot("deno", { port });
    const client = createClient({
      url: `http://127.0.0.1:${port}`,
      key: KEY,
      retries: { count: 200, firstMs: 50 },
    });
    const stalled = scene.bend("k", 0, { fault: "stall" });
    const seen: StepEvent[] = [];
    const collecting = collect(client.thread("k").stream(job("k", "once", "once"), { agent: "worker" }), {
      onChange: (_state, event) => seen.push(event),
    });
    await stalled; // the model has begun to answer
    await dying.kill();
    await scene.expireLease("k"); // what the lease's 30 seconds come to
    await using fresh = await scene.boot("deno", { port });
    const { messages, status } = await collecting;

    assert.equal(status, "done");
    const parts = messages.flatMap((message) => message.role === "assistant" ? message.parts : []);
    assert.deepEqual(parts.flatMap((part) => part.type === "call" ? [part.state] : []), [
      "completed",
      "completed",
    ]);
    const last = parts.at(-1);
    assert.equal(last?.type === "text" ? last.text : "", finalText("k"));
    assert.deepEqual(
      seen.map(({ seq }) => seq),
      seen.map(({ seq }) => seq).toSorted((one, other) => one - other),
    );
    for (const place of [0, 1]) assert.equal(scene.ledger.of(labelOf("k", place)).length, 1);
    assert.deepEqual((await scene.history(fresh, "k")).map(({ type }) => type), [
      "user",
      "assistant",
      "tool",
      "assistant",
      "tool",
      "assistant",
    ]);
  },
  loose,
);
