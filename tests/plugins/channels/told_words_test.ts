// Row V3: what is told: whole letters wherever a text is cut, and of a run that ends without words that it has ended.

import assert from "node:assert/strict";
import { sleep } from "../../../src/deps/ports.ts";
import { splitText } from "../../../src/plugins/channels/split_text.ts";
import { createScriptedProvider } from "../../../src/providers/scripted/provider.ts";
import { scenario } from "../../../src/providers/scripted/scenario.ts";
import { eventually } from "../../support/eventually.ts";
import { LOGIN } from "../../support/github/server.ts";
import { ask, BOT, DiscordApp, GENERAL, GitHubApp, PRIVATE, refund, SlackApp, TelegramApp } from "./_app.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";

const LETTER = "\ud83d\ude00";

/** Texts of which each cut halves a letter in one of two. */
function texts(letters: number): string[] {
  return ["", "x"].map((first) => first + LETTER.repeat(letters));
}

Deno.test("V3: a text without a gap is cut between letters, and its parts have all of it", () => {
  for (const text of texts(400)) {
    for (const longest of [200, 201, 301, 302]) {
      const parts = splitText(text, longest);
      assert.ok(parts.every((part) => part.isWellFormed() && part.length <= longest));
      assert.equal(parts.join(""), text);
    }
  }
});

for (const [index, text] of texts(1_500).entries()) {
  Deno.test(`V3: a question and arguments that are cut have whole letters (${index})`, async () => {
    {
      await using app = new DiscordApp({
        tools: [ask],
        script: scenario().calls("ask_user", { question: text }),
      });
      await app.discord.ask({ text: "paint it" });
      await app.idle();
      const [question = ""] = app.discord.answers();
      assert.match(question, /\(cut\)$/);
      assert.ok(question.startsWith(text.slice(0, 1_900)));
    }
    await using app = new GitHubApp({ tools: [refund], script: scenario().calls("refund", { order: text }) });
    await app.github.deliver(app.github.comment(7, `@${LOGIN} refund`));
    await app.idle();
    assert.ok(app.github.answers(7)[0]?.includes(text.slice(0, 2_400)));
  });
}

Deno.test("V3: an answer that grows beyond one message, and what a command shows, have whole letters", async () => {
  const [, text = ""] = texts(1_500);
  const script = scenario().says(`${text}${" end".repeat(12)}`);
  const provider = createScriptedProvider({ script, chunkMs: 15, sleep });
  await using app = new DiscordApp({ provider });
  for (const shown of texts(1_000)) await app.discord.ask({ channel: "C2", text: shown });
  await app.discord.ask({ text: "write much" });
  let isGrown = false;
  await eventually(() => {
    const [answer = "", ...others] = app.discord.answers();
    isGrown ||= answer.endsWith(" …") && answer.length > 1_980;
    return others.length > 0;
  });
  await app.idle();
  assert.ok(isGrown);
  assert.equal(app.discord.answers().join("").replaceAll(" end", "").replaceAll(/\s/g, ""), text);
  assert.deepEqual(app.discord.complaints, []);
  assert.doesNotMatch(app.logs.join("\n"), /Invalid Form Body/);
});

const SILENCE = "I have finished, without an answer in words.";

const look = defineTool({
  name: "look",
  description: "Looks.",
  parameters: ["at"],
  run: ({ at }) => `seen ${at}`,
});

Deno.test("V3: an answer without words says on each platform that the run has ended, once", async () => {
  const script = scenario().says("   \n").next().says("Words.");
  {
    await using app = new SlackApp({ script });
    const message = await app.slack.say({ channel: GENERAL, text: `${BOT} hello` });
    await app.idle();
    assert.deepEqual(app.answers(message), [SILENCE]);
    await app.slack.say({ channel: GENERAL, text: `${BOT} again`, threadTs: message.ts });
    await app.idle();
    assert.deepEqual(app.answers(message), [SILENCE, "Words."]);
  }
  {
    await using app = new GitHubApp({ script });
    await app.github.deliver(app.github.comment(7, `@${LOGIN} hello`));
    await app.idle();
    assert.deepEqual(app.github.answers(7), [SILENCE]);
  }
  {
    await using app = new TelegramApp({ script });
    await app.telegram.say({ chat: PRIVATE, text: "hello" });
    await app.idle();
    assert.deepEqual(app.telegram.answers(PRIVATE), [SILENCE]);
  }
  await using app = new DiscordApp({ script });
  await app.discord.ask({ text: "hello" });
  await app.idle();
  assert.deepEqual(app.discord.answers(), [SILENCE]);
});

Deno.test("V3: what a silent answer has grown in says that the run has ended, and its ellipsis goes away", async () => {
  const words = "I look at it now, and that takes some time as you see";
  const script = scenario().says(words).calls("look", { at: "it" }).next().thinks("Nothing to say.");
  const provider = createScriptedProvider({ script, chunkMs: 40, sleep });
  await using app = new TelegramApp({ provider, tools: [look] });
  await app.telegram.say({ chat: PRIVATE, text: "look" });
  await eventually(() => app.telegram.answers(PRIVATE).some((text) => text.endsWith(" …")));
  await app.idle();
  assert.deepEqual(app.telegram.answers(PRIVATE), [SILENCE]);
});

Deno.test("V3: a run that is cancelled while its answer grows leaves no ellipsis", async () => {
  const words = "I look at it now, and that takes some time as you see";
  const slow = defineTool({
    name: "look",
    description: "Looks.",
    parameters: ["at"],
    run: (_args, { signal }) =>
      new Promise<string>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  });
  const script = scenario().says(words).calls("look", { at: "it" }).next().says("Never.");
  const provider = createScriptedProvider({ script, chunkMs: 40, sleep });
  await using app = new TelegramApp({ provider, tools: [slow] });
  const thread = `telegram.${PRIVATE}`;
  await app.telegram.say({ chat: PRIVATE, text: "look" });
  await eventually(() => app.telegram.answers(PRIVATE).some((text) => text.endsWith(" …")));
  await eventually(async () => (await app.acme.thread(thread)).calls.length === 1);
  await app.acme.cancel(thread);
  await eventually(async () => (await app.acme.thread(thread)).status === "cancelled");
  await app.pump();
  await app.idle();
  assert.deepEqual(app.telegram.answers(PRIVATE), ["This was cancelled before I had an answer."]);
});
