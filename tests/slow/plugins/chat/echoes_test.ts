// Row E5: what a client sends back of what it was sent, and answers to calls that were settled outside of the chat.

import assert from "node:assert/strict";
import type { StepEvent } from "../../../../src/core/event.ts";
import { createScriptedDriver, type ScriptedPlan } from "../../../../src/kernel/drivers/scripted.ts";
import { UiMessageEncoder } from "../../../../src/plugins/chat/ui_messages/encoder.ts";
import { type ChatApp, createChatApp } from "./_app.ts";
import { atRest, cardsOf, type Major, MAJORS, shortOf } from "./_clients.ts";

const REMOVES: readonly ScriptedPlan[] = [{ calls: [{ tool: "remove", args: { id: "r1" } }] }, {
  says: "Gone.",
}];

/** A chat whose call waits for approval, and the path of that approval. */
async function waiting(major: Major, app: ChatApp) {
  const { chat, finished, posts } = app.open(major);
  await chat.sendMessage({ text: "go" });
  await atRest(chat, () => finished.length === 1);
  const [card] = cardsOf(chat);
  return {
    chat,
    finished,
    posts,
    id: card?.approval?.id ?? "",
    path: `/v1/threads/c1/approvals/${card?.toolCallId}`,
  };
}

for (const major of MAJORS) {
  Deno.test(`E5: ${major.name}: a chat goes on behind a text that cannot be stored`, async () => {
    const app = createChatApp({ scenario: [{ says: "a\0b\ud83d" }, { says: "Still here." }] });
    const { chat, finished } = app.open(major);
    await chat.sendMessage({ text: "go" });
    await atRest(chat, () => finished.length === 1);
    await chat.sendMessage({ text: "on\0" });
    await atRest(chat, () => finished.length === 2);
    assert.equal(chat.error, undefined);
    assert.equal(chat.messages[3]?.parts.at(-1)?.text, "Still here.");
  });

  Deno.test(`E5: ${major.name}: the failure that a page reports keeps its words`, async () => {
    const app = createChatApp({ scenario: [{ calls: [{ tool: "pick" }] }, { says: "I see." }] });
    const { chat, finished } = app.open(major, { api: "/api/chat/page" });
    await chat.sendMessage({ text: "go" });
    await atRest(chat, () => finished.length === 1);
    const toolCallId = cardsOf(chat)[0]?.toolCallId ?? "";
    // The types of version 6 lack the state.
    const failure = {
      state: "output-error",
      tool: "pick",
      toolCallId,
      errorText: "The camera is off.",
      output: undefined,
    };
    await chat.addToolOutput(failure);
    await atRest(chat, () => finished.length === 2);
    assert.deepEqual(cardsOf(chat).map(({ state, errorText }) => [state, errorText]), [
      ["output-error", "The camera is off."],
    ]);
  });

  Deno.test(`E5: ${major.name}: a reload behind an approval from elsewhere has one card, and its answer goes on`, async () => {
    const app = createChatApp({ scenario: REMOVES });
    const { chat, id, path } = await waiting(major, app);
    assert.equal((await app.send("POST", path, { approved: true })).status, 200);
    const again = app.open(major, { messages: chat.messages });
    await again.chat.resumeStream();
    await atRest(again.chat, () => again.finished.length === 1);
    assert.deepEqual(cardsOf(again.chat).map(({ state }) => state), ["approval-requested"]);
    await again.chat.addToolApprovalResponse({ id, approved: true });
    await atRest(again.chat, () => again.finished.length === 2);
    assert.deepEqual(cardsOf(again.chat).map(({ state }) => state), ["output-available"]);
    assert.equal(shortOf(again.chat.messages[1] ?? assert.fail()).at(-1), "text:Gone.");
  });

  Deno.test(`X5: ${major.name}: a denial of a call that was approved elsewhere is refused, and runs nothing`, async () => {
    const app = createChatApp({ scenario: REMOVES });
    const { chat, id, path } = await waiting(major, app);
    await app.send("POST", path, { approved: true });
    await chat.addToolApprovalResponse({ id, approved: false });
    await atRest(chat, () => chat.status === "error");
    assert.equal(JSON.parse(chat.error?.message ?? "{}").code, "approval_decided");
    assert.equal((await (await app.send("GET", "/v1/threads/c1")).json()).version, 1);
  });

  Deno.test(`E5: ${major.name}: an answer that comes when the run has ended elsewhere is told what it has missed`, async () => {
    const app = createChatApp({ scenario: REMOVES });
    const { chat, finished, posts, id, path } = await waiting(major, app);
    await app.send("POST", path, { approved: true });
    await app.send("POST", "/v1/threads/c1/steps", { until: "done" });
    await chat.addToolApprovalResponse({ id, approved: true });
    await atRest(chat, () => finished.length === 2);
    assert.deepEqual(shortOf(chat.messages[1] ?? assert.fail()), [
      "step-start",
      "tool-remove:output-available",
      "step-start",
      "text:Gone.",
    ]);
    assert.deepEqual([posts.length, finished[1]?.finishReason], [2, "stop"]);
  });

  Deno.test(`E5: ${major.name}: an answer to a call of a run that was stopped ends its card`, async () => {
    const app = createChatApp({ scenario: REMOVES });
    const { chat, finished, posts, id } = await waiting(major, app);
    await app.send("POST", "/api/chat/tester/c1/stop", {});
    await chat.addToolApprovalResponse({ id, approved: true });
    await atRest(chat, () => finished.length === 2);
    assert.deepEqual(cardsOf(chat).map(({ state, errorText }) => [state, errorText]), [
      ["output-error", "The run is over; this call did not run."],
    ]);
    assert.deepEqual([posts.length, finished[1]?.finishReason], [2, "stop"]);
  });
}

/** Answers with what the last input says. */
const repeats = createScriptedDriver(({ history: { entries } }) => {
  const input = entries.findLast((entry) => entry.type === "user");
  return { says: `You said ${input?.type === "user" ? input.text : ""}.` };
});

for (const major of MAJORS) {
  Deno.test(`E5: ${major.name}: a tab that shows an older branch edits and repeats the messages that it shows`, async () => {
    const app = createChatApp({ driver: repeats });
    const first = app.open(major);
    await first.chat.sendMessage({ text: "one" });
    await first.chat.sendMessage({ text: "two" });
    const second = app.open(major, { messages: first.chat.messages });
    await second.chat.sendMessage({ text: "other", messageId: first.chat.messages[0]?.id ?? "" });
    assert.deepEqual(second.chat.messages.map(({ parts }) => parts.at(-1)?.text), [
      "other",
      "You said other.",
    ]);

    await first.chat.regenerate();
    const shown = ["one", "You said one.", "two", "You said two."];
    assert.deepEqual(first.chat.messages.map(({ parts }) => parts.at(-1)?.text), shown);
    const { runId } = Object(first.chat.messages[3]?.metadata);
    const { entries } = await (await app.send("GET", `/v1/threads/${runId}/history`)).json();
    assert.deepEqual(entries.map(({ text }: { text?: string }) => text ?? ""), ["one", "", "two", ""]);

    await first.chat.regenerate({ messageId: first.chat.messages[1]?.id ?? "" });
    assert.deepEqual(first.chat.messages.map(({ parts }) => parts.at(-1)?.text), shown.slice(0, 2));
    assert.equal(first.chat.error, undefined);
  });
}

Deno.test("E5: a cancelled run ends with a chunk that the first versions of a major know", () => {
  const encoder = new UiMessageEncoder({ thread: "t1", holds: false });
  const failed: StepEvent = {
    type: "step.failed",
    step: 1,
    version: 0,
    seq: 1,
    error: { code: "step_cancelled", message: "It was cancelled.", retryable: false },
  };
  assert.match(encoder.encode(failed), /\ndata: \{"type":"abort"\}\n\n$/);
});
