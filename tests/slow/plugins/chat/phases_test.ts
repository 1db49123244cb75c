// Row E5: an orchestrator in a chat: its phases run, a call of a phase waits for people, and a reload shows it once.

import assert from "node:assert/strict";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { createScriptedDriver } from "../../../../src/kernel/drivers/scripted.ts";
import { crew, phase, runs, script, writes } from "../../../plugins/orchestration/_crew.ts";
import { createChatApp } from "./_app.ts";
import { atRest, cardsOf, MAJORS, shortOf } from "./_clients.ts";

const TWO = [phase("facts", "research"), phase("figures", "research")];

/** The worker of one phase signs, which people approve; the other answers at once. */
function createApp(waits: boolean) {
  const sign = defineTool({
    name: "sign",
    description: "Signs.",
    parameters: ["what"],
    needsApproval: true,
    run: ({ what }) => ({ signed: what }),
  });
  const plans = [writes(TWO), runs("facts", "figures"), { says: "Done." }];
  const plan = script(plans, ({ history: { entries } }, place) => {
    const [input] = entries;
    const isFacts = input?.type === "user" && !input.text.includes("figures");
    if (!waits || place > 0 || !isFacts) return { says: `plan ${place}` };
    return { calls: [{ tool: "sign", args: { what: "facts" } }] };
  });
  return createChatApp({ driver: createScriptedDriver(plan), agents: [...crew({ tools: [sign] })] });
}

const PLANNED = ["step-start", "tool-write_plan:output-available", "step-start"];
const RAN = [
  "tool-run_phase:output-available",
  "tool-run_phase:output-available",
  "step-start",
  "text:Done.",
];

for (const major of MAJORS) {
  for (const [mode, requests] of [["step", 3], ["full", 1]] as const) {
    const api = `/api/chat/lead?mode=${mode}`;
    Deno.test(`E5: ${major.name}: an orchestrator answers in a chat, mode ${mode}`, async () => {
      const app = createApp(false);
      const { chat, finished, posts } = app.open(major, { api });
      await chat.sendMessage({ text: "go" });
      await atRest(chat, () => finished.at(-1)?.finishReason === "stop");
      assert.deepEqual(shortOf(chat.messages[1] ?? assert.fail()), [...PLANNED, ...RAN]);
      assert.equal(posts.length, requests);
      await app.idle();
    });

    Deno.test(`E5: ${major.name}: a call of a phase is approved in the chat after a reload, mode ${mode}`, async () => {
      const app = createApp(true);
      const { chat } = app.open(major, { api });
      await chat.sendMessage({ text: "go" });
      await atRest(chat, () => cardsOf(chat).some(({ state }) => state === "approval-requested"));
      const again = app.open(major, { api, messages: chat.messages });
      await again.chat.resumeStream();
      await atRest(again.chat, () => again.finished.length === 1);
      const waiting = [...PLANNED, "tool-sign:approval-requested"];
      assert.deepEqual(shortOf(again.chat.messages[1] ?? assert.fail()), waiting);
      const id = cardsOf(again.chat).at(-1)?.approval?.id ?? "";
      await again.chat.addToolApprovalResponse({ id, approved: true });
      await atRest(again.chat, () => again.finished.at(-1)?.finishReason === "stop");
      const answered = [...PLANNED, "tool-sign:approval-responded", ...RAN];
      assert.deepEqual(shortOf(again.chat.messages[1] ?? assert.fail()), answered);
      await app.idle();
    });
  }

  Deno.test(`E5: ${major.name}: a call of a phase that was approved elsewhere lets the chat go on`, async () => {
    const app = createApp(true);
    const { chat, finished } = app.open(major, { api: "/api/chat/lead?mode=full" });
    await chat.sendMessage({ text: "go" });
    await atRest(chat, () => finished.length === 1);
    const card = cardsOf(chat).at(-1);
    const path = `/v1/threads/c1/approvals/${card?.toolCallId}`;
    assert.equal((await app.send("POST", path, { approved: true })).status, 200);
    await chat.addToolApprovalResponse({ id: card?.approval?.id ?? "", approved: true });
    await atRest(chat, () => finished.length === 2);
    assert.equal(chat.error, undefined);
    assert.equal(shortOf(chat.messages[1] ?? assert.fail()).at(-1), "text:Done.");
    await app.idle();
  });
}
