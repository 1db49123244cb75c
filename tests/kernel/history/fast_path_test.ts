// The fast path: what src/kernel/history/README.md says of windows, lazy entries and rendered text.

import { NO_MEDIA_STYLE } from "../../providers/_support.ts";
import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import type { Entry } from "../../../src/core/entry.ts";
import { writeEntry } from "../../../src/kernel/history/codec.ts";
import { openEntry } from "../../../src/kernel/history/lazy_entry.ts";
import { toMessages } from "../../../src/kernel/history/messages.ts";
import { ReadHistory } from "../../../src/kernel/history/read_history.ts";
import { readBlobRef, storedSize, writeReference } from "../../../src/kernel/history/reference.ts";
import { startOfWindow } from "../../../src/kernel/history/window.ts";
import { createChatWriter } from "../../../src/providers/openai/chat/messages.ts";
import { OPENAI } from "../../../src/providers/openai/profile.ts";
import { createAliases } from "../../../src/providers/_wire/calls/tool_names.ts";
import { writerKey } from "../../../src/providers/_wire/writer_key.ts";
import { projectRoot, walkFiles } from "../../support/project.ts";

const user = (index: number): Entry => ({
  type: "user",
  id: `u${index}`,
  at: 1,
  version: index,
  text: `text ${index}`,
});

const exchange: readonly Entry[] = [
  user(0),
  {
    type: "assistant",
    id: "a",
    at: 1,
    version: 1,
    finish: "calls",
    model: "m",
    usage: { inputTokens: 1, outputTokens: 1 },
    blocks: [{ type: "text", text: "Hm." }, { type: "call", id: "call_1", name: "look", args: "{}" }],
  },
  {
    type: "tool",
    id: "t",
    at: 1,
    version: 1,
    callId: "call_1",
    name: "look",
    outcome: "completed",
    output: { seen: 1 },
    ms: 1,
  },
];

Deno.test("E13: a full window of 40 entries is cut to 20, and stays until 21 more have come", () => {
  const agent = defineAgent({ name: "a", instructions: "", tools: [], limits: { historyEntries: 40 } });
  const starts = new Map<number, number[]>();
  let last: number | undefined;
  for (let length = 1; length <= 82; length++) {
    const start = startOfWindow(Array<number>(length).fill(100), { before: 0, last }, agent);
    starts.set(start, [...starts.get(start) ?? [], length]);
    if (start > 0) last = start;
  }
  const strides = [...starts].map(([start, lengths]) => [start, lengths.at(0), lengths.at(-1)]);
  assert.deepEqual(strides, [[0, 1, 40], [21, 41, 61], [42, 62, 82]]);
});

Deno.test("E13: a Chat Completions request takes stored lines without parsing an entry", () => {
  const writer = createChatWriter({
    aliases: createAliases([]),
    profile: OPENAI,
    provider: "openai",
    model: "m",
    media: NO_MEDIA_STYLE,
  });
  // The first lines are no JSON any more, so an entry that is parsed throws. The number of calls stays at the end.
  const broken = exchange.map(writeEntry).map((text) => text.replace('["', '[broken"'));
  assert.throws(() => openEntry(broken[0] ?? "").id, { code: "store_corrupt" });
  assert.equal(writer.write(toMessages(broken.map(openEntry))), writer.write(toMessages(exchange)));
});

Deno.test("E13: a plan reads the task, the window and what the step has made, from any place on", () => {
  const history = new ReadHistory(7, [1, 2, 3].map(user).map(writeEntry), "the task");
  const { entries, from } = history.forPlan([user(4), user(5)]);
  const ids = (read: readonly Entry[]) => read.map(({ id }) => id);
  assert.deepEqual(ids(entries), ["entry_task", "u1", "u2", "u3", "u4", "u5"]);
  for (let count = 0; count <= 6; count++) assert.deepEqual(ids(from(count)), ids(entries).slice(count));
});

Deno.test("E13: what was rendered goes on with more entries, and is dropped with the beginning that it stands for", () => {
  const history = new ReadHistory(0, [1, 2, 3].map(user).map(writeEntry));
  const rendered = { form: "native", key: "k", count: 2, text: "…" } as const;
  history.forPlan([]).keep(rendered);
  const keptBy = (later: ReadHistory) => later.forPlan([]).rendered;
  assert.equal(keptBy(history), rendered);
  assert.equal(keptBy(history.append([writeEntry(user(4))])), rendered);
  assert.equal(keptBy(history.from(0)), rendered);
  assert.equal(keptBy(history.from(1)), undefined);
  assert.equal(keptBy(history.withTask("another beginning")), undefined);
});

Deno.test("E13: a reference stands for a blob and its size; an entry stands for itself", () => {
  const blob = { id: "ab", chunks: 2, bytes: 70_000 };
  assert.deepEqual(readBlobRef(writeReference(blob)), blob);
  assert.equal(storedSize(writeReference(blob)), 70_000);
  assert.equal(readBlobRef(writeEntry(user(1))), undefined);
  assert.equal(storedSize("天気\n"), 7);
});

Deno.test("E13: writers of other APIs, models, providers or aliases have other keys", () => {
  const plain = createAliases(["look"]);
  const taken = createAliases(["GitHub.Set", plain.toWire("GitHub.Set")]);
  const keys = [
    writerKey("chat", plain),
    writerKey("chat", taken),
    writerKey("chat", plain, "openai"),
    writerKey("chat", plain, "openai", "m"),
    writerKey("chat", plain, "openai", "n"),
    writerKey("chat", plain, "azure", "m"),
    writerKey("responses", plain, "openai", "m"),
  ];
  assert.equal(new Set(keys).size, keys.length);
  assert.equal(writerKey("chat", createAliases(["hide"])), writerKey("chat", plain));
});

Deno.test("below the providers, chat_line.ts alone has the Chat Completions form", async () => {
  const found: string[] = [];
  for await (const file of walkFiles("src")) {
    if (!/^src\/(core|kernel|stores)\/.*\.ts$/.test(file)) continue;
    const code = (await Deno.readTextFile(new URL(file, projectRoot))).replace(/^\s*\/?[/*].*$/gm, "");
    if (/tool_calls\b|tool_call_id\b/.test(code)) found.push(file);
  }
  assert.deepEqual(found, ["src/kernel/history/chat_line.ts"]);
});
