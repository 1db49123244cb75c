// Row V3: a run that ends without words says so, and leaves no ellipsis.

import assert from "node:assert/strict";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { sleep } from "../../../src/deps/ports.ts";
import { createScriptedProvider } from "../../../src/providers/scripted/provider.ts";
import { scenario } from "../../../src/providers/scripted/scenario.ts";
import { eventually } from "../../support/eventually.ts";
import { LOGIN } from "../../support/github/server.ts";
import { BOT, DiscordApp, GENERAL, GitHubApp, PRIVATE, SlackApp, TelegramApp } from "./_app.ts";

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
