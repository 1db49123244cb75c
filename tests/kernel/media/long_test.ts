// Row E13: media in long conversations: a summary names those that it stands for, and other threads take copies.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { copyHistory } from "../../../src/kernel/forks/copy_history.ts";
import { MediaCache } from "../../../src/kernel/media/media_cache.ts";
import { createLab } from "../../support/lab.ts";
import { testModel } from "../../support/model.ts";
import { image, mediaLab, PNG } from "./_media.ts";

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

Deno.test("E13: a medium is read once, by many at a time too, and the cache is bounded", async () => {
  const cache = new MediaCache(100);
  let reads = 0;
  const store = {
    getBlob: () => {
      reads++;
      return Promise.resolve("x".repeat(60));
    },
  };
  const ref = { tenant: "acme", thread: "t1" };
  const blob = (id: string) => ({ id, chunks: 1, bytes: 60 });
  const reader = cache.reader(ref, store);
  await Promise.all([reader.read(blob("a")), reader.read(blob("a"))]);
  await reader.read(blob("a"));
  assert.equal(reads, 1);
  await reader.read(blob("b"));
  assert.deepEqual([reads, cache.bytes], [2, 60]);
  await reader.read(blob("a"));
  await cache.reader({ ...ref, thread: "t2" }, store).read(blob("a"));
  assert.equal(reads, 4, "a thread reads its own");
  const gone = cache.reader(ref, { getBlob: () => Promise.resolve(undefined) });
  await assert.rejects(gone.read(blob("gone")), { code: "store_corrupt" });
});
