// Rows E5, V5: a message behind an answer that was stopped.

import assert from "node:assert/strict";
import { createChatApp } from "./_app.ts";
import { atRest, MAJORS, shortOf } from "./_clients.ts";
import { createHaltingDriver } from "./_halting.ts";
import { eventually } from "../../support/eventually.ts";

for (const major of MAJORS) {
  for (const single of [false, true]) {
    const which = `${major.name}, ${single ? "the last message alone" : "all messages"}`;

    Deno.test(`E5: ${which}: an answer behind a stopped one is a message of its own, below its question`, async () => {
      const { driver } = createHaltingDriver();
      const app = createChatApp({ driver });
      const { chat, finished } = app.open(major, { single, body: { busy: "interrupt" } });
      const first = chat.sendMessage({ text: "halt" });
      await eventually(() => chat.messages[1]?.parts.at(-1)?.text === "Half", () => chat.messages);
      await chat.stop();
      await first;
      await chat.sendMessage({ text: "more" });
      await atRest(chat, () => finished.length === 2);
      assert.equal(chat.error, undefined);
      assert.deepEqual(chat.messages.map((message) => [message.role, ...shortOf(message)]), [
        ["user", "text:halt"],
        ["assistant", "step-start", "text:Half"],
        ["user", "text:more"],
        ["assistant", "step-start", "text:Half of more."],
      ]);
      assert.equal(new Set(chat.messages.map(({ id }) => id)).size, 4);
      await app.idle();
      const { entries } = await (await app.send("GET", "/v1/threads/c1/history")).json();
      assert.deepEqual(
        entries.map(({ type, text, interrupted }: Record<string, unknown>) => [type, text ?? interrupted]),
        [
          ...[["user", "halt"], ["assistant", true], ["user", "more"], ["assistant", undefined]],
        ],
      );
    });
  }
}
