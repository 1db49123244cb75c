// Row E5: a call whose result comes later, in a chat.

import assert from "node:assert/strict";
import { complete, exporter, EXPORTS } from "../_exporter.ts";
import { createChatApp } from "./_app.ts";
import { atRest, cardsOf, MAJORS, shortOf } from "./_clients.ts";

for (const major of MAJORS) {
  Deno.test(`E5: X6: ${major.name}: a reload while a result is outstanding, and after it came, has one card`, async () => {
    const app = createChatApp({ agents: [exporter], scenario: EXPORTS });
    const api = "/api/chat/exporter";
    const { chat, finished } = app.open(major, { api });
    await chat.sendMessage({ text: "go" });
    await atRest(chat, () => finished.length === 1);
    const waits = [["tool-look", "output-available"], ["tool-export_records", "input-available"]];
    const states = (shown: typeof chat) => cardsOf(shown).map(({ type, state }) => [type, state]);
    assert.deepEqual(states(chat), waits);
    const reload = async () => {
      const again = app.open(major, { api, messages: chat.messages });
      await again.chat.resumeStream();
      await atRest(again.chat, () => again.finished.length === 1);
      return again.chat;
    };
    assert.deepEqual(states(await reload()), waits);
    assert.equal(await complete(app), 200);
    const after = await reload();
    assert.deepEqual(states(after), waits, "the next step takes the result");
    await after.sendMessage();
    await atRest(after, () => states(after)[1]?.[1] === "output-available");
    assert.deepEqual(states(after).map(([, state]) => state), ["output-available", "output-available"]);
    assert.equal(shortOf(after.messages[1] ?? assert.fail()).at(-1), "text:Done.");
  });
}
