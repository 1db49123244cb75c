// Row V3: a mention begins a run where a person says it, and one that an edit adds does so once.

import assert from "node:assert/strict";
import { toProse } from "../../../src/plugins/channels/reading/prose.ts";
import { scenario } from "../../../src/providers/scripted/scenario.ts";
import { eventually } from "../../support/eventually.ts";
import { LOGIN } from "../../support/github/server.ts";
import { ANN, ask, BOB, BOT, GENERAL, GitHubApp, SlackApp, SUPERGROUP, TelegramApp } from "./_app.ts";

/** Markdown in which `@bot` is no word of its writer. */
const QUOTED = [
  "> @bot what colour?",
  "Look:\r\n> > @bot what colour?\r\nI do not know.",
  "What does `@bot hi` do?",
  "``a ` @bot`` and\n`@bot`",
  "```\n@bot hi\n```\nThat is all.",
  "~~~ts\n@bot\n> x\n~~~",
  "- so:\n  ```sh\n  @bot\n  ```",
  "```\nnot whole @bot",
  "<!-- mention @bot to ask -->\nIt is broken.",
  "<!-- ```\n@bot\n-->\nA",
  "a <code>@bot</code> <PRE>\n@bot</PRE>",
  "Log:\n\n    @bot failed\n\n\t@bot\nSo.",
];

/** Markdown in which it is. */
const SAID = [
  "@bot hi",
  "> what colour?\n\n@bot do you know?",
  "> what colour?\n@bot do you know?",
  "```\ncode\n```\n@bot see",
  "```js``` is code, @bot",
  "a ` b @bot",
  "it's `x` @bot `y`",
  "- one\n\n    @bot in a list",
  "<!-- ``` -->\n@bot hi",
  "a > b @bot",
  "`open\n\n@bot` hi",
];

Deno.test("V3: quotes, code and comments of Markdown are no prose, and each word of prose stands where it stood", () => {
  for (const text of QUOTED) assert.doesNotMatch(toProse(text), /@bot/, JSON.stringify(text));
  for (const text of SAID) assert.equal(toProse(text).indexOf("@bot"), text.lastIndexOf("@bot"), text);
  for (const text of [...QUOTED, ...SAID]) assert.equal(toProse(text).length, text.length);
  const hostile = ["`", "<code", "<code>", "<!--", "\n>", "~~~\n", "` `` ", "\n\n\t", "\n    \n", "\u0020"];
  const began = performance.now();
  for (const piece of hostile) toProse(piece.repeat(Math.ceil(65_536 / piece.length)));
  assert.ok(performance.now() - began < 1_000, `${performance.now() - began} ms`);
});

Deno.test("V3: on GitHub a mention in a quote, in code or in a comment of HTML begins no run, and one in prose does", async () => {
  await using app = new GitHubApp();
  for (const [index, text] of QUOTED.entries()) {
    const payload = app.github.comment(index + 1, text.replaceAll("@bot", `@${LOGIN}`));
    assert.equal(await app.github.deliver(payload), 200);
  }
  const { comment: _, ...rest } = Object(app.github.comment(90, ""));
  const opened = { ...rest, action: "opened", issue: { ...rest.issue, title: `What is \`@${LOGIN}\`?` } };
  await app.github.deliver(opened, { event: "issues" });
  await app.idle();
  assert.deepEqual((await app.acme.threads()).threads, []);
  await app.github.deliver(app.github.comment(91, `> \`@${LOGIN}\` is it?\n\n@${LOGIN} what colour is it?`));
  await app.idle();
  assert.deepEqual(app.github.answers(91), ["It is blue."]);
});

Deno.test("V3: in Slack a mention in a quote or in code begins no run, and one in prose does", async () => {
  await using app = new SlackApp();
  const quoted = [
    `&gt; ${BOT} what colour?`,
    `look\n&gt;&gt;&gt; so\n${BOT} what colour?`,
    `\`${BOT}\` is the app`,
    `\`\`\`a\n\n${BOT} b\`\`\``,
    `\`\`\`\n${BOT}\n\`\`\``,
  ];
  for (const text of quoted) await app.slack.say({ channel: GENERAL, text });
  await app.idle();
  assert.deepEqual((await app.acme.threads()).threads, []);
  const said = await app.slack.say({ channel: GENERAL, text: `&gt; what colour?\n${BOT} do you know?` });
  await app.idle();
  assert.deepEqual(app.answers(said), ["It is blue."]);
});

Deno.test("V3: in Telegram a mention in a quote, in code or in what is forwarded begins no run, and one in prose does", async () => {
  await using app = new TelegramApp();
  const [text, length] = ["@acme_bot what colour?", "@acme_bot what colour?".length];
  for (const type of ["blockquote", "expandable_blockquote", "code", "pre"]) {
    const entities = [{ type: "mention", offset: 0, length: 9 }, { type, offset: 0, length }];
    await app.telegram.say({ chat: SUPERGROUP, text, entities });
    await app.telegram.say({ chat: SUPERGROUP, text, entities, files: { document: { file_id: "f1" } } });
  }
  await app.telegram.say({ chat: SUPERGROUP, text: "> @acme_bot hi\n`@acme_bot` is the bot" });
  await app.telegram.say({ chat: SUPERGROUP, text, forwardedFrom: 9 });
  await app.idle();
  assert.deepEqual((await app.acme.threads()).threads, []);
  const entities = [{ type: "mention", offset: 0, length: 9 }];
  const { message_id: id } = await app.telegram.say({ chat: SUPERGROUP, text, entities });
  await app.idle();
  assert.deepEqual(app.telegram.answers(SUPERGROUP, id), ["It is blue."]);
});

Deno.test("V3: an edit that adds the mention is a message on GitHub, once, and by its writer alone", async () => {
  await using app = new GitHubApp({ script: scenario().says("One.").next().says("Two.") });
  const { github } = app;
  await github.deliver(github.comment(7, "what colour?"));
  await github.deliver(github.edit(7, `@${LOGIN} what colour?`, "mallory"));
  await app.idle();
  assert.deepEqual((await app.acme.threads()).threads, []);
  github.edit(7, "what colour?");
  for (const body of [`@${LOGIN} what colour?`, `@${LOGIN} which colour?`, "none", `@${LOGIN} and now?`]) {
    await github.deliver(github.edit(7, body));
    await app.idle();
  }
  assert.deepEqual(app.github.answers(7), ["One."]);
  const { entries: [input] } = await app.acme.history(app.thread(7));
  assert.ok(input?.type === "user");
  assert.deepEqual([input.text.split("\n")[0], input.by], ["what colour?", "github:octocat"]);
  // An issue as well, and nothing of one that has mentioned the account before.
  const { comment: _, ...rest } = Object(github.comment(8, ""));
  const issue = { ...rest.issue, body: `Look, @${LOGIN}.` };
  const edited = (body: string) => ({ ...rest, action: "edited", issue, changes: { body: { from: body } } });
  await github.deliver(edited(`@${LOGIN} look`), { event: "issues" });
  await github.deliver({ ...rest, action: "edited", issue, changes: {} }, { event: "issues" });
  await app.idle();
  assert.equal((await app.acme.threads()).threads.length, 1);
  await github.deliver(edited(`> @${LOGIN} look`), { event: "issues" });
  await app.idle();
  assert.deepEqual(github.answers(8), ["One."]);
});

Deno.test("V3: an edit that adds the mention is a message in Slack, once, and an old one none", async () => {
  await using app = new SlackApp();
  const message = await app.slack.say({ channel: GENERAL, text: "what colour?" });
  for (const text of [`${BOT} what colour?`, `${BOT} which colour?`]) {
    for (const event of app.slack.edit(GENERAL, message, text)) await app.slack.deliver(event);
    await app.idle();
  }
  assert.deepEqual(app.answers(message), ["It is blue."]);
  const old = await app.slack.say({ channel: GENERAL, text: "what colour?" });
  old.ts = String(Number(old.ts) - 4 * 86_400);
  for (const event of app.slack.edit(GENERAL, old, `${BOT} what colour?`)) await app.slack.deliver(event);
  await app.idle();
  assert.equal((await app.acme.threads()).threads.length, 1);
});

Deno.test("V3: an edit that adds the mention is a message in Telegram, once, and no other edit is one", async () => {
  await using app = new TelegramApp();
  const { message, update } = app.telegram.write({ chat: SUPERGROUP, text: "what colour?" });
  await app.telegram.deliver(update);
  for (const text of ["which colour?", "@acme_bot which colour?", "@acme_bot which?"]) {
    await app.telegram.deliver(app.telegram.edit(message, text));
    await app.idle();
  }
  assert.deepEqual(app.telegram.answers(SUPERGROUP, message.message_id), ["It is blue."]);
  const { entries: [input] } = await app.acme.history(`telegram.${SUPERGROUP}.${message.message_id}`);
  assert.ok(input?.type === "user" && input.text === "which colour?");
});

Deno.test("V3: what stands between two mentions and could not be read comes with the next one", async () => {
  await using app = new SlackApp();
  const root = await app.slack.say({ channel: GENERAL, text: `${BOT} one` });
  const reply = async (text: string, user = ANN) => {
    await app.slack.say({ channel: GENERAL, user, text, threadTs: root.ts });
    await app.idle();
  };
  await reply("The disk is full.", BOB);
  app.slack.workspace.hidesHistory = true;
  await reply(`${BOT} two`);
  app.slack.workspace.hidesHistory = false;
  await reply("Half of it.", BOB);
  await reply(`${BOT} three`);
  const { entries } = await app.acme.history(app.thread(root));
  const inputs = entries.flatMap((entry) => entry.type === "user" ? [entry.text] : []);
  assert.deepEqual(inputs.slice(0, 2), [
    "one",
    "two\n\n[What stands before this message could not be read.]",
  ]);
  assert.match(
    inputs[2] ?? "",
    /^three\n\n\[What [^\n]+\n\n<@U0BOB>:\n> The disk is full\.\n\n<@U0BOB>:\n> Half of it\.$/,
  );
  assert.ok(app.logs.some((line) => /"warn".*what stands before a message was not read/.test(line)));
});

/** The inputs of a thread, each without the line that begins what it quotes. */
async function inputsOf(app: SlackApp, thread: string): Promise<string[]> {
  const { entries } = await app.acme.history(thread);
  return entries.flatMap((entry) =>
    entry.type === "user" ? [entry.text.replace(/\[What stands [^\n]+\n\n/, "")] : []
  );
}

Deno.test("V3: what a question was answered with is quoted by no later message, and what others wrote beside it is", async () => {
  await using app = new SlackApp({
    tools: [ask],
    script: scenario().calls("ask_user", { question: "Which?" }).next().says("Done.").next().says("Two."),
  });
  const root = await app.slack.say({ channel: GENERAL, text: `${BOT} refund it` });
  await app.idle();
  const reply = async (text: string, user = ANN) => {
    await app.slack.say({ channel: GENERAL, user, text, threadTs: root.ts });
    await app.idle();
  };
  await reply("Order 8.", BOB);
  await reply("Order 7.");
  await reply(`${BOT} and now?`);
  assert.deepEqual(app.answers(root).slice(-2), ["Done.", "Two."]);
  assert.deepEqual(await inputsOf(app, app.thread(root)), [
    "refund it",
    `and now?\n\n<@${BOB}>:\n> Order 8.`,
  ]);
});

Deno.test("V3: of mentions that come at once, twice and in another order each brings what no other one does", async () => {
  await using app = new SlackApp();
  const root = await app.slack.say({ channel: GENERAL, text: `${BOT} one` });
  await app.idle();
  const thread = app.thread(root);
  const write = (text: string, user = ANN) =>
    app.slack.write({ channel: GENERAL, user, text, threadTs: root.ts }).events;
  write("First.", BOB);
  const two = write(`${BOT} two`);
  write("Second.", BOB);
  const three = write(`${BOT} three`);
  for (const events of [two, three]) {
    await Promise.all([...events, ...events].map((event) => app.slack.deliver(event)));
  }
  await eventually(async () => {
    await app.idle();
    await app.pump();
    return (await inputsOf(app, thread)).length === 3;
  });
  write("Third.", BOB);
  const four = write(`${BOT} four`);
  write("Fourth.", BOB);
  const five = write(`${BOT} five`);
  for (const events of [five, four]) {
    await Promise.all(events.map((event) => app.slack.deliver(event)));
    await app.idle();
  }
  assert.deepEqual(await inputsOf(app, thread), [
    "one",
    `two\n\n<@${BOB}>:\n> First.`,
    `three\n\n<@${BOB}>:\n> Second.`,
    // The fourth has not come when the fifth reads: it is a message as the others are.
    `five\n\n<@${BOB}>:\n> Third.\n\n<@${ANN}>:\n> @U0BOT four\n\n<@${BOB}>:\n> Fourth.`,
    "four",
  ]);
});

Deno.test("V3: a thread of an earlier version brings what is written from its next mention on, and a private thread nothing", async () => {
  await using app = new SlackApp();
  for (const channel of [GENERAL, "D1"]) {
    const root = await app.slack.say({ channel, text: `${BOT} one` });
    await app.idle();
    const thread = app.thread(root, channel);
    await app.store.removeDefinition("acme", "channel_taken", thread);
    const reply = async (text: string, user = ANN) => {
      await app.slack.say({ channel, user, text, threadTs: root.ts });
      await app.idle();
    };
    if (channel === GENERAL) await reply("Before.", BOB);
    await reply(`${BOT} two`);
    if (channel === GENERAL) await reply("Behind.", BOB);
    await reply(`${BOT} three`);
    assert.deepEqual(await inputsOf(app, thread), [
      "one",
      "two",
      channel === GENERAL ? `three\n\n<@${BOB}>:\n> Behind.` : "three",
    ]);
  }
  assert.equal(app.slack.calls.filter((call) => call === "conversations.replies").length, 1);
});
