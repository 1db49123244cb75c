// Row V3: an agent in Discord answers where it was asked, once.

import assert from "node:assert/strict";
import { sleep } from "../../../../src/deps/ports.ts";
import { channels, discord } from "../../../../src/plugins/channels/mod.ts";
import { createScriptedProvider } from "../../../../src/providers/scripted/provider.ts";
import { scenario } from "../../../../src/providers/scripted/scenario.ts";
import { createTreadle } from "../../../../src/treadle.ts";
import { buttonsOf, type DiscordFault } from "../../../support/discord/server.ts";
import { eventually } from "../../../support/eventually.ts";
import { ask, DiscordApp, HEAD, inputsOf, PNG_BYTES, refund } from "../../../plugins/channels/_app.ts";

/** Of two UTF-16 code units: one of two cuts halves it. */
const LETTER = "\ud83d\ude00";

Deno.test("V3: a command in Discord shows what was asked, and is answered in its channel, for the user who wrote it", async () => {
  await using app = new DiscordApp();
  const { body } = app.discord.command({ text: "what colour\nis it?" });
  const answered = await app.discord.send(body);
  assert.deepEqual(JSON.parse(answered.body), {
    type: 4,
    data: { content: "<@U1> asks:\n> what colour\n> is it?", allowed_mentions: { parse: [] } },
  });
  // Discord sends nothing again; what another one sends again is the same message.
  await app.discord.send(body);
  await app.idle();
  assert.deepEqual(app.discord.answers(), ["It is blue."]);
  const { user, status } = await app.acme.thread("discord.C1.U1");
  assert.deepEqual([user, status], ["discord:U1", "done"]);
  const { entries: [input, , ...more] } = await app.acme.history("discord.C1.U1");
  assert.ok(input?.type === "user");
  assert.deepEqual([input.text, input.door, input.by], ["what colour\nis it?", "channel", "discord:U1"]);
  assert.deepEqual([more, app.discord.complaints], [[], []]);
});

Deno.test("V3: in a channel of Discord each person has a conversation, a thread and a private channel is one, and a shared channel is", async () => {
  for (const shared of [false, true]) {
    await using app = new DiscordApp({
      channel: { shared },
      script: scenario().says("One.").next().says("Two.").next().says("Three.").next().says("Four."),
    });
    for (const [channel, kind] of [["C1", 0], ["T1", 11], ["D1", 1]] as const) {
      for (const user of kind === 1 ? ["U1"] : ["U1", "U2"]) {
        await app.discord.ask({ channel, kind, user, text: "count" });
        await app.idle();
      }
    }
    const { threads } = await app.acme.threads();
    const ids = threads.map(({ id }) => id).toSorted();
    assert.deepEqual(
      ids,
      shared
        ? ["discord.C1", "discord.D1", "discord.T1"]
        : ["discord.C1.U1", "discord.C1.U2", "discord.D1", "discord.T1"],
    );
    assert.deepEqual(app.discord.answers("T1"), shared ? ["One.", "Two."] : ["One."]);
    assert.deepEqual(
      app.discord.notes.map(({ content }) => content),
      shared ? [] : ["<@U1> has begun this conversation, and I answer no other person in it."],
    );
  }
});

Deno.test("V3: a ping of Discord is answered, and a forged, an old and an unsigned request are refused", async () => {
  await using app = new DiscordApp();
  const ping = JSON.stringify({ id: "1", application_id: "2", type: 1, token: "t" });
  const answered = await app.discord.send(ping);
  assert.deepEqual([answered.status, JSON.parse(answered.body)], [200, { type: 1 }]);
  const { body } = app.discord.command({ text: "hello" });
  for (const terms of [{ sent: body.replace("hello", "hullo") }, { at: Date.now() - 400_000 }]) {
    const { status, body: text } = await app.discord.send(body, terms);
    assert.deepEqual([status, JSON.parse(text).code], [401, "webhook_unverified"]);
  }
  const time = String(Math.floor(Date.now() / 1_000));
  for (const signature of [undefined, "", "zz", "00".repeat(64)]) {
    const headers: Record<string, string> = { "x-signature-timestamp": time };
    if (signature !== undefined) headers["x-signature-ed25519"] = signature;
    const response = await fetch(app.url, { method: "POST", body, headers });
    await response.body?.cancel();
    assert.equal(response.status, 401);
  }
  assert.deepEqual((await app.acme.threads()).threads, []);
  assert.throws(
    () =>
      createTreadle({
        agents: [],
        store: "memory",
        env: { TREADLE_API_KEYS: "acme:key-of-acme-0123456789", DISCORD_PUBLIC_KEY: "no key" },
        doors: [channels([discord({ agent: "support" })])],
        log: () => {},
      }),
    {
      code: "config_invalid",
      message: /DISCORD_BOT_TOKEN is not set.*DISCORD_PUBLIC_KEY must have 64 hex digits/,
    },
  );
});

Deno.test("V3: an answer in Discord whose post was limited, lost or failed stands there once", async () => {
  const faults: (DiscordFault | undefined)[] = ["limited", "lost", "failed", undefined, "lost", "global"];
  await using app = new DiscordApp({ channel: { streams: false }, faults: () => faults.shift() });
  for (const user of ["U1", "U2", "U3"]) {
    await app.discord.ask({ user, text: "hello" });
    await app.idle();
  }
  assert.deepEqual(app.discord.answers(), Array(3).fill("It is blue."));
  assert.equal(faults.length, 0);
});

Deno.test("V3: while the global limit of Discord stands, nothing is sent", async () => {
  const faults: (DiscordFault | undefined)[] = ["global"];
  await using app = new DiscordApp({ channel: { streams: false }, faults: () => faults.shift() });
  await Promise.all(["U1", "U2", "U3", "U4"].map((user) => app.discord.ask({ user, text: "hello" })));
  // The time of the limit is that of the clock, and passes no faster.
  const pumping = setInterval(() => void app.pump(), 200);
  try {
    await eventually(() => app.discord.answers().length === 4);
  } finally {
    clearInterval(pumping);
  }
  // The one that was limited was sent twice; those behind it waited.
  assert.ok(app.discord.calls.length <= 6, app.discord.calls.join("\n"));
});

Deno.test("V3: while Discord blocks the address for a time, nothing is sent", async () => {
  const faults: (DiscordFault | undefined)[] = ["blocked"];
  await using app = new DiscordApp({ channel: { streams: false }, faults: () => faults.shift() });
  await app.discord.ask({ user: "U1", text: "hello" });
  await eventually(() => app.discord.calls.length === 1);
  // Discord complains of a call before its time.
  await Promise.all(["U2", "U3"].map((user) => app.discord.ask({ user, text: "hello" })));
  const pumping = setInterval(() => void app.pump(), 200);
  try {
    await eventually(() => app.discord.answers().length === 3);
  } finally {
    clearInterval(pumping);
  }
  assert.deepEqual(app.discord.complaints, []);
});

Deno.test("V3: an answer that is refused because of the address it comes from is sent later", async () => {
  const faults: (DiscordFault | undefined)[] = ["network"];
  await using app = new DiscordApp({ channel: { streams: false }, faults: () => faults.shift() });
  await app.discord.ask({ text: "hello" });
  await app.idle();
  await app.pump();
  await eventually(() => app.discord.answers().length > 0);
  await app.idle();
  assert.deepEqual([app.discord.answers(), app.discord.calls.length], [["It is blue."], 2]);
});

Deno.test("V3: an answer grows in the message of Discord whose post was lost, and a second one stands nowhere", async () => {
  const text = Array.from({ length: 40 }, (_, index) => `Word${index}`).join(" ");
  for (const fault of ["lost", "failed"] as const) {
    const faults: (DiscordFault | undefined)[] = [fault];
    const provider = createScriptedProvider({ script: scenario().says(text), chunkMs: 30, sleep });
    await using app = new DiscordApp({ provider, faults: () => faults.shift() });
    await app.discord.ask({ text: "write slowly" });
    await eventually(() => app.discord.answers().includes(text));
    await app.idle();
    assert.deepEqual([app.discord.answers(), faults], [[text], []]);
  }
});

Deno.test("V3: an answer grows in one message of Discord, and a long one is several, each within the limit", async () => {
  const text = Array.from({ length: 40 }, (_, index) => `Word${index}`).join(" ");
  {
    const provider = createScriptedProvider({ script: scenario().says(text), chunkMs: 60, sleep });
    await using app = new DiscordApp({ provider });
    await app.discord.ask({ text: "write slowly" });
    await eventually(() => app.discord.answers().some((answer) => answer.endsWith(" …")));
    await app.idle();
    assert.deepEqual(app.discord.answers(), [text]);
  }
  const paragraphs = Array.from({ length: 200 }, (_, index) => `Paragraph ${index}: ${"word ".repeat(8)}`);
  await using app = new DiscordApp({ script: scenario().says(paragraphs.join("\n\n")) });
  await app.discord.ask({ text: "write much" });
  await app.idle();
  assert.ok(app.discord.answers().length >= 5);
  const wordsIn = (texts: readonly string[]) => texts.join(" ").trim().split(/\s+/);
  assert.deepEqual(wordsIn(app.discord.answers()), wordsIn(paragraphs));
});

Deno.test("V3: an answer that Discord does not take is logged, and not sent again and again", async () => {
  await using app = new DiscordApp();
  app.discord.closed.add("C1");
  await app.discord.ask({ text: "hello" });
  await app.idle();
  assert.deepEqual(app.discord.calls, ["POST channels/C1/messages"]);
  assert.ok(app.logs.some((line) => line.includes("403 Missing Permissions (50013)")));
  assert.ok(!app.logs.join("\n").includes("token-of-"));
});

Deno.test("V3: a call is approved in Discord by a person who may decide, and by no other", async () => {
  await using app = new DiscordApp({
    channel: { deciders: ["U2"] },
    tools: [refund],
    script: scenario().calls("refund", { order: "7" }).next().says("Done."),
  });
  await app.discord.ask({ text: "refund order 7" });
  await app.idle();
  const [card] = app.discord.posts();
  assert.ok(card !== undefined);
  assert.match(card.content, /^\*\*refund\*\* waits for an approval[^]*"order": "7"/);
  const refused = await app.discord.send(app.discord.click(card, "Approve", "U1"));
  assert.deepEqual(JSON.parse(refused.body), { type: 6 });
  await app.idle();
  assert.deepEqual(app.discord.notes.map(({ content }) => content), ["You may not decide about this call."]);
  const click = app.discord.click(card, "Approve", "U2");
  await Promise.all([click, click].map((body) => app.discord.send(body)));
  await app.idle();
  assert.deepEqual([app.discord.answers().length, app.discord.answers().at(-1)], [2, "Done."]);
  assert.deepEqual(buttonsOf(card), []);
  assert.match(card.content, /Approved by <@U2>\.$/);
  const { entries } = await app.acme.history("discord.C1.U1");
  const [tool] = entries.filter((entry) => entry.type === "tool");
  assert.deepEqual(tool?.approval?.decisions.map(({ by, approved }) => [by, approved]), [[
    "discord:U2",
    true,
  ]]);
  assert.deepEqual(app.discord.complaints, []);
});

Deno.test("V3: a call whose arguments do not fit into a message of Discord is decided elsewhere", async () => {
  await using app = new DiscordApp({
    channel: { deciders: ["U2"] },
    tools: [refund],
    script: scenario().calls("refund", { order: "7".repeat(1_500) }).next().says("Done."),
  });
  await app.discord.ask({ text: "refund" });
  await app.idle();
  const [card] = app.discord.posts();
  assert.ok(card !== undefined && buttonsOf(card).length === 0);
  assert.match(card.content, /\(cut\)\n```\n_It is decided in the inbox of the deployment\._$/);
});

Deno.test("V3: arguments of a call leave no block of code in Discord, and do not turn the direction of what is read", async () => {
  const order = "```[good](https://evil.example) ||hidden|| \u202e7";
  await using app = new DiscordApp({
    channel: { deciders: ["U2"] },
    tools: [refund],
    script: scenario().calls("refund", { order }).next().says("Done."),
  });
  await app.discord.ask({ text: "refund" });
  await app.idle();
  const [card] = app.discord.posts();
  // Discord ends a block of code at the first three marks, however many have begun it.
  const [, json = "", behind] = card?.content.split("```") ?? [];
  assert.deepEqual([JSON.parse(json), behind], [{ order }, ""]);
  assert.ok(!json.includes("\u202e"));
});

Deno.test("V3: a question in Discord that is longer than a message is cut, and answered by the next command, once", async () => {
  await using app = new DiscordApp({
    tools: [ask],
    script: scenario().calls("ask_user", { question: `Which colour? ${"word ".repeat(500)}` }).next()
      .says("Blue it is."),
  });
  const first = app.discord.command({ text: "paint it" }).body;
  await app.discord.send(first);
  await app.idle();
  await app.discord.send(first);
  await app.idle();
  assert.match(app.discord.answers().join(), /^Which colour\? [^]*\n\(cut\)$/);
  const answer = app.discord.command({ text: "blue" }).body;
  for (const body of [answer, answer]) {
    await app.discord.send(body);
    await app.idle();
  }
  const { entries } = await app.acme.history("discord.C1.U1");
  assert.deepEqual(entries.flatMap((entry) => entry.type === "tool" ? [entry.output] : []), ["blue"]);
  assert.equal(app.discord.answers().at(-1), "Blue it is.");
});

Deno.test("V3: attachments of Discord are media of the input, and come from its hosts alone", async () => {
  await using app = new DiscordApp({ script: scenario().says("It is blue.").next().says("Is it?") });
  app.discord.files.set("F1", { type: "image/png; charset=binary", bytes: PNG_BYTES });
  await app.discord.ask({ text: "what is this?", files: ["F1"] });
  await app.idle();
  const { body } = app.discord.command({ files: ["F1"] });
  await app.discord.send(body.replace(`${app.discord.origin}/attachments`, "https://example.com"));
  await app.idle();
  const { entries: [first, , second] } = await app.acme.history("discord.C1.U1");
  assert.ok(first?.type === "user" && second?.type === "user");
  const [, image] = first.parts ?? [];
  assert.ok(image?.type === "image");
  assert.deepEqual([image.mediaType, image.name, image.bytes], ["image/png", "F1.png", PNG_BYTES.length]);
  assert.match(second.text, /^\[file F1\.png \(image\/png\) is missing: it could not be loaded\]$/);
});

Deno.test("V3: an answer that grows beyond one message, and what a command shows, have whole letters", async () => {
  const text = `x${LETTER.repeat(1_500)}`;
  const script = scenario().says(`${text}${" end".repeat(80)}`);
  const provider = createScriptedProvider({ script, chunkMs: 15, sleep });
  await using app = new DiscordApp({ provider });
  for (const shown of [LETTER.repeat(1_000), `x${LETTER.repeat(1_000)}`]) {
    await app.discord.ask({ channel: "C2", text: shown });
  }
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

Deno.test("V3: a command in a thread of Discord brings what no other one has read there, and without the intent nothing", async () => {
  await using app = new DiscordApp({ channel: { shared: true } });
  const { discord } = app;
  const at = { channel: "T1", kind: 11 };
  const begin = { id: "5", author: { id: "U3", username: "cid" }, content: "It is down.", attachments: [] };
  discord.say("U3", "", { ...at, more: { type: 21, referenced_message: begin } });
  discord.say("U9", "joined", { ...at, more: { type: 7 } });
  discord.say("B7", "5xx", { ...at, bot: true });
  const ask = async (text: string, user = "U1") => {
    await discord.ask({ ...at, user, text });
    await app.idle();
  };
  await ask("what is wrong here?");
  const seen = discord.say("U2", "Since Monday.", at);
  await ask("and now?", "U2");
  await ask("and then?");
  const { body } = discord.command({ ...at, on: { name: "Explain", message: seen } });
  await discord.send(body);
  await app.idle();
  discord.hidesContent = true;
  discord.say("U2", "Secret.", at);
  await ask("the end?");
  assert.deepEqual(await inputsOf(app, "discord.T1"), [
    `<@U1>: what is wrong here?\n\n${HEAD}\n\n<@U3>:\n> It is down.\n\nb7 (an app):\n> 5xx`,
    `<@U2>: and now?\n\n${HEAD}\n\n<@U2>:\n> Since Monday.`,
    "<@U1>: and then?",
    `<@U1>: Explain\n\n${HEAD}\n\n<@U2>:\n> Since Monday.`,
    "<@U1>: the end?",
  ]);
  assert.equal(discord.calls.filter((call) => call === "GET channels/T1/messages").length, 5);
});
