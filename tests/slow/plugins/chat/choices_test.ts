// Row E5: a page of useChat that shows "1 of 3" and goes from one branch to another.

import assert from "node:assert/strict";
import { createChatApp } from "./_app.ts";
import { atRest, MAJORS, type Message } from "./_clients.ts";

interface Page {
  readonly runId: string;
  readonly messages: readonly Message[];
  readonly branches: Readonly<Record<string, readonly string[]>>;
}

for (const major of MAJORS) {
  Deno.test(`E5: ${major.name}: a page has the branches of a message, opens another one and writes to it`, async () => {
    const scenario = ["Hi.", "Go on."].map((says) => ({ says }));
    const app = createChatApp({ scenario });
    const load = async (query = ""): Promise<Page> =>
      await (await app.send("GET", `/api/chat/tester/c1/messages${query}`)).json();
    const { chat } = app.open(major);
    await chat.sendMessage({ text: "hello" });
    for (const _ of [2, 3]) await chat.regenerate();
    await atRest(chat, () => true);
    await app.idle();
    const newest = await load();
    const answer = newest.messages.at(-1) ?? assert.fail();
    const choices = newest.branches[answer.id] ?? [];
    assert.deepEqual(choices, ["c1", "c1:2", "c1:3"]);
    assert.equal(choices.indexOf(newest.runId), 2, "3 of 3");
    const pages = await Promise.all(choices.map((branch) => load(`?branch=${branch}`)));
    assert.deepEqual(pages.map(({ runId }) => runId), choices);
    const { runId, messages, branches } = pages[0] ?? assert.fail();
    assert.equal(branches[messages.at(-1)?.id ?? ""]?.indexOf(runId), 0, "1 of 3");
    const { chat: shown } = app.open(major, { messages });
    await shown.sendMessage({ text: "and then?" });
    await atRest(shown, () => true);
    await app.idle();
    const now = await load();
    assert.equal(now.runId, "c1", "what is loaded is what was written last");
    assert.deepEqual(
      now.messages.map(({ parts }) => parts.findLast(({ type }) => type === "text")?.text),
      ["hello", "Hi.", "and then?", "Go on."],
    );
    assert.deepEqual(shown.messages.map(({ id }) => id), now.messages.map(({ id }) => id));
  });
}
