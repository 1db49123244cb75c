// Row V3: limits of platforms are waited for, and what they have refused is not searched for.

import assert from "node:assert/strict";
import { sleep } from "../../../../src/deps/ports.ts";
import { createScriptedProvider } from "../../../../src/providers/scripted/provider.ts";
import { scenario } from "../../../../src/providers/scripted/scenario.ts";
import { isSearch } from "../../../support/lives.ts";
import { eventually } from "../../../support/eventually.ts";
import { faultsOfAnswers, type GitHubFault, LOGIN } from "../../../support/github/server.ts";
import type { SlackFault } from "../../../support/slack/server.ts";
import { wordsOf } from "../../../support/slack/workspace.ts";
import {
  ANN,
  BOB,
  BOT,
  clockFaster,
  FASTER,
  GENERAL,
  GitHubApp,
  SlackApp,
} from "../../../plugins/channels/_app.ts";

/** In the search as many as a busy channel has at once. */
const QUESTIONS = isSearch() ? 30 : 8;

for (const streams of [true, false]) {
  Deno.test(`B3, V3: ${QUESTIONS} questions at once in a channel are answered in about the time that its limit takes (streams: ${streams})`, async () => {
    await using app = new SlackApp({
      channel: { streams },
      postEveryMs: 1_000 / FASTER,
      clock: clockFaster(),
    });
    const began = performance.now();
    const messages = await Promise.all(
      Array.from(
        { length: QUESTIONS },
        (_, index) => app.slack.say({ channel: GENERAL, text: `${BOT} hello ${index}` }),
      ),
    );
    const open = () => messages.filter((message) => app.answers(message).length === 0).length;
    await eventually(() => open() === 0, open);
    const seconds = (performance.now() - began) * FASTER / 1_000;
    await app.idle();
    for (const message of messages) assert.deepEqual(app.answers(message), ["It is blue."]);
    // A second of the machine is twenty of the deployment, and the first answers take one.
    assert.ok(seconds < 2 * QUESTIONS + 60, `${seconds} s`);
    assert.deepEqual(app.slack.calls.filter((name) => name === "conversations.replies"), []);
    assert.ok(app.slack.calls.length < 5 * QUESTIONS, String(app.slack.calls.length));
  });
}

Deno.test("V3: on GitHub a comment that a limit has refused is not searched for, and one whose response was lost is", async () => {
  const faults: (GitHubFault | undefined)[] = ["limited", "limited", undefined, "lost"];
  await using app = new GitHubApp({
    channel: { streams: false },
    clock: clockFaster(),
    faults: faultsOfAnswers(faults),
  });
  await app.github.deliver(app.github.comment(1, `@${LOGIN} hello`));
  await eventually(() => app.github.answers(1).length === 1);
  assert.deepEqual(app.github.methods, ["GET", "POST", "POST", "POST"]);
  await app.github.deliver(app.github.comment(2, `@${LOGIN} hello`));
  await app.idle();
  assert.deepEqual(app.github.methods.slice(4), ["GET", "POST", "GET"]);
  assert.deepEqual([app.github.answers(1), app.github.answers(2)], [["It is blue."], ["It is blue."]]);
});

Deno.test("V3: a post that was lost is searched for also where a limit has refused the next attempt", async () => {
  const posts: (SlackFault | undefined)[] = ["failed", "limited", "lost"];
  await using app = new SlackApp({
    channel: { streams: false },
    faults: (method) => method === "chat.postMessage" ? posts.shift() : undefined,
  });
  const message = await app.slack.say({ channel: GENERAL, text: `${BOT} hello` });
  await app.idle();
  assert.deepEqual(app.answers(message), ["It is blue."]);
  const [post, search] = ["chat.postMessage", "conversations.replies"];
  assert.deepEqual(app.slack.calls, [post, search, post, search, post, search]);
});

Deno.test("V3: an answer goes on growing behind a limit of its platform", async () => {
  const text = Array.from({ length: 30 }, (_, index) => `Word${index}`).join(" ");
  const provider = createScriptedProvider({ script: scenario().says(text), chunkMs: 40, sleep });
  const limited = ["chat.postMessage", "chat.update"];
  await using app = new SlackApp({
    provider,
    clock: clockFaster(),
    faults(method) {
      if (method !== limited[0]) return undefined;
      limited.shift();
      return "limited";
    },
  });
  const message = await app.slack.say({ channel: GENERAL, text: `${BOT} write slowly` });
  const grown = new Set<string>();
  await eventually(() => {
    const [answer = ""] = app.answers(message);
    if (answer.endsWith(" …")) grown.add(answer);
    return answer === text;
  });
  await app.idle();
  assert.ok(grown.size >= 2, [...grown].join("\n"));
  const [answer, ...others] = app.slack.workspace.answersIn(GENERAL, message.ts);
  assert.deepEqual([answer && wordsOf(answer), others.length], [text, 0]);
  assert.deepEqual(limited, []);
});

/** What is asked of the thread of a message, without what stands before. */
async function questionsOf(app: SlackApp, thread: string): Promise<string[]> {
  const { entries } = await app.acme.history(thread);
  return entries.flatMap((entry) => entry.type === "user" ? [entry.text.split("\n\n[What")[0] ?? ""] : []);
}

Deno.test("V3: a limit while Slack lists what stands between two mentions loses no question and keeps their order", async () => {
  const lists: (SlackFault | undefined)[] = [];
  await using app = new SlackApp({
    clock: clockFaster(),
    faults: (method) => method === "conversations.replies" ? lists.shift() : undefined,
  });
  const root = await app.slack.say({ channel: GENERAL, text: `${BOT} one` });
  await app.idle();
  const reply = (text: string, user = ANN) =>
    app.slack.say({ channel: GENERAL, user, text, threadTs: root.ts });
  await reply("The disk is full.", BOB);
  lists.push("limited");
  await reply(`${BOT} two`);
  await reply("Half of it.", BOB);
  await reply(`${BOT} three`);
  const thread = app.thread(root);
  await eventually(async () => {
    await app.idle();
    await app.pump();
    return (await questionsOf(app, thread)).length === 3;
  });
  assert.deepEqual(await questionsOf(app, thread), ["one", "two", "three"]);
  const { entries } = await app.acme.history(thread);
  const [, two, three] = entries.flatMap((entry) => entry.type === "user" ? [entry.text] : []);
  assert.match(two ?? "", /\n\n<@U0BOB>:\n> The disk is full\.$/);
  assert.match(three ?? "", /\n\n<@U0BOB>:\n> Half of it\.$/);
  assert.deepEqual(lists, []);
});
