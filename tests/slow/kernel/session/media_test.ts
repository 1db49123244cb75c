// Row E13: media of inputs and results are blobs of their thread: written once, read once, kept and removed with it.

import assert from "node:assert/strict";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import type { NewMedia } from "../../../../src/core/content/new_part.ts";
import type { Part } from "../../../../src/core/content/part.ts";
import { SCHEMA } from "../../../../src/core/state.ts";
import { exportThread } from "../../../../src/kernel/log/export.ts";
import { forkThread } from "../../../../src/plugins/forks/fork.ts";
import { readHistory } from "../../../../src/kernel/threads/threads.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { createSqliteStore } from "../../../../src/stores/embedded/sqlite/store.ts";
import { needsRedis } from "../../../support/requires.ts";
import { openUpstashStore } from "../../../support/redis/upstash_store.ts";
import { sqliteFile } from "../../../support/sqlite_file.ts";
import { image, mediaLab, pdf, PNG } from "../../../plugins/media/_media.ts";

const REF = { tenant: "acme", thread: "t1" };

function sourceOf(part: Part | undefined) {
  assert(part !== undefined && part.type !== "text" && part.source.type === "blob");
  return part.source;
}

Deno.test("E13: an input with an image is an entry with a reference, and the model's request reads the bytes", async () => {
  const lab = mediaLab();
  await lab.run({ inputs: [[{ type: "text", text: "What is this?" }, image]], agent: "a" });
  const [entry] = await lab.history();
  assert(entry?.type === "user" && entry.parts !== undefined);
  assert.equal(entry.text, "What is this?");
  const source = sourceOf(entry.parts[1]);
  assert.equal(source.bytes, 68);
  assert.equal(JSON.stringify(entry).includes(PNG), false);

  const [request] = lab.requests;
  const [message] = request?.messages ?? [];
  assert(message?.role === "user" && message.parts !== undefined);
  assert.deepEqual(message.parts.map(({ type }) => type), ["text", "image"]);
  assert.equal(await request?.media?.read(source.blob), PNG);
});

Deno.test("E13: a step without media has no reader and no request of the store more", async () => {
  const lab = mediaLab();
  await lab.run({ input: "Hi" });
  assert.deepEqual(Object.fromEntries(lab.counts), { begin: 1, commit: 1 });
  assert.equal(lab.requests[0]?.media, undefined);
});

Deno.test("E13: inputs that wait together become one message, in their order", async () => {
  const lab = mediaLab();
  await lab.run({ inputs: ["First.", [image], "Last."], agent: "a" });
  const [message] = lab.requests[0]?.messages ?? [];
  assert(message?.role === "user");
  assert.deepEqual(message.parts?.map((part) => part.type === "text" ? part.text : part.type), [
    "First.",
    "image",
    "Last.",
  ]);
});

Deno.test("E13: a result of the caller has media behind its output", async () => {
  const look = defineTool({ name: "look", description: "Looks." });
  const lab = mediaLab((index) => index === 0 ? { calls: ["look"] } : { says: "A dot." }, { tools: [look] });
  const { answer } = await lab.run({ input: "Look." });
  const callId = answer.calls[0]?.id ?? "";
  await lab.run({ toolResults: [{ callId, output: "done", failed: false, media: [image] }] });
  const entry = (await lab.history()).find(({ type }) => type === "tool");
  assert(entry?.type === "tool");
  const source = sourceOf(entry.media?.[0]);
  const message = lab.requests[1]?.messages.at(-1);
  assert(message?.role === "tool");
  assert.deepEqual([message.text, message.media?.length], ["done", 1]);
  assert.equal(await lab.requests[1]?.media?.read(source.blob), PNG);
});

Deno.test("E13: media over the limit of the deployment are refused before anything is stored", async () => {
  const lab = mediaLab(undefined, {
    deps: { mediaLimits: { bytes: 100, tenantBytesPerDay: undefined, cacheBytes: 0 } },
  });
  const refused = await lab.refused({ inputs: [[image, image]], agent: "a" });
  assert.equal(refused.code, "body_too_large");
  assert.match(refused.message, /136 bytes.*100/);
  const unknown = await mediaLab().refused({ inputs: [[image]], agent: "nobody" });
  assert.equal(unknown.code, "agent_unknown");
  assert.deepEqual(Object.fromEntries(lab.counts), {});
});

Deno.test("E13: inputs of a request may have a hundred small media, and references count as they are", async () => {
  const lab = mediaLab();
  const small = Array.from({ length: 20 }, (_, index): NewMedia => ({
    type: "file",
    mediaType: "a/b",
    name: `${index}`,
    source: { type: "data", base64: btoa(String.fromCharCode(index)), bytes: 1 },
  }));
  await lab.run({ inputs: [small, small, small, small, small], agent: "a" });
  const [message] = lab.requests[0]?.messages ?? [];
  assert(message?.role === "user");
  assert.deepEqual(message.parts?.map((part) => part.type === "text" ? "" : part.name), [
    ...[small, small, small, small, small].flat().map(({ name }) => name),
  ]);
  const url = `https://a.example/${'"'.repeat(4_000)}`;
  const link: NewMedia = { type: "file", mediaType: "a/b", source: { type: "url", url } };
  const refused = await lab.refused({ inputs: Array(100).fill([link]), agent: "a" });
  assert.equal(refused.code, "body_too_large");
});

Deno.test("E13: what a fork shares has its media, also when the source is removed; a removed thread has none", async () => {
  const lab = mediaLab();
  await lab.run({ inputs: [[image]], agent: "a" });
  const [entry] = await lab.history();
  assert(entry?.type === "user");
  const { blob } = sourceOf(entry.parts?.[0]);
  await forkThread(REF, { thread: "fork" }, lab.deps);
  await lab.store.remove(REF);
  assert.equal(await lab.store.getBlob({ ...REF, thread: "fork" }, blob), PNG);
  assert.equal(await lab.store.getBlob(REF, blob), undefined);
  await lab.run({ thread: "fork", input: "And now?" });
  assert.notEqual(lab.requests.at(-1)?.media, undefined);
});

Deno.test("E13: an export has each medium once, and a history shows where its bytes are", async () => {
  const lab = mediaLab();
  await lab.run({ inputs: [[image]], agent: "a" });
  await lab.run({ inputs: [[image]] });
  const blobs: string[] = [];
  for await (const line of await exportThread(REF, lab.deps)) {
    if (line.type === "blob") blobs.push(line.text);
  }
  assert.equal(blobs.filter((text) => text === PNG).length, 1);
  const { entries: [entry] } = await readHistory(REF, { after: 0, limit: 1 }, lab.deps);
  assert(entry?.type === "user");
  const [part] = entry.parts ?? [];
  assert(part !== undefined && part.type === "image");
  const { id = "" } = part;
  assert.deepEqual(part, {
    type: "image",
    mediaType: "image/png",
    name: "dot.png",
    id,
    bytes: 68,
    url: `/v1/threads/t1/media/${id}?entry=0`,
  });
  assert.match(id, /^[0-9a-f]{64}$/);
});

Deno.test("E13: an input that waited for long keeps its media, and says so when they were dropped", async () => {
  let now = 1_000_000;
  const store = createMemoryStore({ clock: () => now });
  const lab = mediaLab(undefined, { store, unchecked: true, deps: { clock: () => now } });
  await lab.run({ input: "Hi" });
  const queue = async () => {
    const crashed = JSON.stringify({ type: "user", id: `e${now}`, at: now, version: 0, text: "Wait." });
    const busy = await store.begin({
      ref: REF,
      owner: `o${now}`,
      leaseMs: 1_000,
      schema: SCHEMA,
      inputs: [crashed],
      busy: "reject",
      window: { entries: 1, bytes: 1 },
    });
    assert.equal(busy.type, "begun");
    await assert.rejects(lab.run({ inputs: [[image]], busy: "steer" }), /queued/);
  };
  await queue();
  now += 20 * 3_600_000;
  await lab.run({});
  const kept = (await lab.history()).findLast(({ type }) => type === "user");
  assert(kept?.type === "user" && kept.parts?.[0]?.type === "image");
  assert.equal(await store.getBlob(REF, sourceOf(kept.parts[0]).blob), PNG);

  await store.remove(REF);
  lab.deps.histories.forget(REF);
  await lab.run({ input: "Hi", thread: "t2" });
  await lab.run({ input: "Hi" });
  await queue();
  now += 25 * 3_600_000;
  await lab.run({});
  const page = await store.history(REF, { after: 0, limit: 10 });
  assert.match(JSON.stringify(page), /image dot\.png: dropped, because the input waited for too long/);
});

Deno.test("E13: a request that is sent again, and one that is refused, leave media that live for a day at most", async () => {
  let now = 1_000_000;
  const store = createMemoryStore({ clock: () => now });
  const lab = mediaLab(undefined, { store, deps: { clock: () => now } });
  await lab.run({ input: "Hi" });
  const refused = await lab.refused({ inputs: [[image]], expectedVersion: 7 });
  assert.equal(refused.code, "version_conflict");
  const { blob } = { blob: await store.putBlob({ ...REF, thread: "probe" }, PNG) };
  assert.equal(await store.getBlob(REF, blob), PNG);
  now += 86_400_001;
  assert.equal(await store.getBlob(REF, blob), undefined);

  const idempotency = { key: "k", bodyHash: "h" };
  await lab.run({ inputs: [[image]], idempotency });
  const again = await lab.run({ inputs: [[image]], idempotency });
  assert.equal(again.replayed, true);
  now += 86_400_001;
  assert.equal(await store.getBlob(REF, blob), PNG, "a commit refers to it");
});

for (const name of ["memory", "sqlite"] as const) {
  Deno.test(`E13: a PDF of 10 MB is written once in 50 steps and read never again (${name})`, async () => {
    await using file = await sqliteFile();
    const store = name === "memory" ? createMemoryStore() : createSqliteStore({ path: file.path });
    try {
      const lab = mediaLab(undefined, { store, unchecked: true });
      await fiftySteps(lab);
      assert.deepEqual(Object.fromEntries(lab.counts), { putBlob: 1, begin: 50, commit: 50 });
      await readsAll(lab);
    } finally {
      await store.close();
    }
  });
}

needsRedis(
  "E13: a PDF of 10 MB reaches Redis once in 50 steps, and not at all when it comes again",
  async () => {
    await using opened = await openUpstashStore();
    const { store, rest: { stats } } = opened;
    const sent = () => stats.requests.reduce((sum, { bytesIn }) => sum + bytesIn, 0);
    const plain = mediaLab(undefined, { store, unchecked: true });
    await plain.run({ input: "Hi", thread: "plain" });
    stats.reset();
    await plain.run({ input: "Hi", thread: "plain" });
    const step = sent();
    assert.equal(stats.requests.length, 2);

    const lab = mediaLab(undefined, { store, unchecked: true });
    const big = pdf(10_000_000);
    stats.reset();
    await lab.run({ inputs: [[big]], agent: "a" });
    const first = sent();
    assert(first > 13_300_000 && first < 14_100_000, `${first} bytes`);
    stats.reset();
    for (let count = 1; count < 50; count++) await lab.run({ input: "Go on." });
    assert.equal(stats.requests.length, 98, "two requests a step");
    assert(sent() / 49 < step + 400, `${sent() / 49} bytes a step, ${step} without media`);
    stats.reset();
    await lab.run({ inputs: [[big]] });
    assert(sent() < step + 2_000, `${sent()} bytes`);
    assert.equal(stats.requests.length, 3, "one to find that the thread has it");
    await readsAll(lab);
  },
);

type Lab = ReturnType<typeof mediaLab>;

async function fiftySteps(lab: Lab): Promise<void> {
  await lab.run({ inputs: [[pdf(10_000_000)]], agent: "a" });
  for (let count = 1; count < 50; count++) await lab.run({ input: "Go on." });
}

/** Every request of the lab could read its medium. */
async function readsAll({ requests }: Lab): Promise<void> {
  for (const request of requests) {
    const [message] = request.messages;
    assert(message?.role === "user");
    const source = sourceOf(message.parts?.[0]);
    assert.equal((await request.media?.read(source.blob))?.length, 13_333_336);
  }
}
