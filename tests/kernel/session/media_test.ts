// Rows E13 and K4: media in long conversations: a summary names those that it stands for, other threads take copies, and a deployment
// that takes no media any more goes on.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { copyHistory } from "../../../src/plugins/openai_api/copy_history.ts";
import type { RuntimeDeps } from "../../../src/kernel/deps.ts";
import type { NewInput } from "../../../src/kernel/request.ts";
import { enqueueInput } from "../../../src/plugins/wakes/enqueue_input.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createLab } from "../../support/lab.ts";
import { testModel } from "../../support/model.ts";
import { image, mediaLab, PNG } from "../../plugins/media/_media.ts";

Deno.test("E13: a summary is made from the words and the names of media, without their bytes", async () => {
  const { provider, requests } = testModel(() => ({ says: "Said." }));
  const agent = defineAgent({ name: "a", instructions: "", compaction: { afterEntries: 3, keepEntries: 1 } });
  const lab = createLab({
    agents: [agent],
    deps: { model: () => ({ provider, model: "m", ref: "first/m" }) },
  });
  await lab.run({ inputs: [[{ type: "text", text: "Look." }, image]], agent: "a" });
  await lab.run({ input: "And?" });
  const summary = requests.find(({ messages }) => JSON.stringify(messages).includes("Assistant: Said."));
  assert.match(JSON.stringify(summary?.messages), /Look\..*\[image dot\.png \(image\/png, 68 bytes\)\]/);
  assert.equal(summary?.media, undefined);
  await lab.run({ input: "More." });
  assert.equal(requests.at(-1)?.media, undefined, "the image has left the window");
});

Deno.test("E13: a thread that begins with the history of another has copies of its media", async () => {
  const lab = mediaLab();
  await lab.run({ inputs: [[image]], agent: "a" });
  const from = { tenant: "acme", thread: "t1" };
  const { entries } = await copyHistory(from, { user: undefined, owned: false }, lab.deps);
  await lab.run({ thread: "t2", history: entries, input: "And now?", agent: "a" });
  await lab.store.remove(from);
  const [entry] = await lab.history("t2");
  assert(entry?.type === "user" && entry.parts?.[0]?.type === "image");
  const { source } = entry.parts[0];
  assert(source.type === "blob");
  assert.equal(await lab.store.getBlob({ ...from, thread: "t2" }, source.blob), PNG);
});

const REF = { tenant: "acme", thread: "t1" };

async function enqueue(input: NewInput, deps: RuntimeDeps): Promise<void> {
  const idempotency = { key: "event", bodyHash: "hash" };
  await enqueueInput(
    { ref: REF, agent: "a", input, idempotency, receiptMs: 1_000 },
    { defer: () => {} },
    deps,
  );
}

Deno.test("K4, E13: without the plugin a request with media is refused before anything is spent, however it brings them", async () => {
  const lab = mediaLab(undefined, { deps: { media: undefined } });
  const words = { id: "e1", at: 1, version: 0, text: "Look." };
  const refused = [
    { inputs: [[{ type: "text", text: "Look." }, image] as const] },
    { input: "Look.", history: [{ type: "user", ...words, parts: [image] } as const] },
    { toolResults: [{ callId: "c1", output: "Seen.", failed: false, media: [image] }] },
  ];
  for (const asked of refused) {
    const { code, message } = await lab.refused({ agent: "a", ...asked });
    assert.equal(code, "plugin_missing");
    assert.equal(message, "Media need a plugin: add media() of @treadle/treadle/media.");
  }
  assert.deepEqual([Object.fromEntries(lab.counts), lab.requests], [{}, []]);
  await assert.rejects(enqueue([image], lab.deps), { code: "plugin_missing" });
  assert.equal(await lab.store.read(REF), undefined);
  await lab.run({ inputs: [[{ type: "text", text: "Only words." }]], agent: "a" });
  assert.deepEqual(lab.requests.map(({ media }) => media), [undefined]);
});

Deno.test("K4, E13: without the plugin a thread goes on with the media of its history and of its inbox, read from the store", async () => {
  const store = createMemoryStore();
  const before = mediaLab(undefined, { store });
  await before.run({ inputs: [[image]], agent: "a" });
  await enqueue([{ ...image, name: "waiting.png" }], before.deps);
  const lab = mediaLab(undefined, { store, deps: { media: undefined } });
  await lab.run({});
  const [request] = lab.requests;
  const sent = request?.messages.flatMap((message) => message.role === "user" ? message.parts ?? [] : []) ??
    [];
  assert.deepEqual(sent.map((part) => part.type === "text" ? part.text : part.name), [
    "dot.png",
    "waiting.png",
  ]);
  for (const part of sent) {
    assert(part.type !== "text" && part.source.type === "blob");
    assert.equal(await request?.media?.read(part.source.blob), PNG);
  }
});
