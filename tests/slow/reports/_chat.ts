// Public bug reports of useChat, played at its door with the Chat of both majors of the AI SDK.

import assert from "node:assert/strict";
import type { Driver } from "../../../src/core/driver.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { eventually } from "../../support/eventually.ts";
import { REMOVES } from "../../http/_app.ts";
import { type ChatApp, chunksOf, createChatApp, said } from "../plugins/chat/_app.ts";
import { atRest, cardsOf, MAJORS, type Message, type Part, shortOf } from "../plugins/chat/_clients.ts";
import { createHaltingDriver } from "../plugins/_halting.ts";
import { reports } from "./_report.ts";

/** An answer with reasoning that stops behind its third letter until it is let go on. */
function haltingAnswer(text: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const driver: Driver = {
    ...createScriptedDriver([]),
    async plan({ modelRef: model }, emit) {
      emit({ type: "reasoning.started", block: 0 });
      emit({ type: "reasoning.delta", block: 0, text: "A greeting." });
      emit({ type: "reasoning.ended", block: 0 });
      emit({ type: "text.started", block: 1 });
      emit({ type: "text.delta", block: 1, text: text.slice(0, 3) });
      await promise;
      emit({ type: "text.delta", block: 1, text: text.slice(3) });
      emit({ type: "text.ended", block: 1 });
      const usage = { inputTokens: 0, outputTokens: 0 };
      const blocks = [{ type: "reasoning" as const, text: "A greeting." }, { type: "text" as const, text }];
      return { blocks, finish: "stop", usage, model };
    },
  };
  return { driver, release: resolve };
}

async function storedOf(app: ChatApp): Promise<{ messages: readonly Message[]; version: number }> {
  return await (await app.send("GET", "/api/chat/tester/c1/messages")).json();
}

/** The texts of a message by the types of their parts. */
function textsOf({ parts }: Message): (string | undefined)[][] {
  return parts.flatMap(({ type, text }) => text === undefined ? [] : [[type, text]]);
}

for (const major of MAJORS) {
  reports<{ client: string; server: string }>(
    "vercel-ai-14688",
    `${major.name}: a page that has half of the running answer has each part once behind its resume`,
    async ({ client, server }) => {
      assert.match(client, /resume: true, initialMessages with the partial assistant message/);
      const text = /answer '(.*)'/.exec(server)?.[1] ?? assert.fail();
      const { driver, release } = haltingAnswer(text);
      const app = createChatApp({ driver });
      const first = app.open(major);
      const sending = first.chat.sendMessage({ text: "hi" });
      await eventually(() => first.chat.messages[1]?.parts.at(-1)?.text === text.slice(0, 3));
      const kept = structuredClone(first.chat.messages);
      const { chat } = app.open(major, { messages: kept });
      const resumed = chat.resumeStream();
      await eventually(() => chat.status === "streaming");
      release();
      await Promise.all([sending, resumed]);
      await atRest(chat, () => true);
      assert.deepEqual(chat.messages.map(({ id }) => id), kept.map(({ id }) => id));
      assert.deepEqual(textsOf(chat.messages[1] ?? assert.fail()), [["reasoning", "A greeting."], [
        "text",
        text,
      ]]);

      const waiting = createChatApp({ scenario: REMOVES });
      const asked = waiting.open(major);
      await asked.chat.sendMessage({ text: "remove it" });
      const again = waiting.open(major, { messages: structuredClone(asked.chat.messages) });
      await again.chat.resumeStream();
      await atRest(again.chat, () => true);
      assert.deepEqual(cardsOf(again.chat).map(({ state }) => state), ["approval-requested"]);
    },
  );

  reports<{ loaded: string[][] }>(
    "vercel-ai-18457",
    `${major.name}: a page that resumes behind the answer before has that one unchanged, and the new one once`,
    async ({ loaded }) => {
      for (const names of loaded) {
        const { driver, release } = createHaltingDriver();
        const app = createChatApp({ driver });
        const first = app.open(major);
        await first.chat.sendMessage({ text: "hello" });
        const sending = first.chat.sendMessage({ text: "halt" });
        await eventually(() => first.chat.messages.at(-1)?.parts.at(-1)?.text === "Half");
        const shown = structuredClone(first.chat.messages.slice(0, names.length));
        const { chat } = app.open(major, { messages: shown });
        const resumed = chat.resumeStream();
        await eventually(() => chat.messages.at(-1)?.parts.at(-1)?.text === "Half", () => chat.messages);
        release();
        await Promise.all([sending, resumed]);
        await atRest(chat, () => true);
        const plain = JSON.parse(JSON.stringify([chat.messages[1], shown[1]]));
        assert.deepEqual(plain[0], plain[1], "the answer before is as it was");
        const { messages } = await storedOf(app);
        assert.deepEqual(messages.map(({ role }) => role), ["user", "assistant", "user", "assistant"]);
        assert.deepEqual(
          chat.messages.map(({ id }) => id),
          messages.map(({ id }) => id).filter((_, place) => place < names.length || place >= 3),
        );
        assert.deepEqual(shortOf(chat.messages.at(-1) ?? assert.fail()), [
          "step-start",
          "text:Half of halt.",
        ]);
      }
    },
  );
}

reports<{ stream_order: string[]; client_back: { input: JsonObject; state: string } }>(
  "cf-agents-1872",
  `what runs is the input that the server holds, whatever the client sends back`,
  async ({ stream_order, client_back }) => {
    assert.equal(client_back.state, "approval-responded");
    const args = '{"amount": 5,"to":"ann"}';
    for (const input of [client_back.input, { amount: 500, to: "ann" }, undefined]) {
      const paid: JsonObject[] = [];
      const pay = defineTool({
        name: "pay",
        description: "Pays.",
        needsApproval: true,
        effect: "once",
        parameters: { type: "object", properties: { amount: { type: "number" }, to: { type: "string" } } },
        run(given: JsonObject) {
          paid.push(given);
          return "paid";
        },
      });
      const app = createChatApp({
        agents: [defineAgent({ name: "payer", driver: "scripted", tools: [pay] })],
        scenario: [{ calls: [{ tool: "pay", args }] }, { says: "Done." }],
      });
      const first = await chunksOf(await app.chat({ id: "c1", message: said("pay") }, "", "payer"));
      const named = stream_order.map((type) => type.replace("*", ""));
      const order = first.map(({ type }) => type).filter((type) => named.includes(type));
      // A call that may wait has its part when it does, with its whole input.
      assert.deepEqual(order, named.slice(-2));
      const { messages: [user, assistant] } = await (await app.send(
        "GET",
        "/api/chat/payer/c1/messages",
      )).json();
      const part: Part = assistant.parts.find(({ toolCallId }: Part) => toolCallId !== undefined);
      const approval = { ...part.approval, approved: true };
      const answerWith = async (given: unknown) => {
        const answered = { ...part, input: given, state: client_back.state, approval };
        const message = { ...assistant, parts: [{ type: "step-start" }, answered] };
        const response = await app.chat({ id: "c1", messages: [user, message] }, "", "payer");
        const text = await response.text();
        return response.ok ? 200 : JSON.parse(text).code;
      };
      assert.equal(await answerWith(input), "approval_mismatch");
      assert.deepEqual(paid, []);
      assert.equal(await answerWith(part.input), 200);
      assert.deepEqual(paid, [JSON.parse(args)]);
      const { entries } = await (await app.send("GET", "/v1/threads/c1/history")).json();
      const blocks: JsonObject[] = entries.flatMap((entry: JsonObject) => entry.blocks ?? []);
      assert.equal(blocks.find(({ type }) => type === "call")?.args, args);
    }
  },
);
