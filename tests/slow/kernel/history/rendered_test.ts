// E13: a conversation that is written part by part, over many turns, is the one that is written at once.

import { NO_MEDIA_STYLE } from "../../../providers/_support.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import type { Entry } from "../../../../src/core/entry.ts";
import type { HistoryWriter, RenderedHistory } from "../../../../src/core/model/provider.ts";
import { writeEntry } from "../../../../src/kernel/history/codec.ts";
import { openEntry } from "../../../../src/kernel/history/lazy_entry.ts";
import { toConversation } from "../../../../src/kernel/history/rendered.ts";
import { toMessages, toTextMessages } from "../../../../src/kernel/history/messages.ts";
import { createChatWriter } from "../../../../src/providers/openai/chat/messages.ts";
import { COMPATIBLE, OPENAI } from "../../../../src/providers/openai/profile.ts";
import { createResponsesWriter } from "../../../../src/providers/openai/responses/messages.ts";
import { createAliases } from "../../../../src/providers/_wire/calls/tool_names.ts";
import { anyHistory } from "../../../support/any_entry.ts";

const aliases = createAliases(["get_weather", "GitHub.SetStarred"]);
const WRITERS: Readonly<Record<string, HistoryWriter>> = {
  chat: createChatWriter({ aliases, profile: OPENAI, provider: "openai", model: "m", media: NO_MEDIA_STYLE }),
  "chat of an imitator": createChatWriter({
    aliases,
    profile: COMPATIBLE,
    provider: "elsewhere",
    model: "m",
    media: NO_MEDIA_STYLE,
  }),
  ...Object.fromEntries([false, true].map((inParts) => [
    inParts ? "responses in parts" : "responses",
    createResponsesWriter({
      aliases,
      provider: "openai",
      model: "m",
      media: NO_MEDIA_STYLE,
      inParts,
      leads: inParts,
      updates: false,
      efforts: [],
      writer: undefined,
      search: undefined,
    }),
  ])),
};
const agents = {
  native: defineAgent({ name: "a", instructions: "", tools: [] }),
  text: defineAgent({ name: "a", instructions: "", tools: [], historyForm: "text" }),
};

function turn(
  entries: readonly Entry[],
  form: "native" | "text",
  memo: { known: RenderedHistory | undefined },
) {
  const opened = entries.map(writeEntry).map(openEntry);
  return {
    agent: agents[form],
    history: {
      entries,
      from: (count: number) => opened.slice(count),
      rendered: memo.known,
      keep: (next: RenderedHistory) => void (memo.known = next),
      found: () => [],
    },
  };
}

for (const [name, writer] of Object.entries(WRITERS)) {
  for (const form of ["native", "text"] as const) {
    Deno.test(`E13: ${name}, ${form}: written over many turns it is the same as written at once (property)`, () => {
      const whole = form === "native" ? toMessages : toTextMessages;
      fc.assert(fc.property(anyHistory, fc.array(fc.nat({ max: 6 })), (entries, growth) => {
        const memo = { known: undefined };
        let length = 0;
        for (const more of [...growth, entries.length]) {
          length = Math.min(entries.length, length + more);
          const read = entries.slice(0, length);
          const { older, messages } = toConversation(turn(read, form, memo), writer);
          const parts = [older?.text ?? "", writer.write(messages)].filter((text) => text !== "");
          assert.equal(parts.join(","), writer.write(whole(read)));
          assert.equal(
            writer.write([...(older?.messages() ?? []), ...messages]),
            writer.write(whole(read)),
          );
        }
      }));
    });
  }
}

Deno.test("E13: what has been written is not read again", () => {
  const history: Entry[] = [];
  const memo = { known: undefined };
  for (let step = 0; step < 20; step++) {
    history.push(
      { type: "user", id: `u${step}`, at: 1, version: step, text: "go on" },
      {
        type: "assistant",
        id: `a${step}`,
        at: 1,
        version: step,
        finish: "stop",
        model: "m",
        usage: { inputTokens: 1, outputTokens: 1 },
        blocks: [{ type: "text", text: "gone on" }],
      },
    );
    let read = 0;
    const asked = turn(history, "native", memo);
    const from = (count: number) => asked.history.from(count).map((entry) => (read++, entry));
    toConversation({ ...asked, history: { ...asked.history, from } }, WRITERS.chat);
    assert.ok(read <= 3, `step ${step} read ${read} entries`);
  }
});

Deno.test("E13: without a writer, and under another key, everything is said as messages", () => {
  const entries: Entry[] = [
    { type: "user", id: "u", at: 1, version: 1, text: "hi" },
    {
      type: "assistant",
      id: "a",
      at: 1,
      version: 1,
      finish: "stop",
      model: "m",
      usage: { inputTokens: 1, outputTokens: 1 },
      blocks: [{ type: "text", text: "hello" }],
    },
  ];
  const memo = { known: undefined };
  const { messages } = toConversation(turn(entries, "native", memo), undefined);
  assert.deepEqual(messages, toMessages(entries));
  toConversation(turn(entries, "native", memo), WRITERS.chat);
  const { older } = toConversation(turn(entries, "native", memo), WRITERS.responses);
  assert.equal(older?.text, '{"type":"message","role":"user","content":"hi"}');
});
