// Row V3: an agent in Slack answers where it was asked, once.

import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { createTreadle } from "../../../../src/treadle.ts";
import { scenario } from "../../../../src/providers/scripted/scenario.ts";
import { createScriptedProvider } from "../../../../src/providers/scripted/provider.ts";
import { sleep } from "../../../../src/deps/ports.ts";
import { eventually } from "../../../support/eventually.ts";
import type { SlackFault } from "../../../support/slack/server.ts";
import { buttonsOf, wordsOf } from "../../../support/slack/workspace.ts";
import {
  ANN,
  ask,
  BOB,
  BOT,
  GENERAL,
  PNG_BYTES,
  refund,
  serveProtectedTools,
  SlackApp,
} from "../../../plugins/channels/_app.ts";

const TEAM = "T061EG9R6";

Deno.test("V3: a mention in Slack is answered in its thread, for the user who wrote it", async () => {
  await using app = new SlackApp();
  const message = await app.slack.say({
    channel: GENERAL,
    text: `${BOT} what colour is the <https://example.com|sky>?`,
  });
  await app.idle();
  assert.deepEqual(app.answers(message), ["It is blue."]);
  const { user, status } = await app.acme.thread(app.thread(message));
  assert.deepEqual([user, status], [`slack:${TEAM}.${ANN}`, "done"]);
  const { entries: [input] } = await app.acme.history(app.thread(message));
  assert.ok(input?.type === "user");
  assert.deepEqual([input.text, input.door, input.by], [
    "what colour is the [sky](https://example.com)?",
    "channel",
    `slack:${TEAM}.${ANN}`,
  ]);
  assert.deepEqual(app.slack.complaints, []);
});

Deno.test("V3: a private message in Slack needs no mention, and what follows in its thread goes on with it", async () => {
  await using app = new SlackApp({ script: scenario().says("One.").next().says("Two.") });
  const first = await app.slack.say({ channel: "D0ANN", text: "count" });
  await app.idle();
  await app.slack.say({ channel: "D0ANN", text: "go on", threadTs: first.ts });
  await app.idle();
  assert.deepEqual(app.answers(first, "D0ANN"), ["One.", "Two."]);
});

Deno.test("V3: what Slack sends again is one message, whatever it has heard of the answers", async () => {
  let heard = 0;
  await using app = new SlackApp({ hears: () => ++heard % 3 === 0 });
  const { message, events } = app.slack.write({ channel: GENERAL, text: `${BOT} hello` });
  assert.equal(events.length, 2); // the message, and the mention in it
  await Promise.all([...events, ...events].map((event) => app.slack.deliver(event)));
  await app.idle();
  await app.slack.deliver(events.at(-1) ?? {});
  await app.idle();
  assert.deepEqual(app.answers(message), ["It is blue."]);
});

Deno.test("V3: what no person has written to the agent in Slack is no input", async () => {
  await using app = new SlackApp();
  const { workspace } = app.slack;
  const base = {
    type: "message",
    channel: GENERAL,
    channel_type: "channel",
    user: ANN,
    ts: workspace.nextTs(),
  };
  const events = [
    { ...base, text: "no mention" },
    { ...base, text: `${BOT} hi`, bot_id: "B0OTHER" },
    { ...base, text: `${BOT} hi`, user: workspace.botUser },
    { ...base, text: `${BOT} hi`, subtype: "message_changed" },
    { ...base, text: `${BOT}` },
    { ...base, type: "reaction_added" },
  ];
  for (const event of events) {
    const { status } = await app.slack.deliver(app.slack.eventOf(event));
    assert.equal(status, 200);
  }
  await app.idle();
  assert.deepEqual((await app.acme.threads()).threads, []);
});

Deno.test("V3: Slack's greeting is answered, and a forged, an old and an unsigned request are refused", async () => {
  await using app = new SlackApp();
  const json = { "content-type": "application/json" };
  const greeting = JSON.stringify({ type: "url_verification", challenge: "c1", token: "t" });
  const answered = await app.slack.send(greeting, json);
  assert.deepEqual([answered.status, JSON.parse(answered.body)], [200, { challenge: "c1" }]);
  const { events: [event] } = app.slack.write({ channel: GENERAL, text: `${BOT} hello` });
  const body = JSON.stringify(event);
  for (const terms of [{ secret: "another-secret-0123456789" }, { at: Date.now() - 400_000 }]) {
    const { status, body: text } = await app.slack.send(body, json, terms);
    assert.deepEqual([status, JSON.parse(text).code], [401, "webhook_unverified"]);
  }
  const unsigned = await fetch(app.slack.appUrl, { method: "POST", body, headers: json });
  assert.equal(unsigned.status, 401);
  await unsigned.body?.cancel();
  assert.deepEqual((await app.acme.threads()).threads, []);
});

Deno.test("V3: another person in a conversation is refused, and no third one reads it", async () => {
  await using app = new SlackApp();
  const message = await app.slack.say({ channel: GENERAL, text: `${BOT} hello` });
  await app.idle();
  await app.slack.say({ channel: GENERAL, user: BOB, text: `${BOT} and me?`, threadTs: message.ts });
  await app.idle();
  assert.deepEqual(app.answers(message), ["It is blue."]);
  assert.deepEqual(app.slack.workspace.whispers.map(({ user, text }) => [user, text]), [
    [BOB, `<@${ANN}> has begun this conversation, and I answer no other person in it.`],
  ]);
});

Deno.test("V3: a shared conversation takes everybody's messages, says who wrote them, and belongs to no person", async () => {
  await using app = new SlackApp({
    channel: { shared: true, follows: true },
    script: scenario().says("One.").next().says("Two."),
  });
  const message = await app.slack.say({ channel: GENERAL, text: `${BOT} hello` });
  await app.idle();
  await app.slack.say({ channel: GENERAL, user: BOB, text: "and me?", threadTs: message.ts });
  await app.idle();
  assert.deepEqual(app.answers(message), ["One.", "Two."]);
  const { user } = await app.acme.thread(app.thread(message));
  assert.equal(user, `slack:${TEAM}.${GENERAL}.${message.ts}`);
  const { entries } = await app.acme.history(app.thread(message));
  assert.deepEqual(entries.flatMap((entry) => entry.type === "user" ? [entry.text] : []), [
    `<@${ANN}>: hello`,
    `<@${BOB}>: and me?`,
  ]);
});

Deno.test("V3: a long answer is several messages of Slack, in order and each within its limit", async () => {
  const paragraphs = Array.from({ length: 400 }, (_, index) => `Paragraph ${index}: ${"word ".repeat(15)}`);
  await using app = new SlackApp({ script: scenario().says(paragraphs.join("\n\n")) });
  const message = await app.slack.say({ channel: GENERAL, text: `${BOT} write much` });
  await app.idle();
  const answers = app.answers(message);
  assert.ok(answers.length >= 3);
  const wordsIn = (texts: readonly string[]) => texts.join(" ").trim().split(/\s+/);
  assert.deepEqual(wordsIn(answers), wordsIn(paragraphs));
});

Deno.test("V3: an answer grows in one message while the model writes it", async () => {
  const script = scenario().says(Array.from({ length: 40 }, (_, index) => `Word${index}`).join(" "));
  await using app = new SlackApp({ provider: createScriptedProvider({ script, chunkMs: 60, sleep }) });
  const message = await app.slack.say({ channel: GENERAL, text: `${BOT} write slowly` });
  await eventually(() => app.answers(message).some((text) => text.endsWith(" …")));
  await app.idle();
  const [answer, ...others] = app.slack.workspace.answersIn(GENERAL, message.ts);
  assert.ok(answer !== undefined && others.length === 0);
  assert.match(wordsOf(answer), /^Word0 .* Word39$/);
  assert.ok((answer.edits ?? 0) >= 1);
});

Deno.test("V3: an answer whose post was limited, lost or failed stands there once", async () => {
  const faults: (SlackFault | undefined)[] = ["limited", "lost", "failed", "lost", undefined];
  await using app = new SlackApp({
    channel: { streams: false },
    faults: (method) => method === "chat.postMessage" ? faults.shift() : undefined,
  });
  const messages = [];
  for (let index = 0; index < 3; index++) {
    messages.push(await app.slack.say({ channel: GENERAL, text: `${BOT} hello ${index}` }));
    await app.idle();
  }
  for (const message of messages) assert.deepEqual(app.answers(message), ["It is blue."]);
  assert.equal(faults.length, 0);
});

Deno.test("V3: an answer that Slack does not take is logged, and not sent again and again", async () => {
  await using app = new SlackApp();
  const { message, events } = app.slack.write({ channel: GENERAL, text: `${BOT} hello` });
  app.slack.workspace.archived.add(GENERAL);
  await app.slack.deliver(events.at(-1) ?? {});
  await app.idle();
  assert.deepEqual(app.answers(message), []);
  assert.equal(app.slack.calls.filter((call) => call === "chat.postMessage").length, 1);
  assert.ok(
    app.logs.some((line) =>
      line.includes("a channel did not take a message") && line.includes("is_archived")
    ),
  );
});

Deno.test("V3: an answer that Slack does not take is not tried again while the model writes it", async () => {
  const text = Array.from({ length: 60 }, (_, index) => `Word${index}`).join(" ");
  const provider = createScriptedProvider({ script: scenario().says(text), chunkMs: 60, sleep });
  await using app = new SlackApp({ provider });
  const { events } = app.slack.write({ channel: "C0CLOSED", text: `${BOT} write slowly` });
  app.slack.workspace.channels.delete("C0CLOSED");
  for (const event of events) await app.slack.deliver(event);
  await app.idle();
  // Once while it is written, and once when it is whole.
  assert.equal(app.slack.calls.filter((method) => method === "chat.postMessage").length, 2);
});

Deno.test("V3: a call is approved in Slack by a person who may decide, and by no other", async () => {
  await using app = new SlackApp({
    channel: { deciders: [BOB] },
    tools: [refund],
    script: scenario().calls("refund", { order: "7" }).next().says("Done."),
  });
  const message = await app.slack.say({ channel: GENERAL, text: `${BOT} refund order 7` });
  await app.idle();
  const [card] = app.slack.workspace.answersIn(GENERAL, message.ts);
  assert.ok(card !== undefined);
  assert.match(wordsOf(card), /\*\*refund\*\* waits for an approval[^]*"order": "7"/);
  await app.slack.click(GENERAL, card, { action: "treadle_approve", user: ANN });
  await app.idle();
  assert.deepEqual(app.slack.workspace.whispers.map(({ user, text }) => [user, text]), [
    [ANN, "You may not decide about this call."],
  ]);
  assert.equal(app.answers(message).length, 1);
  await Promise.all(
    [0, 1].map(() => app.slack.click(GENERAL, card, { action: "treadle_approve", user: BOB })),
  );
  await app.idle();
  const answers = app.answers(message);
  assert.equal(answers.at(-1), "Done.");
  assert.equal(answers.length, 2);
  assert.deepEqual(buttonsOf(card), []);
  assert.match(wordsOf(card), new RegExp(`Approved by <@${BOB}>\\.$`));
  const { entries } = await app.acme.history(app.thread(message));
  const [tool] = entries.filter((entry) => entry.type === "tool");
  assert.equal(tool?.output, "refunded 7");
  assert.deepEqual(tool?.approval?.decisions.map(({ by, approved }) => [by, approved]), [[
    `slack:${TEAM}.${BOB}`,
    true,
  ]]);
  assert.deepEqual(app.slack.complaints, []);
});

Deno.test("V3: a call that is denied in Slack does not run", async () => {
  await using app = new SlackApp({
    channel: { deciders: ({ person, tool }) => person === BOB && tool === "refund" },
    tools: [refund],
    script: scenario().calls("refund", { order: "7" }).next().says("I did not."),
  });
  const message = await app.slack.say({ channel: GENERAL, text: `${BOT} refund order 7` });
  await app.idle();
  const [card] = app.slack.workspace.answersIn(GENERAL, message.ts);
  assert.ok(card !== undefined);
  await app.slack.click(GENERAL, card, { action: "treadle_deny", user: BOB });
  await app.idle();
  assert.equal(app.answers(message).at(-1), "I did not.");
  const { entries } = await app.acme.history(app.thread(message));
  assert.deepEqual(entries.flatMap((entry) => entry.type === "tool" ? [entry.outcome] : []), ["denied"]);
});

Deno.test("V3: without deciders a message has no buttons, and the inbox decides", async () => {
  await using app = new SlackApp({
    tools: [refund],
    script: scenario().calls("refund", { order: "7" }).next().says("Done."),
  });
  const message = await app.slack.say({ channel: GENERAL, text: `${BOT} refund order 7` });
  await app.idle();
  const [card] = app.slack.workspace.answersIn(GENERAL, message.ts);
  assert.ok(card !== undefined && buttonsOf(card).length === 0);
  const { calls: [call] } = await app.acme.thread(app.thread(message));
  await app.acme.approve(app.thread(message), call?.id ?? "", { approved: true, by: "bob@example.com" });
  await eventually(() => app.answers(message).length === 2);
  assert.equal(app.answers(message).at(-1), "Done.");
});

Deno.test("V3: a question is answered by the next message of the user, once", async () => {
  await using app = new SlackApp({
    tools: [ask],
    script: scenario().calls("ask_user", { question: "Which colour?" }).next().says("Blue it is."),
  });
  const message = await app.slack.say({ channel: GENERAL, text: `${BOT} paint it` });
  await app.idle();
  const { events } = app.slack.write({ channel: GENERAL, text: "blue", threadTs: message.ts });
  for (const event of [...events, ...events]) {
    await app.slack.deliver(event);
    await app.idle();
  }
  assert.equal(app.answers(message).at(-1), "Blue it is.");
  const { entries } = await app.acme.history(app.thread(message));
  assert.deepEqual(entries.map(({ type }) => type), ["user", "assistant", "tool", "assistant"]);
  assert.deepEqual(entries.flatMap((entry) => entry.type === "tool" ? [entry.output] : []), ["blue"]);
});

Deno.test("V3: files of a message are media of the input, and what cannot be loaded is said in words", async () => {
  await using app = new SlackApp();
  app.slack.workspace.files.set("F1", { name: "dot.png", mimetype: "image/png", bytes: PNG_BYTES });
  app.slack.workspace.files.set("F2", {
    name: "no.png",
    mimetype: "image/png",
    bytes: new TextEncoder().encode("no image"),
  });
  const { message, events } = app.slack.write({
    channel: GENERAL,
    text: `${BOT} what is this?`,
    files: ["F1", "F2"],
  });
  await Promise.all([...events, ...events].map((event) => app.slack.deliver(event)));
  await app.idle();
  assert.deepEqual(app.answers(message), ["It is blue."]);
  const { entries: [input] } = await app.acme.history(app.thread(message));
  assert.ok(input?.type === "user" && input.parts !== undefined);
  const [words, image, missing] = input.parts;
  assert.deepEqual(words, { type: "text", text: "what is this?" });
  assert.ok(image?.type === "image");
  assert.deepEqual([image.mediaType, image.name, image.bytes], ["image/png", "dot.png", PNG_BYTES.length]);
  assert.ok(missing?.type === "text");
  assert.match(missing.text, /^\[file no\.png \(image\/png\) is missing: its data is not image\/png/);
});

Deno.test("V3: a file of another workspace, which Slack shows no app, is said in words", async () => {
  await using app = new SlackApp();
  const { message, events } = app.slack.write({ channel: GENERAL, text: BOT });
  const file = { id: "F9", mode: "file_access", file_access: "check_file_info", created: 0 };
  for (const event of events) {
    Object.assign(Object(Reflect.get(event, "event")), { files: [file], subtype: "file_share" });
    await app.slack.deliver(event);
  }
  await app.idle();
  const { entries: [input] } = await app.acme.history(app.thread(message));
  assert.ok(input?.type === "user");
  assert.equal(input.text, "[file F9 (application/octet-stream) is missing: it could not be loaded]");
});

Deno.test("V3: the token of the bot goes to no other host", async () => {
  await using app = new SlackApp();
  const { events } = app.slack.write({ channel: GENERAL, text: `${BOT} what is this?` });
  const event = events.at(-1) ?? {};
  const url = "https://files.example.com/secret";
  const file = { id: "F9", name: "a.png", mimetype: "image/png", size: 3, url_private: url };
  Object.assign(Object(Reflect.get(event, "event")), { files: [file] });
  await app.slack.deliver(event);
  await app.idle();
  assert.ok(
    app.logs.some((line) =>
      line.includes("a file of a channel was not loaded") && line.includes("outbound_refused")
    ),
  );
});

Deno.test("V3: an answer notifies no whole channel", async () => {
  await using app = new SlackApp({
    script: scenario().says("<!channel> and <!subteam^S1|team> and <!here>"),
  });
  const message = await app.slack.say({ channel: GENERAL, text: `${BOT} call all` });
  await app.idle();
  assert.doesNotMatch(app.answers(message).join(), /<!/);
});

Deno.test("V3: a run that has failed for good says so in its thread", async () => {
  await using app = new SlackApp({ script: scenario().fails("model_auth") });
  const message = await app.slack.say({ channel: GENERAL, text: `${BOT} hello` });
  await eventually(() => app.answers(message).length === 1);
  assert.match(app.answers(message).join(), /^I could not finish this \(\w+\)\./);
});

Deno.test("V3: a message that has answered a question answers no other one when it comes again", async () => {
  await using app = new SlackApp({
    tools: [ask],
    script: scenario()
      .calls("ask_user", { question: "Which colour?" }).next()
      .calls("ask_user", { question: "Which size?" }).next()
      .says("Done."),
  });
  const { message, events: first } = app.slack.write({ channel: GENERAL, text: `${BOT} paint it` });
  for (const event of first) await app.slack.deliver(event);
  await app.idle();
  const { events: blue } = app.slack.write({ channel: GENERAL, text: "blue", threadTs: message.ts });
  for (const event of blue) await app.slack.deliver(event);
  await app.idle();
  assert.match(app.answers(message).at(-1) ?? "", /^Which size\?/);
  // What was written before the question, and what has answered the one before, comes again.
  for (const event of [...first, ...blue, ...blue]) {
    await app.slack.deliver(event);
    await app.idle();
  }
  assert.match(app.answers(message).at(-1) ?? "", /^Which size\?/);
  await app.slack.say({ channel: GENERAL, text: "large", threadTs: message.ts });
  await app.idle();
  const { entries } = await app.acme.history(app.thread(message));
  const answers = entries.flatMap((entry) => entry.type === "tool" ? [entry.output] : []);
  assert.deepEqual(answers, ["blue", "large"]);
  assert.equal(app.answers(message).at(-1), "Done.");
});

Deno.test("V3: of two questions at once a message that comes again answers the one that it has answered", async () => {
  await using app = new SlackApp({
    tools: [ask],
    script: scenario()
      .calls("ask_user", { question: "Which colour?" }).calls("ask_user", { question: "Which size?" }).next()
      .says("Done."),
  });
  const message = await app.slack.say({ channel: GENERAL, text: `${BOT} paint it` });
  await app.idle();
  const { events } = app.slack.write({ channel: GENERAL, text: "blue", threadTs: message.ts });
  for (const event of [...events, ...events, ...events]) {
    await app.slack.deliver(event);
    await app.idle();
  }
  const { calls } = await app.acme.thread(app.thread(message));
  assert.equal(calls.filter(({ approval }) => approval?.decisions.length === 1).length, 1);
  await app.slack.say({ channel: GENERAL, text: "large", threadTs: message.ts });
  await app.idle();
  const { entries } = await app.acme.history(app.thread(message));
  const answers = entries.flatMap((entry) => entry.type === "tool" ? [entry.output] : []);
  assert.deepEqual(answers.toSorted(), ["blue", "large"]);
});

for (const streams of [true, false]) {
  Deno.test(`V3: a run that waits for an authorization says so, and its address to the user alone (streams: ${streams})`, async () => {
    await using tools = serveProtectedTools();
    await using app = new SlackApp({
      channel: { streams },
      ...tools.options,
    });
    const message = await app.slack.say({ channel: GENERAL, text: `${BOT} look` });
    await app.idle();
    const [said = "", ...others] = app.answers(message);
    assert.match(said, /^I cannot go on before you have authorized srv: the address is in the message/);
    assert.deepEqual(others, []);
    assert.doesNotMatch(said, /http/);
    const [whisper] = app.slack.workspace.whispers;
    assert.equal(whisper?.user, ANN);
    const [, url = ""] = /^Authorize srv: (http\S+)$/.exec(whisper?.text ?? "") ?? [];
    const back = await tools.authorization.agree(url, "ann");
    await app.treadle.fetch(new Request(back));
    await app.pump();
    await eventually(() => app.answers(message).at(-1) === "It is blue.");
    assert.equal(app.slack.workspace.whispers.length, 1);
  });
}

Deno.test("V3: what is kept of a conversation leaves with its thread", async () => {
  await using app = new SlackApp({
    tools: [ask],
    script: scenario().calls("ask_user", { question: "Which colour?" }).next().says("Blue."),
  });
  const message = await app.slack.say({ channel: GENERAL, text: `${BOT} paint it` });
  await app.idle();
  await app.slack.say({ channel: GENERAL, text: "blue", threadTs: message.ts });
  await app.idle();
  const kept = async () =>
    (await Promise.all(
      ["conversation", "channel_answers", "channel_told", "channel", "channel_files"].map((kind) =>
        app.store.listDefinitions("acme", kind)
      ),
    )).flat();
  assert.deepEqual(await kept(), [app.thread(message), app.thread(message)]);
  await app.acme.remove(app.thread(message));
  assert.deepEqual(await kept(), []);
  // Another person may begin it now.
  const mention = { channel: GENERAL, user: BOB, text: `${BOT} and me?`, threadTs: message.ts };
  await app.slack.say(mention);
  await app.idle();
  assert.equal((await app.acme.thread(app.thread(message))).user, `slack:${TEAM}.${BOB}`);
});

Deno.test("V3: what is kept of a conversation leaves when the store has removed its thread, and no sooner", async () => {
  await using app = new SlackApp();
  const message = await app.slack.say({ channel: GENERAL, text: `${BOT} hello` });
  await app.idle();
  const thread = app.thread(message);
  const look = async () => {
    const rows = await app.store.listDue(Date.now() + 31 * 86_400_000, 10);
    const row = rows.find(({ name }) => name === `@channel_expiry/${thread}`);
    assert.ok(row !== undefined && row.at > Date.now() + 29 * 86_400_000);
    await app.store.moveDue("acme", row.name, { from: row.at, to: Date.now() - 1 });
    await app.treadle.pump();
  };
  await look();
  await eventually(async () => (await app.store.listDue(Date.now() + 86_400_000, 10)).length === 0);
  assert.deepEqual(await app.store.listDefinitions("acme", "conversation"), [thread]);
  await app.store.remove({ tenant: "acme", thread });
  await look();
  await eventually(async () => (await app.store.listDefinitions("acme", "conversation")).length === 0);
  await eventually(async () => (await app.store.listDue(Date.now() + 40 * 86_400_000, 10)).length === 0);
});

Deno.test("V3: a message whose files are being loaded does not begin again the thread that was removed meanwhile", async () => {
  await using app = new SlackApp();
  const message = await app.slack.say({ channel: GENERAL, text: `${BOT} hello` });
  await app.idle();
  const thread = app.thread(message);
  // As a worker leaves it that has vanished behind its response.
  const user = `${TEAM}.${ANN}`;
  const place = { channel: GENERAL, threadTs: message.ts };
  const conversation = `${TEAM}.${GENERAL}.${message.ts}`;
  const waiting = {
    id: `${conversation}9`,
    conversation,
    place,
    person: ANN,
    user,
    text: "read it",
    files: [],
  };
  const kept = JSON.stringify({ channel: "slack", message: { ...waiting, isAddressed: true }, attempts: 0 });
  await app.store.putDefinition("acme", "channel_files", "f1", kept, null);
  await app.store.moveDue("acme", "@channel_files/f1", { to: Date.now() + 60_000 });
  await app.acme.remove(thread);
  await app.pump();
  await eventually(async () => (await app.store.listDefinitions("acme", "channel_files")).length === 0);
  await assert.rejects(app.acme.thread(thread), { code: "thread_unknown" });
});

Deno.test("V3: a message with files that the thread does not take is refused once, and not tried again", async () => {
  await using app = new SlackApp();
  const bytes = new TextEncoder().encode("words");
  app.slack.workspace.files.set("F1", { name: "a.txt", mimetype: "text/plain", bytes });
  const { message, events } = app.slack.write({ channel: GENERAL, text: `${BOT} read it`, files: ["F1"] });
  // A thread of another user stands in the place of the conversation.
  const other = createTreadle({
    agents: [defineAgent({ name: "support", model: "scripted/any" })],
    store: app.store,
    providers: [createScriptedProvider({ script: scenario().says("Hello.") })],
    env: { TREADLE_API_KEYS: "acme:key-of-acme-0123456789" },
    log: () => {},
  });
  const theirs = other.as({ tenant: "acme", user: "mallory" });
  await theirs.run(app.thread(message), "hello", { agent: "support" });
  for (const event of events) await app.slack.deliver(event);
  await app.idle();
  await app.pump();
  assert.deepEqual(app.slack.workspace.whispers.map(({ text }) => text), [
    "I cannot take this message (thread_unknown).",
  ]);
  assert.deepEqual(await app.store.listDefinitions("acme", "channel_files"), []);
});

Deno.test("V3: a search that Slack refuses ends, and what was not told is told later and later", async () => {
  let posts = 0;
  await using app = new SlackApp({
    channel: { streams: false },
    faults: (method) => method === "chat.postMessage" && posts++ < 7 ? "failed" : undefined,
  });
  const { message, events } = app.slack.write({ channel: GENERAL, text: `${BOT} hello` });
  // The message to which the answer belongs is deleted: the replies of its thread cannot be read.
  app.slack.workspace.remove(GENERAL, message.ts);
  await app.slack.deliver(events.at(-1) ?? {});
  await app.idle();
  assert.ok(app.logs.some((line) => line.includes("a channel was not searched for a message")));
  const waits = app.logs.map((line) => JSON.parse(line)).filter(({ name }) => name?.startsWith("@channel/"))
    .map(({ afterMs }) => afterMs);
  assert.deepEqual(waits, [1_000, 1_000, 1_000, 1_000, 1_000, 2_000, 4_000]);
  assert.deepEqual(await app.store.listDefinitions("acme", "channel"), []);
});
