// Row E13: entries with media as stored text, as messages and as tokens.

import assert from "node:assert/strict";
import type { MediaPart } from "../../../src/core/content/part.ts";
import { mostTokensOfMedia, tokensOfMedia } from "../../../src/core/content/media_tokens.ts";
import type { AssistantEntry, Entry, ToolEntry, UserEntry } from "../../../src/core/entry.ts";
import type { HistoryWriter, Message, ModelRequest } from "../../../src/core/model/provider.ts";
import { readEntry, writeEntry } from "../../../src/kernel/history/codec.ts";
import { measureEntry } from "../../../src/kernel/history/entry_size.ts";
import { estimateUsage } from "../../../src/kernel/history/estimated_usage.ts";
import { findChatLine, openEntry } from "../../../src/kernel/history/lazy_entry.ts";
import { toMessages, toTextMessages } from "../../../src/kernel/history/messages.ts";
import { ReadHistory, toTask } from "../../../src/kernel/history/read_history.ts";
import { toConversation } from "../../../src/kernel/history/rendered.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";

const blob = { id: "a".repeat(64), chunks: 1, bytes: 92 };
const image: MediaPart = {
  type: "image",
  mediaType: "image/png",
  name: "dot.png",
  source: { type: "blob", blob, bytes: 68 },
};
const base = { id: "e", at: 1, version: 1 };
const user: UserEntry = {
  type: "user",
  ...base,
  text: "Look.",
  parts: [{ type: "text", text: "Look." }, image],
};
const said = (text: string): UserEntry => ({ type: "user", ...base, text });
const answer = (...ids: string[]): AssistantEntry => ({
  type: "assistant",
  ...base,
  finish: ids.length > 0 ? "calls" : "stop",
  model: "a/b",
  blocks: ids.length === 0
    ? [{ type: "text", text: "Yes." }]
    : ids.map((id) => ({ type: "call", id, name: "draw", args: "{}" })),
  usage: { inputTokens: 0, outputTokens: 0 },
});
const drawn = (callId: string): ToolEntry => ({
  type: "tool",
  ...base,
  callId,
  name: "draw",
  outcome: "completed",
  output: "Drawn.",
  ms: 1,
  media: [image],
});

Deno.test("E13: entries with media are stored whole and have no line of a chat", () => {
  for (const entry of [user, drawn("c1")]) {
    const text = writeEntry(entry);
    assert.equal(text.includes("\n"), false);
    assert.deepEqual(readEntry(text), entry);
    assert.equal(findChatLine(openEntry(text)), undefined);
  }
});

Deno.test("E13: joined inputs keep their order, and observations have their media behind the text", () => {
  const history: Entry[] = [said("First."), user, said("Last."), answer("c1", "c2"), drawn("c1"), {
    ...drawn("c2"),
    media: undefined,
  }];
  const lazy = history.map((entry) => openEntry(writeEntry(entry)));
  for (const entries of [history, lazy]) {
    const [first, , one, two] = toMessages(entries);
    assert(first?.role === "user" && one?.role === "tool" && two?.role === "tool");
    assert.deepEqual(first.parts?.map((part) => part.type === "text" ? part.text : part.type), [
      "First.",
      "Look.",
      "image",
      "Last.",
    ]);
    assert.equal(first.text, "First.\n\nLook.\n\nLast.");
    assert.deepEqual([one.text, one.media, two.media], ["Drawn.", [image], undefined]);
  }
});

Deno.test("E13: without native calls the media stand behind their results, in the user's message", () => {
  const messages = toTextMessages([user, answer("c1"), drawn("c1"), said("Again.")]);
  assert.deepEqual(messages.map(({ role }) => role), ["user", "assistant", "user"]);
  const last = messages.at(-1);
  assert(last?.role === "user");
  assert.deepEqual(last.parts, [
    { type: "text", text: "[tool result: draw]\nDrawn." },
    image,
    { type: "text", text: "Again." },
  ]);
});

Deno.test("E13: a request reads media where its conversation has some, also when that part is rendered", () => {
  const agent = defineAgent({ name: "a", instructions: "" });
  const media = { read: () => Promise.resolve("") };
  const writer: HistoryWriter = {
    key: "test",
    write: (messages: readonly Message[]) => messages.map((message) => JSON.stringify(message)).join(","),
  };
  const texts = [user, answer(), said("And?"), answer()].map(writeEntry);
  const history = new ReadHistory(0, texts);
  const request = toConversation({ agent, history: history.forPlan([]), media }, writer);
  assert.equal(request.media, media);
  const next = history.append([said("More."), answer()].map(writeEntry));
  const later = toConversation({ agent, history: next.forPlan([]), media }, writer);
  assert.equal(later.older !== undefined && later.media === media, true);
  assert.equal(later.messages.some((message) => "parts" in message && message.parts !== undefined), false);
  const plain = new ReadHistory(0, [said("Hi"), answer()].map(writeEntry));
  assert.equal(toConversation({ agent, history: plain.forPlan([]), media }, writer).media, undefined);
});

Deno.test("E13: the tokens of media are estimated by kind and size, in the window and in an answer without usage", () => {
  const pdf: MediaPart = {
    ...image,
    type: "file",
    mediaType: "application/pdf",
    source: { type: "blob", blob, bytes: 250_000 },
  };
  const sound: MediaPart = {
    ...image,
    type: "audio",
    mediaType: "audio/mpeg",
    source: { type: "blob", blob, bytes: 1_000 },
  };
  const link: MediaPart = { ...pdf, source: { type: "url", url: "https://a.example/x.pdf" } };
  const text: MediaPart = { ...pdf, mediaType: "application/json" };
  const long: MediaPart = { ...text, source: { type: "blob", blob, bytes: 2_000_000 } };
  const all = [image, pdf, sound, link, text, long];
  assert.deepEqual(all.map((medium) => tokensOfMedia([medium])), [
    1_600,
    10_000,
    2,
    3_000,
    62_500,
    80_000,
  ]);
  // A file that is sent as text has a token a byte at most.
  assert.deepEqual(all.map((medium) => mostTokensOfMedia([medium])), [
    3_200,
    20_000,
    4,
    6_000,
    250_000,
    160_000,
  ]);
  const size = measureEntry(writeEntry(user), undefined);
  assert.deepEqual([size.bytes, size.bytes / size.bytesPerToken >= 1_600], [5 + 6_400, true]);
  const tool = measureEntry(writeEntry(drawn("c1")), undefined);
  assert.equal(tool.bytes / tool.bytesPerToken >= 1_600, true);

  const messages = toMessages([user]);
  const request: ModelRequest = {
    model: "m",
    system: "",
    messages,
    tools: [],
    choice: { type: "auto" } as const,
    parallel: undefined,
    settings: {},
    lacks: {},
    cacheKey: "k",
    cacheBreakpoints: false,
  };
  const media = { read: () => Promise.resolve("") };
  assert.equal(
    estimateUsage({ ...request, media }, "").inputTokens - estimateUsage(request, "").inputTokens,
    1_600,
  );
});

Deno.test("E13: the task of a run whose input has left the window names its media", () => {
  assert.equal(toTask(user), "Look.\n\n[image dot.png (image/png, 68 bytes)]");
  assert.equal(toTask({ ...user, text: "", parts: [image] }), "[image dot.png (image/png, 68 bytes)]");
  const [message] = toMessages([{ ...user, text: "", parts: [image] }, said("And this.")]);
  assert(message?.role === "user");
  assert.equal(message.text, "And this.");
});
