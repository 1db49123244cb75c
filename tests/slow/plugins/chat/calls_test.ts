// Row E5: calls that wait in a chat: beside calls of the server, of client tools, approved, forged and stale.

import assert from "node:assert/strict";
import { askUser } from "../../../../src/agents/ask_user.ts";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import type { ScriptedPlan } from "../../../../src/kernel/drivers/scripted.ts";
import { definePlugin } from "../../../../src/http/define_plugin.ts";
import { createChatApp, said } from "./_app.ts";
import { atRest, cardsOf, MAJORS, type Message, shortOf } from "./_clients.ts";

const DONE: ScriptedPlan = { says: "Done." };
const calls = (...tools: readonly string[]): ScriptedPlan => ({
  says: "I see.",
  calls: tools.map((tool) => ({ tool, args: `{"${tool === "echo" ? "text" : "id"}":"r1"}` })),
});

/** People approve calls of `remove`, whatever its agent says. */
const holdsRemovals = definePlugin({
  name: "holds-removals",
  compile: () => ({
    judge: (judged, when) =>
      when === "acting" ? undefined : new Map(
        judged.filter(({ name }) => name === "remove")
          .map(({ id }) => [id, { hold: {}, because: "it cannot be undone" }]),
      ),
  }),
});

const runs = (name: string) =>
  defineTool({ name, description: `Does ${name}.`, effect: "pure", run: () => "done" });
const plain = defineAgent({ name: "plain", driver: "scripted", tools: [runs("echo"), runs("remove")] });

const WAITING = [
  ["one that waits for approval", {}, "tester"],
  ["one that a plugin holds", { agents: [plain], plugins: [holdsRemovals] }, "plain"],
] as const;

for (const [beside, deployed, agent] of WAITING) {
  for (const major of MAJORS) {
    Deno.test(`E5: ${major.name}: a call of the server beside ${beside} is shown once it has run`, async () => {
      const app = createChatApp({ ...deployed, scenario: [calls("echo", "remove"), DONE] });
      const { chat, finished } = app.open(major, { api: `/api/chat/${agent}` });
      await chat.sendMessage({ text: "go" });
      await atRest(chat, () => finished.length === 1);
      assert.deepEqual(cardsOf(chat).map(({ type, state }) => [type, state]), [[
        "tool-remove",
        "approval-requested",
      ]]);
      await chat.addToolApprovalResponse({ id: cardsOf(chat)[0]?.approval?.id ?? "", approved: true });
      await atRest(chat, () => finished.length === 2);
      assert.deepEqual(cardsOf(chat).map(({ type, state }) => [type, state]), [
        ["tool-remove", "output-available"],
        ["tool-echo", "output-available"],
      ]);
      assert.equal(shortOf(chat.messages[1] ?? assert.fail()).at(-1), "text:Done.");
    });
  }
}

for (const major of MAJORS) {
  Deno.test(`E5: ${major.name}: two approvals in one plan, one granted and one denied`, async () => {
    const app = createChatApp({ scenario: [calls("remove", "remove"), DONE] });
    const { chat, finished, posts } = app.open(major);
    await chat.sendMessage({ text: "go" });
    await atRest(chat, () => finished.length === 1);
    for (const [index, card] of cardsOf(chat).entries()) {
      await chat.addToolApprovalResponse({ id: card.approval?.id ?? "", approved: index === 0 });
    }
    await atRest(chat, () => finished.length === 2);
    assert.deepEqual(cardsOf(chat).map(({ state }) => state), ["output-available", "output-denied"]);
    assert.equal(posts.length, 2);
  });

  Deno.test(`E5: ${major.name}: a client tool that needs approval runs in the page after it`, async () => {
    const app = createChatApp({ scenario: [calls("pay"), DONE] });
    const { chat, finished } = app.open(major, { api: "/api/chat/page" });
    await chat.sendMessage({ text: "go" });
    await atRest(chat, () => finished.length === 1);
    const id = cardsOf(chat)[0]?.toolCallId ?? "";
    await chat.addToolApprovalResponse({ id: cardsOf(chat)[0]?.approval?.id ?? "", approved: true });
    await atRest(chat, () => finished.length === 2);
    assert.deepEqual(cardsOf(chat).map(({ state }) => state), ["input-available"]);
    await chat.addToolOutput({ tool: "pay", toolCallId: id, output: "paid" });
    await atRest(chat, () => finished.length === 3);
    assert.deepEqual(cardsOf(chat).map(({ state, output }) => [state, output]), [[
      "output-available",
      "paid",
    ]]);
    assert.equal(shortOf(chat.messages[1] ?? assert.fail()).at(-1), "text:Done.");
  });

  Deno.test(`E5: ${major.name}: a tool that the page brings`, async () => {
    const app = createChatApp({ scenario: [calls("locate"), DONE] });
    const body = { clientTools: [{ name: "locate", description: "Where the user is." }] };
    const { chat, finished } = app.open(major, { body });
    await chat.sendMessage({ text: "go" });
    await atRest(chat, () => finished.length === 1);
    const [card] = cardsOf(chat);
    assert.equal(card?.state, "input-available");
    await chat.addToolOutput({ tool: "locate", toolCallId: card.toolCallId ?? "", output: { lat: 1 } });
    await atRest(chat, () => finished.length === 2);
    assert.equal(shortOf(chat.messages[1] ?? assert.fail()).at(-1), "text:Done.");
  });

  Deno.test(`E5: ${major.name}: the page is not given a call whose arguments do not fit`, async () => {
    const rates = {
      name: "rate",
      parameters: { type: "object", properties: { stars: { type: "integer" } }, required: ["stars"] },
    };
    const called: string[] = [];
    const bad = { calls: [{ tool: "rate", args: '{"stars":"many"}' }] };
    const app = createChatApp({ scenario: [bad, DONE] });
    const { chat, finished } = app.open(major, {
      body: { clientTools: [rates] },
      onToolCall: ({ toolName }) => called.push(toolName),
    });
    await chat.sendMessage({ text: "go" });
    await atRest(chat, () => finished.length === 2);
    assert.deepEqual(called, []);
    assert.deepEqual(cardsOf(chat).map(({ state }) => state), ["output-error"]);
    assert.match(cardsOf(chat)[0]?.errorText ?? "", /\/stars: must be integer/);
    assert.equal(shortOf(chat.messages[1] ?? assert.fail()).at(-1), "text:Done.");
  });

  Deno.test(`E5: ${major.name}: an agent that predicts has its calls run by the page`, async () => {
    const echo = defineTool({
      name: "echo",
      description: "Gives back.",
      effect: "pure",
      run: () => "server",
    });
    const agent = defineAgent({ name: "seer", driver: "scripted", execution: "predict", tools: [echo] });
    const app = createChatApp({ scenario: [calls("echo"), DONE], agents: [agent] });
    const { chat, finished } = app.open(major, { api: "/api/chat/seer" });
    await chat.sendMessage({ text: "go" });
    await atRest(chat, () => finished.length === 1);
    const [card] = cardsOf(chat);
    assert.equal(card?.state, "input-available");
    await chat.addToolOutput({ tool: "echo", toolCallId: card.toolCallId ?? "", output: "page" });
    await atRest(chat, () => finished.length === 2);
    assert.equal(cardsOf(chat)[0]?.output, "page");
    assert.equal(shortOf(chat.messages[1] ?? assert.fail()).at(-1), "text:Done.");
  });

  Deno.test(`E5: ${major.name}: the reason of an approval answers a question`, async () => {
    const agent = defineAgent({ name: "asker", driver: "scripted", tools: [askUser()] });
    const app = createChatApp({
      scenario: [{ calls: [{ tool: "ask_user", args: { question: "Why?" } }] }, DONE],
      agents: [agent],
    });
    const { chat, finished } = app.open(major, { api: "/api/chat/asker" });
    await chat.sendMessage({ text: "go" });
    await atRest(chat, () => finished.length === 1);
    const id = cardsOf(chat)[0]?.approval?.id ?? "";
    await chat.addToolApprovalResponse({ id, approved: true, reason: "Because." });
    await atRest(chat, () => finished.length === 2);
    assert.deepEqual(cardsOf(chat).map(({ state, output }) => [state, output]), [[
      "output-available",
      "Because.",
    ]]);
  });

  Deno.test(`E5: ${major.name}: a reload finds the message of the newest branch, with the id that it has`, async () => {
    const app = createChatApp({ scenario: [calls("remove"), DONE] });
    const { chat, finished } = app.open(major);
    await chat.sendMessage({ text: "go" });
    await atRest(chat, () => finished.length === 1);
    for (
      const change of [
        () => chat.regenerate(),
        () => chat.sendMessage({ text: "go on", messageId: chat.messages[0]?.id ?? "" }),
      ]
    ) {
      const before = chat.messages[1]?.id;
      await change();
      await atRest(
        chat,
        () => cardsOf(chat)[0]?.state === "approval-requested" && chat.messages[1]?.id !== before,
      );
      const reloaded = app.open(major, { messages: chat.messages });
      await reloaded.chat.resumeStream();
      await atRest(reloaded.chat, () => true);
      assert.deepEqual(reloaded.chat.messages.map(({ id }) => id), chat.messages.map(({ id }) => id));
      assert.deepEqual(cardsOf(reloaded.chat).map(({ state }) => state), ["approval-requested"]);
    }
  });

  Deno.test(`E5: ${major.name}: a tab that is behind is refused, and runs nothing`, async () => {
    const app = createChatApp({ scenario: [calls("remove"), calls("echo"), DONE] });
    const first = app.open(major);
    await first.chat.sendMessage({ text: "go" });
    await atRest(first.chat, () => first.finished.length === 1);
    const other = app.open(major, { messages: first.chat.messages });
    const id = cardsOf(first.chat)[0]?.approval?.id ?? "";
    await first.chat.addToolApprovalResponse({ id, approved: true });
    await atRest(first.chat, () => first.finished.length === 3);
    const { version } = await (await app.send("GET", "/v1/threads/c1")).json();
    await other.chat.addToolApprovalResponse({ id, approved: false });
    await atRest(other.chat, () => other.finished.length === 1);
    assert.equal((await (await app.send("GET", "/v1/threads/c1")).json()).version, version);
    assert.equal(other.posts.length, 1, "it does not send again and again");
  });
}

/** A chat that waits for the approval of `remove`, and its last message. */
async function waiting() {
  const app = createChatApp({ scenario: [calls("remove"), DONE] });
  const { chat, finished } = app.open(MAJORS[0] ?? assert.fail());
  await chat.sendMessage({ text: "go" });
  await atRest(chat, () => finished.length === 1);
  const message = chat.messages[1] ?? assert.fail();
  const card = cardsOf(chat)[0] ?? assert.fail();
  const answered = (change: object): Message => ({
    ...message,
    parts: message.parts.map((part) => part.toolCallId === undefined ? part : { ...part, ...change }),
  });
  return { app, card, answered };
}

type Card = Awaited<ReturnType<typeof waiting>>["card"];

const FORGED: readonly (readonly [string, (card: Card) => object, string])[] = [
  [
    "other arguments",
    ({ approval }) => ({
      state: "approval-responded",
      input: { id: "r2" },
      approval: { ...approval, approved: true },
    }),
    "approval_mismatch",
  ],
  [
    "no arguments",
    ({ approval }) => ({
      state: "approval-responded",
      input: undefined,
      approval: { ...approval, approved: true },
    }),
    "approval_mismatch",
  ],
  [
    "the approval of another call",
    () => ({ state: "approval-responded", approval: { id: "0".repeat(64), approved: true } }),
    "approval_mismatch",
  ],
  [
    "an output in place of an approval",
    () => ({ state: "output-available", output: "removed" }),
    "approval_required",
  ],
  ["an approval without an answer", () => ({ state: "approval-requested" }), "approval_required"],
];
for (const [name, change, code] of FORGED) {
  Deno.test(`X5: a chat that brings ${name} approves nothing`, async () => {
    const { app, card, answered } = await waiting();
    const response = await app.chat({ id: "c1", messages: [said("go"), answered(change(card))] });
    assert.deepEqual([response.status, (await response.json()).code], [409, code]);
    const thread = await (await app.send("GET", "/v1/threads/c1")).json();
    assert.deepEqual(thread.calls.map((call: { state: string }) => call.state), ["approval"]);
    assert.equal(thread.version, 1);
  });
}

Deno.test("X5: a chat that answers an approval needs the scope for it", async () => {
  for (const [scopes, status] of [[["read", "run"], 403], [["read", "run", "decide"], 200]] as const) {
    const app = createChatApp({
      scenario: [calls("remove"), DONE],
      authenticate: () => ({ tenant: "acme", user: "u1", scopes }),
    });
    const first = await app.chat({ id: "c1", message: said("go") });
    await first.text();
    const [call] = (await (await app.send("GET", "/v1/threads/c1")).json()).calls;
    const part = {
      type: "tool-remove",
      toolCallId: call.id,
      state: "approval-responded",
      input: call.args,
      approval: { id: call.approval.digest, approved: true },
    };
    const response = await app.chat({ id: "c1", message: { id: "a1", role: "assistant", parts: [part] } });
    assert.equal(response.status, status);
    await response.text();
  }
});
