// What users do with useChat, as stories that run against any deployment by both majors of the AI SDK.

import assert from "node:assert/strict";
import { atRest, cardsOf, type ChatOptions, type Major, type OpenedChat, shortOf } from "./_clients.ts";

/** A deployment of _agents.ts. */
export interface Served {
  readonly url: string;
  readonly headers: Record<string, string>;
}

export type Story = (open: (options?: Partial<ChatOptions>) => OpenedChat) => Promise<void>;

/** Opens chats of one id at a deployment. */
export function openerOf(major: Major, { url, headers }: Served, id: string, path = "/api/chat/demo") {
  return (options: Partial<ChatOptions> = {}) =>
    major.open({ id, api: `${url}${path}`, headers, ...options });
}

const ANSWER = "It is 18 °C and clear in Paris.";
const PARIS = "What is the weather in Paris?";
const WEATHER = [
  "step-start",
  "text:Let me check.",
  "tool-get_weather:output-available",
  "step-start",
  `text:${ANSWER}`,
];

export const STORIES: Readonly<Record<string, Story>> = {
  async "text and a tool: useChat goes on by itself, in two requests and one message"(open) {
    const steps: unknown[] = [];
    const { chat, posts, finished } = open({ onData: ({ type, data }) => steps.push([type, data]) });
    await chat.sendMessage({ text: PARIS });
    await atRest(chat, () => finished.length === 2);
    assert.deepEqual(shortOf(chat.messages[1] ?? assert.fail()), WEATHER);
    assert.equal(chat.messages.length, 2);
    assert.equal(posts.length, 2);
    assert.deepEqual(finished.map(({ finishReason }) => finishReason), ["tool-calls", "stop"]);
    const { runId } = Object(chat.messages[1]?.metadata);
    assert.equal(runId, posts[0] && Object(posts[0]).id);
    assert.deepEqual(steps.map((step) => Object(step)[0]), ["data-step", "data-step", "data-step"]);
    assert.deepEqual(Object(steps[0])[1], { n: 1, phase: "plan" });
  },

  async "a chat that sends its last message alone"(open) {
    const { chat, finished } = open({ single: true });
    await chat.sendMessage({ text: PARIS });
    await atRest(chat, () => finished.length === 2);
    assert.deepEqual(shortOf(chat.messages[1] ?? assert.fail()), WEATHER);
    await chat.sendMessage({ text: PARIS });
    await atRest(chat, () => finished.length === 4);
    assert.deepEqual(shortOf(chat.messages[3] ?? assert.fail()), WEATHER);
  },

  async "an approval that is granted, and one that is denied"(open) {
    for (const approved of [true, false]) {
      const { chat, finished, posts } = open();
      await chat.sendMessage({ text: "Delete record r1" });
      await atRest(chat, () => finished.length === 1);
      const [card] = cardsOf(chat).slice(-1);
      assert.equal(card?.state, "approval-requested");
      await chat.addToolApprovalResponse({ id: card.approval?.id ?? "", approved, reason: "So be it." });
      await atRest(chat, () => finished.length === 2);
      assert.equal(chat.error, undefined);
      assert.deepEqual(shortOf(chat.messages.at(-1) ?? assert.fail()), [
        "step-start",
        `tool-delete_record:${approved ? "output-available" : "output-denied"}`,
        "step-start",
        approved ? "text:Record r1 is deleted." : "text:I did not delete record r1.",
      ]);
      assert.equal(posts.length, 2);
    }
  },

  async "a reload while an approval waits, and after it was answered, shows one card each"(open) {
    const first = open();
    await first.chat.sendMessage({ text: "Delete record r7" });
    await atRest(first.chat, () => first.finished.length === 1);
    for (const kept of [first.chat.messages, first.chat.messages.slice(0, 1)]) {
      const again = open({ messages: kept });
      await again.chat.resumeStream();
      await atRest(again.chat, () => true);
      assert.deepEqual(cardsOf(again.chat).map(({ state }) => state), ["approval-requested"]);
      assert.equal(again.chat.messages.length, 2);
    }
    const reloaded = open({ messages: first.chat.messages.slice(0, 1) });
    await reloaded.chat.resumeStream();
    const [card] = cardsOf(reloaded.chat);
    await reloaded.chat.addToolApprovalResponse({ id: card?.approval?.id ?? "", approved: true });
    await atRest(reloaded.chat, () => reloaded.finished.length === 2);
    const after = open({ messages: reloaded.chat.messages });
    await after.chat.resumeStream();
    await atRest(after.chat, () => true);
    assert.deepEqual(cardsOf(after.chat).map(({ state }) => state), ["output-available"]);
    assert.equal(after.chat.messages.length, 2);
  },

  async "an answer again, and an edited message, are branches of the chat"(open) {
    const { chat, finished } = open();
    await chat.sendMessage({ text: PARIS });
    await atRest(chat, () => finished.length === 2);
    const before = Object(chat.messages[1]?.metadata).runId;
    await chat.regenerate();
    await atRest(chat, () => finished.length === 4);
    assert.equal(chat.messages.length, 2);
    assert.deepEqual(shortOf(chat.messages[1] ?? assert.fail()), WEATHER);
    assert.notEqual(Object(chat.messages[1]?.metadata).runId, before);
    await chat.sendMessage({ text: "Delete record r2", messageId: chat.messages[0]?.id ?? "" });
    await atRest(chat, () => finished.length === 5);
    assert.equal(chat.messages.length, 2);
    assert.deepEqual(cardsOf(chat).map(({ type, state }) => [type, state]), [[
      "tool-delete_record",
      "approval-requested",
    ]]);
    // The next message goes to the branch that is shown.
    await chat.sendMessage({ text: PARIS });
    await atRest(chat, () => finished.length === 7);
    assert.equal(chat.messages.length, 4);
    assert.deepEqual(shortOf(chat.messages[3] ?? assert.fail()), WEATHER);
  },
};

/** The tool of the agent `page` is the client's. */
export async function clientTool(major: Major, served: Served, id: string): Promise<void> {
  const open = openerOf(major, served, id, "/api/chat/page");
  const called: string[] = [];
  const { chat, finished, posts } = open({ onToolCall: ({ toolName }) => called.push(toolName) });
  await chat.sendMessage({ text: PARIS });
  await atRest(chat, () => finished.length === 1);
  const [card] = cardsOf(chat);
  assert.equal(card?.state, "input-available");
  assert.deepEqual(called, ["get_weather"]);
  const reloaded = open({ messages: chat.messages.slice(0, 1) });
  await reloaded.chat.resumeStream();
  await atRest(reloaded.chat, () => true);
  assert.deepEqual(cardsOf(reloaded.chat).map(({ state }) => state), ["input-available"]);
  await chat.addToolOutput({
    tool: "get_weather",
    toolCallId: card.toolCallId ?? "",
    output: { city: "Paris", tempC: 18, sky: "clear" },
  });
  await atRest(chat, () => finished.length === 2);
  assert.deepEqual(shortOf(chat.messages[1] ?? assert.fail()), WEATHER);
  assert.equal(posts.length, 2);
}
