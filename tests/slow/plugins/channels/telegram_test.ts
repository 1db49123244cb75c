// Row V3: an agent in Telegram answers where it was asked, once.

import assert from "node:assert/strict";
import { sleep } from "../../../../src/deps/ports.ts";
import { channels, telegram } from "../../../../src/plugins/channels/mod.ts";
import { createScriptedProvider } from "../../../../src/providers/scripted/provider.ts";
import { scenario } from "../../../../src/providers/scripted/scenario.ts";
import { createTreadle } from "../../../../src/treadle.ts";
import { eventually } from "../../../support/eventually.ts";
import {
  BOT_TOKEN,
  buttonsOf,
  type TelegramFault,
  WEBHOOK_SECRET,
  wordsOf,
} from "../../../support/telegram/server.ts";
import {
  ask,
  FORUM,
  GROUP,
  PNG_BYTES,
  PRIVATE,
  refund,
  serveProtectedTools,
  SUPERGROUP,
  TelegramApp,
} from "../../../plugins/channels/_app.ts";

const BOT = "@acme_bot";
const BOB = 4_712;

Deno.test("V3: a private message in Telegram is answered in its chat, for the user who wrote it", async () => {
  await using app = new TelegramApp();
  await app.telegram.say({ chat: PRIVATE, text: "/start" });
  await app.telegram.say({ chat: PRIVATE, text: "what colour is it?" });
  await app.idle();
  assert.deepEqual(app.telegram.answers(PRIVATE), ["It is blue."]);
  const { user, status } = await app.acme.thread(`telegram.${PRIVATE}`);
  assert.deepEqual([user, status], [`telegram:${PRIVATE}`, "done"]);
  const { entries: [input] } = await app.acme.history(`telegram.${PRIVATE}`);
  assert.ok(input?.type === "user");
  assert.deepEqual([input.text, input.door, input.by], [
    "what colour is it?",
    "channel",
    `telegram:${PRIVATE}`,
  ]);
});

Deno.test("V3: in a group of Telegram the agent answers mentions in the thread of replies, and replies to it go on there", async () => {
  await using app = new TelegramApp({ script: scenario().says("One.").next().says("Two.") });
  const asked = await app.telegram.say({ chat: SUPERGROUP, text: `${BOT} count` });
  await app.telegram.say({ chat: SUPERGROUP, text: "no mention" });
  await app.telegram.say({ chat: SUPERGROUP, text: `mail me@${app.telegram.chats.username}.example` });
  await app.telegram.say({ chat: SUPERGROUP, text: `${BOT}2 another bot` });
  await app.idle();
  const [answer] = app.telegram.posts(SUPERGROUP);
  assert.deepEqual(app.telegram.answers(SUPERGROUP), ["One."]);
  assert.equal(answer?.reply_to_message?.message_id, asked.message_id);
  await app.telegram.say({ chat: SUPERGROUP, text: "go on", replyTo: Number(answer?.message_id) });
  await app.idle();
  assert.deepEqual(app.telegram.answers(SUPERGROUP, asked.message_id), ["One.", "Two."]);
  const { threads } = await app.acme.threads();
  assert.deepEqual(threads.map(({ id }) => id), [`telegram.${SUPERGROUP}.${asked.message_id}`]);
});

Deno.test("V3: a topic of Telegram, and a group without threads, is one conversation each", async () => {
  await using app = new TelegramApp({ script: scenario().says("One.").next().says("Two.") });
  for (const where of [{ chat: FORUM, topic: 77 }, { chat: GROUP }]) {
    await app.telegram.say({ ...where, text: `/ask${BOT} count` });
    await app.idle();
    await app.telegram.say({ ...where, text: `${BOT}: go on` });
    await app.idle();
  }
  assert.deepEqual(app.telegram.answers(FORUM, 77), ["One.", "Two."]);
  assert.deepEqual(app.telegram.answers(GROUP), ["One.", "Two."]);
  const { threads } = await app.acme.threads();
  assert.deepEqual(
    threads.map(({ id }) => id).toSorted(),
    [
      `telegram.${FORUM}.77`,
      `telegram.${GROUP}`,
    ].toSorted(),
  );
  const { entries: [first] } = await app.acme.history(`telegram.${GROUP}`);
  assert.ok(first?.type === "user");
  assert.equal(first.text, "count");
});

Deno.test("V3: what Telegram sends again is one message, and what no person has written is no input", async () => {
  let heard = 0;
  await using app = new TelegramApp({ hears: () => ++heard % 3 === 0 });
  const { update, message } = app.telegram.write({ chat: PRIVATE, text: "hello" });
  await Promise.all([update, update].map((each) => app.telegram.deliver(each)));
  await app.idle();
  await app.telegram.deliver(update);
  const bot = { id: 5, is_bot: true, first_name: "Other" };
  const others = [
    { edited_message: { ...message, message_id: 900, text: "hi" } },
    { message: { ...message, message_id: 901, from: bot } },
    { message: { ...message, message_id: 902, from: undefined } },
    { message: { ...message, message_id: 903, sender_chat: { id: -5, type: "channel" } } },
    { message: { ...message, message_id: 904, text: undefined, sticker: {} } },
    { message: { ...message, message_id: 905, chat: { id: -7, type: "channel" } } },
    { callback_query: { id: "1", from: message.from, message, data: "foreign" } },
    { my_chat_member: {} },
  ];
  for (const [index, other] of others.entries()) {
    assert.equal(
      await app.telegram.send(JSON.stringify({ update_id: 200 + index, ...other }), WEBHOOK_SECRET),
      200,
    );
  }
  await app.idle();
  assert.deepEqual(app.telegram.answers(PRIVATE), ["It is blue."]);
  const { entries } = await app.acme.history(`telegram.${PRIVATE}`);
  assert.equal(entries.length, 2);
});

Deno.test("V3: a request without the secret of the webhook is refused, and wrong settings are when the deployment is made", async () => {
  await using app = new TelegramApp();
  const { update } = app.telegram.write({ chat: PRIVATE, text: "hello" });
  const body = JSON.stringify(update);
  for (const secret of [undefined, "", "another-secret-0123456789", WEBHOOK_SECRET.slice(1)]) {
    assert.equal(await app.telegram.send(body, secret), 401);
  }
  assert.equal(await app.telegram.send("{", WEBHOOK_SECRET), 400);
  assert.deepEqual((await app.acme.threads()).threads, []);
  const open = (env: Record<string, string>, username = "acme_bot") =>
    createTreadle({
      agents: [],
      store: "memory",
      env: { TREADLE_API_KEYS: "acme:key-of-acme-0123456789", ...env },
      doors: [channels([telegram({ agent: "support", username })])],
      log: () => {},
    });
  assert.throws(() => open({}), { code: "config_invalid", message: /TELEGRAM_BOT_TOKEN is not set/ });
  assert.throws(
    () => open({ TELEGRAM_BOT_TOKEN: "no token", TELEGRAM_WEBHOOK_SECRET: "with a blank in it" }, "@acme"),
    {
      code: "config_invalid",
      message:
        /username must be .*TELEGRAM_WEBHOOK_SECRET must have 16 to 256 .*TELEGRAM_BOT_TOKEN must be the token/,
    },
  );
});

Deno.test("V3: an answer in Telegram whose post was limited, lost or failed stands there once, whatever of it is an ellipsis", async () => {
  const faults: (TelegramFault | undefined)[] = [
    ...["limited", "lost", "failed", undefined] as const, // of sendMessage
    ...["lost", "limited", undefined] as const, // of editMessageText
    "failed",
  ];
  await using app = new TelegramApp({ channel: { streams: false }, faults: () => faults.shift() });
  for (const text of ["one", "two", "three"]) {
    await app.telegram.say({ chat: SUPERGROUP, text: `${BOT} ${text}` });
    await app.idle();
  }
  const answers = app.telegram.answers(SUPERGROUP);
  assert.equal(answers.filter((text) => text === "It is blue.").length, 3);
  // The answer to one post was lost: what it has left is no answer.
  assert.deepEqual(answers.filter((text) => text !== "It is blue."), ["…"]);
  assert.equal(faults.length, 0);
});

Deno.test("V3: an answer grows in one message of Telegram, and a long one is several, each within the limit", async () => {
  const text = Array.from({ length: 20 }, (_, index) => `Word${index}`).join(" ");
  {
    const provider = createScriptedProvider({ script: scenario().says(text), chunkMs: 60, sleep });
    await using app = new TelegramApp({ provider });
    await app.telegram.say({ chat: PRIVATE, text: "write slowly" });
    await eventually(() => app.telegram.answers(PRIVATE).some((answer) => /Word\d+ …$/.test(answer)));
    await app.idle();
    assert.deepEqual(app.telegram.answers(PRIVATE), [text]);
    assert.ok((app.telegram.posts(PRIVATE)[0]?.edits ?? 0) >= 1);
  }
  const paragraphs = Array.from({ length: 200 }, (_, index) => `**${index}** ${"<a & b> ".repeat(8)}`);
  await using app = new TelegramApp({ script: scenario().says(paragraphs.join("\n\n")) });
  await app.telegram.say({ chat: PRIVATE, text: "write much" });
  await app.idle();
  const answers = app.telegram.answers(PRIVATE);
  assert.ok(answers.length >= 4);
  const wordsIn = (texts: readonly string[]) => texts.join(" ").trim().split(/\s+/);
  assert.deepEqual(wordsIn(answers), wordsIn(paragraphs).map((word) => word.replaceAll("**", "")));
});

Deno.test("V3: an answer that Telegram does not take is logged without the token, and not sent again and again", async () => {
  await using app = new TelegramApp({ channel: { streams: false } });
  const { update } = app.telegram.write({ chat: PRIVATE, text: "hello" });
  app.telegram.chats.blocked.add(PRIVATE);
  await app.telegram.deliver(update);
  await app.idle();
  assert.deepEqual(app.telegram.calls, ["sendMessage", "sendMessage"]);
  assert.ok(app.logs.some((line) => line.includes("Forbidden: bot was blocked by the user")));
  await app.telegram[Symbol.asyncDispose]();
  await app.telegram.deliver(app.telegram.write({ chat: SUPERGROUP, text: `${BOT} hello` }).update);
  await app.idle();
  assert.ok(app.logs.some((line) => line.includes("Telegram did not do sendMessage: no response")));
  assert.ok(!app.logs.join("\n").includes(BOT_TOKEN.slice(10)));
});

Deno.test("V3: an answer follows a group of Telegram that has become a supergroup", async () => {
  await using app = new TelegramApp();
  const { update } = app.telegram.write({ chat: GROUP, text: `${BOT} hello` });
  app.telegram.chats.moved.set(GROUP, SUPERGROUP);
  await app.telegram.deliver(update);
  await app.idle();
  assert.deepEqual(app.telegram.answers(SUPERGROUP), ["It is blue."]);
});

Deno.test("V3: a call is approved in Telegram by a person who may decide, and by no other", async () => {
  await using app = new TelegramApp({
    channel: { deciders: [String(BOB)] },
    tools: [refund],
    script: scenario().calls("refund", { order: "<7>" }).next().says("Done."),
  });
  const asked = await app.telegram.say({ chat: SUPERGROUP, text: `${BOT} refund order 7` });
  await app.idle();
  const [card] = app.telegram.posts(SUPERGROUP, asked.message_id);
  assert.ok(card !== undefined);
  assert.match(wordsOf(card.text ?? ""), /^refund waits for an approval[^]*"order": "<7>"/);
  assert.deepEqual(buttonsOf(card).map(({ text }) => text), ["Approve", "Deny"]);
  await app.telegram.click(card, "Approve", PRIVATE);
  await app.idle();
  const { notes, clicks } = app.telegram.state;
  assert.deepEqual(notes.map(({ text }) => text), ["You may not decide about this call."]);
  const update = await app.telegram.click(card, "Approve", BOB);
  await app.idle();
  await app.telegram.deliver(update);
  await app.idle();
  assert.deepEqual([clicks.size, notes[1]?.text], [0, undefined]);
  const answers = app.telegram.answers(SUPERGROUP, asked.message_id);
  assert.deepEqual([answers.length, answers.at(-1)], [2, "Done."]);
  assert.deepEqual(buttonsOf(card), []);
  assert.match(wordsOf(card.text ?? ""), /Approved by 4712\.$/);
  assert.match(card.text ?? "", /<a href="tg:\/\/user\?id=4712">4712<\/a>/);
  const { entries } = await app.acme.history(`telegram.${SUPERGROUP}.${asked.message_id}`);
  const [tool] = entries.filter((entry) => entry.type === "tool");
  assert.deepEqual(tool?.approval?.decisions.map(({ by, approved }) => [by, approved]), [[
    `telegram:${BOB}`,
    true,
  ]]);
});

Deno.test("V3: an approval in Telegram whose calls of the API fail has one message with buttons", async () => {
  const faults: (TelegramFault | undefined)[] = [undefined, "lost", "failed", "lost"];
  await using app = new TelegramApp({
    channel: { deciders: [String(PRIVATE)], streams: false },
    faults: () => faults.shift(),
    tools: [refund],
    script: scenario().calls("refund", { order: "7" }).next().says("Done."),
  });
  await app.telegram.say({ chat: PRIVATE, text: "refund order 7" });
  await app.idle();
  const cards = app.telegram.posts(PRIVATE).filter((post) => buttonsOf(post).length > 0);
  assert.equal(cards.length, 1);
  assert.ok(cards[0] !== undefined);
  await app.telegram.click(cards[0], "Deny", PRIVATE);
  await app.idle();
  assert.deepEqual(app.telegram.answers(PRIVATE).length, 2);
  assert.deepEqual(faults, []);
});

Deno.test("V3: a question in Telegram is answered by a message behind it, once", async () => {
  await using app = new TelegramApp({
    tools: [ask],
    script: scenario().calls("ask_user", { question: "Which colour?" }).next().says("Blue it is."),
  });
  const { update: first } = app.telegram.write({ chat: PRIVATE, text: "paint it" });
  await app.telegram.deliver(first);
  await app.idle();
  await app.telegram.deliver(first);
  await app.idle();
  assert.match(app.telegram.answers(PRIVATE).join(), /^Which colour\?/);
  const { update } = app.telegram.write({ chat: PRIVATE, text: "blue" });
  for (const each of [update, update]) {
    await app.telegram.deliver(each);
    await app.idle();
  }
  const { entries } = await app.acme.history(`telegram.${PRIVATE}`);
  assert.deepEqual(entries.flatMap((entry) => entry.type === "tool" ? [entry.output] : []), ["blue"]);
  assert.equal(app.telegram.answers(PRIVATE).at(-1), "Blue it is.");
});

Deno.test("V3: files of Telegram are media of the input, and what bots may not load is said in words", async () => {
  await using app = new TelegramApp({ script: scenario().says("It is blue.").next().says("Is it?") });
  const { files } = app.telegram.chats;
  files.set("F1", { path: "documents/file_1.png", bytes: PNG_BYTES });
  files.set("F2", { path: "documents/file_2.bin", bytes: PNG_BYTES, size: 30_000_000 });
  const documentOf = (id: string) => ({
    document: { file_id: id, file_name: "a/dot.png", mime_type: "image/png", file_size: 70 },
  });
  await app.telegram.say({ chat: PRIVATE, text: "what is this?", files: documentOf("F1") });
  await app.idle();
  await app.telegram.say({ chat: PRIVATE, files: documentOf("F2") });
  await app.idle();
  assert.deepEqual(app.telegram.answers(PRIVATE), ["It is blue.", "Is it?"]);
  const { entries: [first, , second] } = await app.acme.history(`telegram.${PRIVATE}`);
  assert.ok(first?.type === "user" && second?.type === "user");
  const [, image] = first.parts ?? [];
  assert.ok(image?.type === "image");
  assert.deepEqual([image.mediaType, image.name, image.bytes], ["image/png", "a_dot.png", PNG_BYTES.length]);
  assert.match(second.text, /^\[file a_dot\.png \(image\/png\) is missing: it could not be loaded\]$/);
  assert.ok(!app.logs.join("\n").includes(BOT_TOKEN.slice(10)));
});

Deno.test("V3: another person in a group of Telegram is refused, and strangers are a few times only", async () => {
  await using app = new TelegramApp();
  await app.telegram.say({ chat: GROUP, text: `${BOT} hello` });
  await app.idle();
  for (let time = 0; time < 5; time++) {
    await app.telegram.say({ chat: GROUP, user: BOB, text: `${BOT} and me?` });
    await app.idle();
  }
  const [, ...refusals] = app.telegram.answers(GROUP);
  assert.deepEqual(
    refusals,
    Array(3).fill("4712: 4711 has begun this conversation, and I answer no other person in it."),
  );
});

Deno.test("V3: the address of an authorization is told in a private chat of Telegram, and in no group", async () => {
  await using tools = serveProtectedTools();
  await using app = new TelegramApp({
    ...tools.options,
  });
  await app.telegram.say({ chat: PRIVATE, text: "look" });
  await app.telegram.say({ chat: GROUP, text: `${BOT} look` });
  await app.idle();
  const [link = "", said = ""] = app.telegram.answers(PRIVATE);
  assert.match(link, /^Authorize srv: http/);
  assert.match(said, /^I cannot go on before you have authorized srv: the address is in the message/);
  assert.match(app.telegram.answers(GROUP).join(), /^I cannot go on [^]*: do so where you use it [^,]*$/);
  assert.doesNotMatch(app.telegram.answers(GROUP).join(), /http/);
});
