// Row V3: what waits in a channel. A message does not answer for the people whom a call waits for: it waits behind them, and its sender is told so.

import assert from "node:assert/strict";
import { scenario } from "../../../src/providers/scripted/scenario.ts";
import { eventually } from "../../support/eventually.ts";
import { LOGIN } from "../../support/github/server.ts";
import { BOT_TOKEN, WEBHOOK_SECRET } from "../../support/telegram/server.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { channels, type Deciders, telegram } from "../../../src/plugins/channels/mod.ts";
import { pauses } from "../../../src/plugins/pauses/mod.ts";
import { createTreadle } from "../../../src/treadle.ts";
import {
  ANN,
  BOB,
  BOT,
  DiscordApp,
  GENERAL,
  GitHubApp,
  makeDue,
  PNG_BYTES,
  PRIVATE,
  refund,
  SlackApp,
  TelegramApp,
} from "./_app.ts";
import type { ChannelApp } from "./_app.ts";

const NOTE = "A question above is still open: I come to this message when it is decided.";
const script = scenario().calls("refund", { order: "7" }).next().says("Done.").next().says("It is blue.");

/** The call waits as before; it is approved in the inbox. */
async function approve(app: ChannelApp, thread: string): Promise<void> {
  const { calls: [call], status } = await app.acme.thread(thread);
  assert.deepEqual([call?.state, status], ["approval", "waiting"]);
  await app.acme.approve(thread, call?.id ?? "", { approved: true, by: "bob@example.com" });
  // Nothing is behind a response here: what was told leaves no news.
  await eventually(async () => (await app.acme.thread(thread)).length === 6);
  await eventually(async () => (await app.store.listDefinitions("acme", "channel")).length === 0);
}

/** The call has run, and the message was taken behind it. */
async function assertTaken(app: ChannelApp, thread: string): Promise<void> {
  const { entries } = await app.acme.history(thread);
  assert.deepEqual(entries.flatMap((entry) => entry.type === "tool" ? [entry.outcome] : []), ["completed"]);
  assert.deepEqual(entries.map(({ type }) => type), [
    "user",
    "assistant",
    "tool",
    "assistant",
    "user",
    "assistant",
  ]);
}

Deno.test("V3: in Slack a message while a call waits for approval is taken behind it, and its sender alone is told", async () => {
  for (const streams of [true, false]) {
    await using app = new SlackApp({ channel: { deciders: [BOB], streams }, tools: [refund], script });
    const message = await app.slack.say({ channel: GENERAL, text: `${BOT} refund order 7` });
    await app.idle();
    const [card] = app.slack.workspace.answersIn(GENERAL, message.ts);
    await app.slack.say({ channel: GENERAL, user: BOB, text: "Not red.", threadTs: message.ts });
    const { events } = app.slack.write({
      channel: GENERAL,
      text: `${BOT} what colour?`,
      threadTs: message.ts,
    });
    for (const event of [...events, ...events]) await app.slack.deliver(event);
    await app.idle();
    await app.pump();
    await app.idle();
    assert.deepEqual(app.slack.workspace.whispers.map(({ text }) => text), [NOTE]);
    assert.equal((await app.acme.thread(app.thread(message))).calls[0]?.state, "approval");
    await app.slack.click(GENERAL, card ?? assert.fail("there is a card"), {
      action: "treadle_approve",
      user: BOB,
    });
    await app.idle();
    assert.deepEqual(app.answers(message).slice(1), ["Done.", "It is blue."]);
    await assertTaken(app, app.thread(message));
    const { entries } = await app.acme.history(app.thread(message));
    const asked = entries.findLast((entry) => entry.type === "user");
    assert.match(asked?.text ?? "", /^what colour\?\n\n\[What [^\n]+\n\n<@U0BOB>:\n> Not red\.$/);
  }
});

Deno.test("V3: on GitHub, in Telegram and in Discord a message while a call waits is taken behind it", async () => {
  {
    await using app = new GitHubApp({ tools: [refund], script });
    for (const text of ["refund order 7", "what colour?"]) {
      await app.github.deliver(app.github.comment(7, `@${LOGIN} ${text}`));
      await app.idle();
    }
    assert.deepEqual(app.github.answers(7).slice(1), [`@octocat ${NOTE}`]);
    await approve(app, app.thread(7));
    assert.deepEqual(app.github.answers(7).slice(2), ["Done.", "It is blue."]);
    await assertTaken(app, app.thread(7));
  }
  {
    await using app = new TelegramApp({ tools: [refund], script });
    for (const text of ["refund order 7", "what colour?"]) {
      await app.telegram.say({ chat: PRIVATE, text });
      await app.idle();
    }
    assert.deepEqual(app.telegram.answers(PRIVATE).slice(1), [NOTE]);
    await approve(app, `telegram.${PRIVATE}`);
    assert.deepEqual(app.telegram.answers(PRIVATE).slice(2), ["Done.", "It is blue."]);
  }
  await using app = new DiscordApp({ tools: [refund], script });
  for (const text of ["refund order 7", "what colour?"]) {
    await app.discord.ask({ channel: "T1", kind: 11, text });
    await app.idle();
  }
  assert.deepEqual(app.discord.notes.map(({ content }) => content), [NOTE]);
  await approve(app, "discord.T1");
  assert.deepEqual(app.discord.answers("T1").slice(1), ["Done.", "It is blue."]);
});

Deno.test("V3: a message with a file while a call waits is taken behind it", async () => {
  await using app = new SlackApp({ tools: [refund], script });
  app.slack.workspace.files.set("F1", { name: "dot.png", mimetype: "image/png", bytes: PNG_BYTES });
  const message = await app.slack.say({ channel: GENERAL, text: `${BOT} refund order 7` });
  await app.idle();
  await app.slack.say({
    channel: GENERAL,
    text: `${BOT} what is this?`,
    threadTs: message.ts,
    files: ["F1"],
  });
  await app.idle();
  assert.deepEqual(app.slack.workspace.whispers.map(({ text }) => text), [NOTE]);
  await approve(app, app.thread(message));
  assert.deepEqual(app.answers(message).slice(1), ["Done.", "It is blue."]);
  await assertTaken(app, app.thread(message));
});

Deno.test("V3: in a shared conversation a message of another person lets a waiting call wait, and one behind a denial goes on", async () => {
  await using app = new SlackApp({
    channel: { shared: true, follows: true, deciders: [BOB] },
    tools: [refund],
    script,
  });
  const message = await app.slack.say({ channel: GENERAL, text: `${BOT} refund order 7` });
  await app.idle();
  const [card] = app.slack.workspace.answersIn(GENERAL, message.ts);
  await app.slack.say({ channel: GENERAL, user: BOB, text: "why that?", threadTs: message.ts });
  await app.idle();
  assert.deepEqual(app.slack.workspace.whispers.map(({ user, text }) => [user, text]), [[BOB, NOTE]]);
  await app.slack.click(GENERAL, card ?? assert.fail("there is a card"), {
    action: "treadle_deny",
    user: BOB,
  });
  await app.idle();
  assert.deepEqual(app.answers(message).slice(1), ["Done.", "It is blue."]);
  const { entries } = await app.acme.history(app.thread(message));
  assert.deepEqual(entries.flatMap((entry) => entry.type === "tool" ? [entry.approval?.outcome] : []), [
    "denied",
  ]);
});

Deno.test("V3: in a shared conversation who has asked for a call does not approve it, and another person does", async () => {
  const deciders: Deciders = ({ isRequester, tenant }) => tenant === "acme" && !isRequester;
  const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "seen" });
  // Many entries are between the message and the call.
  let longRun = scenario().says("Hello.").next();
  for (let call = 0; call < 60; call++) longRun = longRun.calls("look", { call });
  longRun = longRun.next().calls("refund", { order: "7" }).next().says("Done.");
  await using app = new SlackApp({
    channel: { shared: true, follows: true, deciders },
    tools: [refund, look],
    script: longRun,
  });
  const message = await app.slack.say({ channel: GENERAL, user: ANN, text: `${BOT} hello` });
  await app.idle();
  await app.slack.say({ channel: GENERAL, user: BOB, text: "refund order 7", threadTs: message.ts });
  await app.idle();
  const card = app.slack.workspace.answersIn(GENERAL, message.ts).at(-1);
  const click = async (user: string) => {
    await app.slack.click(GENERAL, card ?? assert.fail("there is a card"), {
      action: "treadle_approve",
      user,
    });
    await app.idle();
  };
  await click(BOB);
  assert.match(app.slack.workspace.whispers.at(-1)?.text ?? "", /^You may not decide/);
  await click(ANN);
  assert.equal(app.answers(message).at(-1), "Done.");
});

/** Another deployment on the store of an app, which has no channel of that. */
function deployBeside({ store }: SlackApp, logs: string[]) {
  return createTreadle({
    agents: [defineAgent({ name: "support", model: "scripted/any" })],
    store,
    env: {
      TREADLE_API_KEYS: "acme:key-of-acme-0123456789",
      TELEGRAM_BOT_TOKEN: BOT_TOKEN,
      TELEGRAM_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
    doors: [channels([telegram({ agent: "support", username: "acme_bot" })])],
    log: (level, message, fields) => void logs.push(JSON.stringify({ level, message, ...fields })),
  });
}

Deno.test("V3: what a thread has come to is told by the deployment that has the channel, also where another one finds it first", async () => {
  await using app = new SlackApp({ channel: { streams: false }, faults: () => "failed" });
  const logs: string[] = [];
  const other = deployBeside(app, logs);
  const message = await app.slack.say({ channel: GENERAL, text: `${BOT} hello` });
  // Later and later: the deployment of the channel waits for the next attempt.
  await eventually(() => app.logs.some((line) => line.includes('"attempts":7')));
  await makeDue(app.store);
  await other.pump();
  await eventually(() => logs.some((line) => line.includes("This deployment has no channel of that name.")));
  assert.equal((await app.store.listDefinitions("acme", "channel")).length, 1);
  app.slack.options = {};
  await app.pump();
  await eventually(() => app.answers(message).length > 0);
  assert.deepEqual(app.answers(message), ["It is blue."]);
  await other.close();
});

Deno.test("V3: a message with files waits for the deployment that has its channel", async () => {
  await using app = new SlackApp({ script: scenario().says("Hello.").next().says("I have read it.") });
  const logs: string[] = [];
  const other = deployBeside(app, logs);
  const first = await app.slack.say({ channel: GENERAL, text: `${BOT} hello` });
  await app.idle();
  // As a worker leaves it that has vanished behind its response.
  const { team } = app.slack.workspace;
  const message = {
    id: `${team}.${GENERAL}.${first.ts}9`,
    conversation: `${team}.${GENERAL}.${first.ts}`,
    place: { channel: GENERAL, threadTs: first.ts },
    person: ANN,
    user: `${team}.${ANN}`,
    text: "read it",
    files: [],
    isAddressed: true,
  };
  const kept = JSON.stringify({ channel: "slack", message, attempts: 0 });
  await app.store.putDefinition("acme", "channel_files", "f1", kept, null);
  await app.store.moveDue("acme", "@channel_files/f1", { to: Date.now() - 1 });
  await other.pump();
  await eventually(() => logs.some((line) => line.includes("a message with files was not taken")));
  assert.deepEqual((await app.store.listDue(Date.now() + 120_000, 100)).map(({ name }) => name), [
    "@channel_files/f1",
  ]);
  await app.pump();
  await eventually(() => app.answers(first).length === 2);
  assert.deepEqual(app.answers(first), ["Hello.", "I have read it."]);
  assert.deepEqual(await app.store.listDefinitions("acme", "channel_files"), []);
  await other.close();
});

Deno.test("K1, V3: in Slack a message to a paused agent is accepted once, and answered when the agent is resumed", async () => {
  await using app = new SlackApp({ channel: { streams: false }, doors: [pauses()] });
  const headers = { authorization: "Bearer key-of-acme-0123456789" };
  const change = (method: string) =>
    app.treadle.fetch(new Request("https://agents.example.com/v1/pauses/*", { method, headers }));
  assert.equal((await change("PUT")).status, 200);
  const message = await app.slack.say({ channel: GENERAL, text: `${BOT} what colour?` });
  await app.idle();
  await app.pump();
  assert.deepEqual(app.answers(message), []);
  assert.equal((await app.acme.thread(app.thread(message))).waiting, 1);
  assert.equal((await change("DELETE")).status, 204);
  await app.pump();
  await eventually(() => app.answers(message).length > 0);
  assert.deepEqual(app.answers(message), ["It is blue."]);
});
