// Row V3: who decides in a channel, about which call, and what strangers are told of it.

import assert from "node:assert/strict";
import type { Deciders } from "../../../src/plugins/channels/mod.ts";
import { scenario } from "../../../src/providers/scripted/scenario.ts";
import { LOGIN } from "../../support/github/server.ts";
import { ANN, BOB, BOT, GENERAL, GitHubApp, refund, SlackApp } from "./_app.ts";

const script = scenario().calls("refund", { order: "7" }).next().says("Done.");

/** An agent on GitHub whose call waits on issue 7, and the id of the call. */
async function askOnGitHub(deciders: Deciders | undefined, login = "octocat") {
  const app = new GitHubApp({ channel: { deciders }, tools: [refund], script });
  await app.github.deliver(app.github.comment(7, `@${LOGIN} refund order 7`, login));
  await app.idle();
  const { calls: [call] } = await app.acme.thread(app.thread(7));
  assert.equal(call?.state, "approval");
  return { app, call: call.id };
}

async function write(app: GitHubApp, body: string, login: string, issue = 7): Promise<void> {
  assert.equal(await app.github.deliver(app.github.comment(issue, body, login)), 200);
  await app.idle();
}

async function stateOf(app: GitHubApp): Promise<string | undefined> {
  return (await app.acme.thread(app.thread(7))).calls[0]?.state;
}

/** An answer that a function of JavaScript may give, whatever its type says. */
function untyped(text: string): () => boolean {
  return () => JSON.parse(text);
}

for (
  const [who, deciders] of [
    ["nobody, where there are none", undefined],
    ["no part of a name", ["hubo", "hubot2", "ubot", "hubot,", "Hubot hubot"]],
    ["no person for whom a function returns an object", untyped("{}")],
    ["no person for whom a function returns a text", untyped('"no"')],
    ["no person for whom a function returns 1", untyped("1")],
    ["no person for whom a function promises an object", () => Promise.resolve(untyped("[]")())],
  ] as const
) {
  Deno.test(`V3: who may decide in a channel: ${who}`, async () => {
    const { app: opened, call } = await askOnGitHub(deciders);
    await using app = opened;
    await write(app, `/approve ${call}`, "hubot");
    await write(app, `/deny ${call}`, "octocat");
    assert.equal(await stateOf(app), "approval");
    assert.match(app.github.answers(7).at(-1) ?? "", /^@octocat You may not decide/);
  });
}

for (const action of ["treadle_approve", "treadle_deny"]) {
  Deno.test(`V3: a click decides about the arguments that its message has shown, and about no others: ${action}`, async () => {
    await using app = new SlackApp({ channel: { deciders: [BOB] }, tools: [refund], script });
    const message = await app.slack.say({ channel: GENERAL, text: `${BOT} refund order 7` });
    await app.idle();
    const [card] = app.slack.workspace.answersIn(GENERAL, message.ts);
    assert.ok(card !== undefined);
    const thread = app.thread(message);
    const text = await app.store.readDefinition("acme", "conversation", thread) ??
      assert.fail("it has begun");
    const shown = JSON.parse(text);
    const [[id = "", kept] = []] = Object.entries<object>(shown.cards);
    const withDigest = (digest: string) =>
      JSON.stringify({ ...shown, cards: { [id]: { ...kept, digest, text: "x" } } });
    // The message has shown other arguments than the call has.
    const other = withDigest("0".repeat(64));
    assert.ok(await app.store.putDefinition("acme", "conversation", thread, other, text));
    await app.slack.click(GENERAL, { ...card }, { action, user: BOB });
    const { calls: [call] } = await app.acme.thread(thread);
    assert.deepEqual([call?.state, call?.approval?.decisions], ["approval", []]);
    await app.idle();
    assert.deepEqual(app.slack.workspace.whispers.map(({ user, text }) => [user, text])[0], [
      BOB,
      "This call has other arguments by now.",
    ]);
  });
}

Deno.test("V3: a stranger who decides on an issue without a conversation is not answered, however often", async () => {
  await using app = new GitHubApp({ channel: { deciders: ["hubot"] } });
  const call = `call_${"0".repeat(20)}`;
  for (let time = 0; time < 4; time++) await write(app, `/approve ${call}`, "mallory");
  await write(app, `/approve ${call}`, "hubot");
  assert.deepEqual(app.github.answers(7), []);
  assert.deepEqual(app.github.methods, []);
  assert.deepEqual(await app.store.listDefinitions("acme", "channel_told"), []);
});

Deno.test("V3: who may not decide is told so once for a call, and nothing of a call that waits for nobody there", async () => {
  const { app: opened, call } = await askOnGitHub(["hubot"]);
  await using app = opened;
  const made = `call_${"0".repeat(20)}`;
  for (let time = 0; time < 4; time++) {
    for (const login of ["mallory", "trudy"]) {
      await write(app, `/approve ${call}`, login);
      await write(app, `/approve ${made}`, login);
      await write(app, `/deny ${call}`, login, 8);
    }
  }
  const told = (issue: number) => app.github.answers(issue).filter((text) => text.startsWith("@"));
  const refused = (login: string) => `@${login} You may not decide about this call.`;
  assert.deepEqual([told(7), told(8)], [[refused("mallory"), refused("trudy")], []]);
  assert.equal(await stateOf(app), "approval");
  await write(app, `/approve ${call}`, "hubot");
  await write(app, `/approve ${call}`, "mallory");
  assert.equal(app.github.answers(7).at(-1), "Done.");
});

Deno.test("V3: a line of its own decides on GitHub, whatever stands around it", async () => {
  const cases: readonly (readonly [body: (call: string) => string, outcome: string])[] = [
    [(call) => `Looks good.\r\n\r\n/approve ${call}\r\n\r\nThanks!`, "approved"],
    [(call) => `  /deny ${call}  \n`, "denied"],
    [(call) => `/approve ${call}\n/deny ${call}`, "denied"],
    [(call) => `/approve call_${"0".repeat(20)}\n> /deny ${call}\n/approve ${call}`, "approved"],
    [(call) => `Looks good. /approve ${call}`, "waits"],
    [(call) => `Write /approve ${call} to approve.`, "waits"],
    [(call) => `> /approve ${call}`, "waits"],
    [(call) => `\`\`\`\n/approve ${call}\n\`\`\``, "waits"],
    [(call) => `\`so\` /approve ${call}`, "waits"],
    [(call) => `<!--\n/approve ${call}\n-->`, "waits"],
    [(call) => `/approve ${call} please`, "waits"],
  ];
  await Promise.all(cases.map(async ([body, expected]) => {
    const { app: opened, call } = await askOnGitHub(["hubot"]);
    await using app = opened;
    await write(app, body(call), "hubot");
    const { entries } = await app.acme.history(app.thread(7));
    const [outcome = "waits"] = entries.flatMap((entry) =>
      entry.type === "tool" ? [entry.approval?.outcome ?? ""] : []
    );
    assert.equal(outcome, expected, body(call));
  }));
});

Deno.test("V3: a comment that decides and mentions the account does both", async () => {
  const { app: opened, call } = await askOnGitHub(["octocat"]);
  await using app = opened;
  await write(app, `/approve ${call}\n\n@${LOGIN} and tell me the sum.`, "octocat");
  const { entries } = await app.acme.history(app.thread(7));
  assert.deepEqual(entries.flatMap((entry) => entry.type === "tool" ? [entry.approval?.outcome] : []), [
    "approved",
  ]);
  const inputs = entries.flatMap((entry) => entry.type === "user" ? [entry.text] : []);
  assert.equal(inputs.length, 2);
  assert.match(inputs[1] ?? "", /and tell me the sum\.$/);
});

Deno.test("V3: in Slack another app's mention is no message", async () => {
  await using app = new SlackApp();
  const message = { ts: app.slack.workspace.nextTs(), user: ANN, text: `${BOT} hello` };
  const other = { ...message, bot_id: "B0OTHER" };
  await app.slack.deliver(app.slack.mentionOf(GENERAL, other));
  await app.slack.deliver(app.slack.mentionOf(GENERAL, { ...other, user: "U0OTHERBOT" }));
  await app.idle();
  assert.deepEqual((await app.acme.threads()).threads, []);
  app.slack.workspace.channels.get(GENERAL)?.push(message);
  await app.slack.deliver(app.slack.mentionOf(GENERAL, message));
  await app.idle();
  assert.deepEqual(app.answers(message), ["It is blue."]);
});
