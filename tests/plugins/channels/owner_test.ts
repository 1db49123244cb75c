// Row V3: a conversation tells the thread of its person alone, whoever has made another one with its id; and its person hears of a run that ends
// without words, that it has ended.

import assert from "node:assert/strict";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { scenario } from "../../../src/providers/scripted/scenario.ts";
import { createScriptedProvider } from "../../../src/providers/scripted/provider.ts";
import { approvals } from "../../../src/plugins/approvals/mod.ts";
import { deferredCalls } from "../../../src/plugins/deferred_calls/mod.ts";
import { chat } from "../../../src/plugins/chat/mod.ts";
import { forks } from "../../../src/plugins/forks/mod.ts";
import { createTreadle } from "../../../src/treadle/create_treadle.ts";
import { writeDecision } from "../../../src/plugins/channels/incoming_fields.ts";
import { ask, BOT, DiscordApp, GENERAL, GitHubApp, PRIVATE, refund, SlackApp, TelegramApp } from "./_app.ts";
import { sleep } from "../../../src/deps/ports.ts";
import { eventually } from "../../support/eventually.ts";
import { LOGIN } from "../../support/github/server.ts";

const KEY = "key-of-acme-0123456789";
const THREAD = `telegram.${PRIVATE}`;
const SECRETS = { TREADLE_TOKEN_SECRETS: "a-secret-of-the-test-of-32-characters" };

/** Runs the thread of the conversation for somebody else, in a deployment on the same store that has no channels. */
async function occupy({ store }: TelegramApp, user: string | undefined): Promise<void> {
  const script = scenario().calls("refund", { order: "7" }).next().says("Done.");
  const other = createTreadle({
    agents: [defineAgent({ name: "support", model: "scripted/any", tools: [refund] })],
    store,
    env: { TREADLE_API_KEYS: `acme:${KEY}` },
    providers: [createScriptedProvider({ script })],
    plugins: [approvals()],
    log: () => {},
  });
  const acme = other.as(user === undefined ? { tenant: "acme" } : { tenant: "acme", user });
  const { thread } = await acme.run(THREAD, "my secret order 7");
  assert.equal(thread.status, "waiting");
}

for (const user of ["ann", undefined]) {
  Deno.test(`V3: nothing of a thread of ${user ?? "no user"} is told to the person whose conversation has its id, nor decided there`, async () => {
    await using app = new TelegramApp({ tools: [refund], channel: { deciders: [String(PRIVATE)] } });
    await occupy(app, user);
    await app.telegram.say({ chat: PRIVATE, text: "hello" });
    await app.idle();
    await app.pump();
    await app.idle();
    const posts = app.telegram.posts(PRIVATE).map(({ text }) => text);
    assert.doesNotMatch(JSON.stringify(posts), /secret|refund|order/);
    assert.match(JSON.stringify(posts), /I cannot take this message/);
    const { calls: [call], length } = await app.acme.thread(THREAD);
    assert.deepEqual([call?.state, length], ["approval", 2]);
    // A card that was shown of a thread before says nothing about a call of this one.
    const kept = await app.store.readDefinition("acme", "conversation", THREAD) ??
      assert.fail("it has begun");
    const conversation = JSON.parse(kept);
    conversation.cards[call?.id ?? ""] = { id: "99", digest: call?.approval?.digest, text: "refund" };
    await app.store.putDefinition(
      "acme",
      "conversation",
      THREAD,
      JSON.stringify(conversation),
      kept,
    );
    const approve = { text: "Approve", callback_data: writeDecision(true, call?.id ?? "") };
    const chat = { id: PRIVATE, type: "private" } as const;
    const card = {
      message_id: 99,
      chat,
      date: 0,
      text: "refund",
      from: app.telegram.chats.bot,
      reply_markup: { inline_keyboard: [[approve]] },
    };
    await app.telegram.click(card, "Approve", PRIVATE);
    await app.idle();
    assert.equal((await app.acme.thread(THREAD)).calls[0]?.state, "approval");
  });
}

for (const user of ["ann", undefined]) {
  Deno.test(`V3: what comes of a thread of ${user ?? "no user"} in the place of a conversation's is not told in the conversation`, async () => {
    const script = scenario().says("It is blue.").next().says("The secret is out.");
    await using app = new TelegramApp({ tools: [refund], script });
    await occupy(app, user);
    await app.telegram.say({ chat: PRIVATE, text: "hello" });
    await app.idle();
    // What a run of this deployment comes to is due to be told.
    assert.equal((await app.acme.run(THREAD, "go on")).output, "The secret is out.");
    await app.pump();
    await eventually(async () => (await app.store.listDefinitions("acme", "channel")).length === 0);
    const [answer = "", ...others] = app.telegram.answers(PRIVATE);
    assert.match(answer, /I cannot take this message/);
    assert.deepEqual(others, []);
  });
}

Deno.test("V3: an app's user has no thread of a channel, and is none of its people", async () => {
  await using app = new TelegramApp({ env: SECRETS, doors: [chat(), forks()] });
  const { url } = app;
  const send = (path: string, body: object, key = KEY) =>
    fetch(new URL(path, url), {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const refused = async (response: Response) => {
    const { code, detail } = await response.json();
    return [response.status, code, /channel telegram/.test(detail)];
  };
  const minted = await send("/v1/tokens", { user: "ann", agents: ["support"], scopes: ["run", "read"] });
  const { token } = await minted.json();
  const FORBIDDEN = [403, "forbidden", true];
  const message = { id: "m1", role: "user", parts: [{ type: "text", text: "hello" }] };
  for (const key of [token, KEY]) {
    const user = key === KEY ? { user: "ann" } : {};
    const steps = await send(
      `/v1/threads/${THREAD}/steps`,
      { agent: "support", input: "hello", ...user },
      key,
    );
    assert.deepEqual(await refused(steps), FORBIDDEN);
  }
  const said = await send(
    "/api/chat/support",
    { id: THREAD, messages: [message], trigger: "submit-message" },
    token,
  );
  assert.deepEqual(await refused(said), FORBIDDEN);
  for (const body of [{ id: THREAD, user: "ann" }, { id: "t1", user: `telegram:${PRIVATE}` }]) {
    assert.deepEqual(await refused(await send("/v1/threads", { agent: "support", ...body })), FORBIDDEN);
  }
  const grants = { agents: ["support"], scopes: ["run", "read"] };
  for (const person of [{ user: `telegram:${PRIVATE}` }, { by: `telegram:${PRIVATE}` }]) {
    assert.deepEqual(await refused(await send("/v1/tokens", { ...grants, ...person })), FORBIDDEN);
  }
  // A token without a user has threads of its own all the same.
  const { token: visitor } = await (await send("/v1/tokens", { ...grants, by: "visitor" })).json();
  const asked = { agent: "support", input: "hello" };
  assert.deepEqual(await refused(await send(`/v1/threads/${THREAD}/steps`, asked, visitor)), FORBIDDEN);
  assert.deepEqual(
    await refused(await send("/v1/threads", { id: THREAD, agent: "support" }, visitor)),
    FORBIDDEN,
  );
  assert.equal((await send("/v1/threads/mine/steps", asked, token)).status, 200);
  assert.deepEqual(await refused(await send("/v1/threads/mine/fork", { id: THREAD }, token)), FORBIDDEN);
  // A user of another name, a thread of the tenant without a user, and the person of the channel have theirs.
  assert.equal((await send("/v1/threads", { id: "t1", agent: "support", user: "telegram" })).status, 201);
  assert.equal(
    (await send(`/v1/threads/${THREAD}5/steps`, { agent: "support", input: "hello" })).status,
    200,
  );
  await app.telegram.say({ chat: PRIVATE, text: "hello" });
  await app.idle();
  assert.deepEqual(app.telegram.answers(PRIVATE), ["It is blue."]);
});

Deno.test("V3: a caller that the deployment authenticates as a person of a channel is refused", async () => {
  await using app = new TelegramApp({
    channel: { tenant: "acme" },
    authenticate: ({ headers }) => ({ tenant: "acme", user: headers.get("x-user") ?? "ann" }),
  });
  const list = (user: string) => fetch(new URL("/v1/threads", app.url), { headers: { "x-user": user } });
  for (const user of ["ann", "telegramm:1"]) {
    const response = await list(user);
    assert.equal(response.status, 200);
    await response.body?.cancel();
  }
  const response = await list(`telegram:${PRIVATE}`);
  assert.deepEqual([response.status, (await response.json()).code], [403, "forbidden"]);
});

Deno.test("V3: the result of a call that a conversation's run has gone on without is queued in its thread", async () => {
  const job = defineTool({
    name: "job",
    description: "Begins a job.",
    effect: "keyed",
    run: (_args, { defer }) => defer({ ref: "j1", expiresInMs: 3_600_000, detach: true }),
  });
  const script = scenario().calls("job").next().says("It has begun.");
  await using app = new TelegramApp({ tools: [job], script, doors: [deferredCalls()] });
  await app.telegram.say({ chat: PRIVATE, text: "start" });
  await app.idle();
  const { entries } = await app.acme.history(THREAD);
  const call = entries.find((entry) => entry.type === "tool") ?? assert.fail();
  const given = await app.acme.completeCall(THREAD, call.callId, { output: 42 });
  assert.deepEqual([given.status, (await app.acme.thread(THREAD)).waiting], ["queued", 1]);
});

Deno.test("V3: a message answers no question of a thread that is another's", async () => {
  await using app = new TelegramApp({ tools: [ask] });
  const script = scenario().calls(ask.name, { question: "Your PIN?" }).next().says("Done.");
  const other = createTreadle({
    agents: [defineAgent({ name: "support", model: "scripted/any", tools: [ask] })],
    store: app.store,
    env: { TREADLE_API_KEYS: `acme:${KEY}` },
    providers: [createScriptedProvider({ script })],
    plugins: [approvals()],
    log: () => {},
  });
  await other.as({ tenant: "acme", user: "ann" }).run(THREAD, "begin");
  await app.telegram.say({ chat: PRIVATE, text: "hello" });
  await app.idle();
  const { calls: [call] } = await app.acme.thread(THREAD);
  const kept = await app.store.readDefinition("acme", "conversation", THREAD) ?? assert.fail("it has begun");
  const conversation = JSON.parse(kept);
  conversation.hasAsked = true;
  conversation.cards[call?.id ?? ""] = {
    id: "1",
    digest: call?.approval?.digest,
    text: "Your PIN?",
    asks: true,
  };
  await app.store.putDefinition("acme", "conversation", THREAD, JSON.stringify(conversation), kept);
  await app.telegram.say({ chat: PRIVATE, text: "4242" });
  await app.idle();
  const { calls: [asked] } = await app.acme.thread(THREAD);
  assert.deepEqual([asked?.state, asked?.approval?.decisions], [call?.state, call?.approval?.decisions]);
  assert.equal(asked?.state, "approval");
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
