// Public bug reports of what Slack, Telegram and GitHub send again, edit, or send while a store is away.

import assert from "node:assert/strict";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { AgentError } from "../../../src/core/error.ts";
import { ModelError } from "../../../src/core/model/model_error.ts";
import type { ModelRequest, Provider } from "../../../src/core/model/provider.ts";
import type { Execution } from "../../../src/core/tool_choice.ts";
import { slack, telegram } from "../../../src/plugins/channels/mod.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { BOT, GENERAL, GitHubApp, PRIVATE, SlackApp } from "../../plugins/channels/_app.ts";
import { LOGIN } from "../../support/github/server.ts";
import { type Reply, testModel } from "../../support/model.ts";
import { BOT_TOKEN as SLACK_TOKEN, SIGNING_SECRET, SlackServer } from "../../support/slack/server.ts";
import { wordsOf } from "../../support/slack/workspace.ts";
import { BOT_TOKEN, TelegramServer, WEBHOOK_SECRET } from "../../support/telegram/server.ts";
import { type Isolate, serveIsolate } from "./_isolate.ts";
import { reports } from "./_report.ts";

const JSON_BODY = { "content-type": "application/json" };

/** A model of the name that the agents ask for. */
function modelOf(reply: (request: ModelRequest, index: number) => Reply) {
  return testModel(reply, { name: "scripted" });
}

/** The model answers when it is let go on. */
function gated(provider: Provider) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const held: Provider = {
    ...provider,
    async stream(request, io) {
      await promise;
      return await provider.stream(request, io);
    },
  };
  return { provider: held, release: resolve };
}

reports<{ headers: Record<string, string>; body: { event_id: string; event: { text: string } } }>(
  "agno-10073",
  "an event that comes first as a retry runs, and its next retry does not",
  async ({ headers, body: { event_id, event } }) => {
    await using app = new SlackApp();
    const { message } = app.slack.write({ channel: GENERAL, text: `${BOT} ${event.text}` });
    const body = JSON.stringify({ ...app.slack.mentionOf(GENERAL, message), event_id });
    for (const number of [headers["x-slack-retry-num"], "2"]) {
      const retry = { ...headers, "x-slack-retry-num": number ?? assert.fail() };
      assert.equal((await app.slack.send(body, { ...JSON_BODY, ...retry })).status, 200);
      await app.idle();
    }
    assert.deepEqual(app.answers(message), ["It is blue."]);
    const { entries } = await app.acme.history(app.thread(message));
    assert.deepEqual(entries.map(({ type }) => type), ["user", "assistant"]);
  },
);

reports<{ deliveries: number; event_id: string; concurrent: boolean }>(
  "vm0-8773",
  "one event that comes three times to two isolates is one run and one answer, also where it fails",
  async ({ deliveries, event_id, concurrent }) => {
    assert.ok(concurrent);
    for (const fails of [false, true]) {
      await using server = new SlackServer();
      const store = createMemoryStore();
      const model = modelOf(() =>
        fails ? { fails: new ModelError("model_invalid_request", "It is gone.") } : { says: "Once." }
      );
      const { provider, release } = gated(model.provider);
      const env = {
        SLACK_BOT_TOKEN: SLACK_TOKEN,
        SLACK_SIGNING_SECRET: SIGNING_SECRET,
        SLACK_API_URL: server.apiUrl,
      };
      const channel = slack({ agent: "support", streams: false });
      await using one = serveIsolate({ channel, env, store, provider });
      await using other = serveIsolate({ channel, env, store, provider });
      const { message } = server.write({ channel: GENERAL, text: `${BOT} hi` });
      const body = JSON.stringify({ ...server.mentionOf(GENERAL, message), event_id });
      const sent = await Promise.all(
        Array.from({ length: deliveries }, (_, number) => {
          server.appUrl = (number % 2 === 0 ? one : other).url;
          return server.send(body, JSON_BODY);
        }),
      );
      assert.deepEqual(sent.map(({ status }) => status), Array(deliveries).fill(200));
      assert.deepEqual([server.complaints, model.requests.length], [[], 0], "answered before the model is");
      release();
      await Promise.all([one.idle(), other.idle()]);
      const answers = server.workspace.answersIn(GENERAL, message.ts).map(wordsOf);
      assert.equal(answers.length, 1, JSON.stringify(answers));
      if (!fails) assert.deepEqual(answers, ["Once."]);
      assert.equal(model.requests.length, 1);
      const { entries } = await one.acme.history(`slack.${server.workspace.team}.${GENERAL}.${message.ts}`);
      assert.equal(entries.filter(({ type }) => type === "user").length, 1);
    }
  },
);

/** A bot of Telegram in an isolate. */
function openTelegram(
  server: TelegramServer,
  options: Omit<Parameters<typeof serveIsolate>[0], "channel" | "env">,
): Isolate {
  server.chats.chats.set(PRIVATE, { id: PRIVATE, type: "private" });
  const env = {
    TELEGRAM_BOT_TOKEN: BOT_TOKEN,
    TELEGRAM_WEBHOOK_SECRET: WEBHOOK_SECRET,
    TELEGRAM_API_URL: server.apiUrl,
  };
  const isolate = serveIsolate({
    ...options,
    env,
    channel: telegram({ agent: "support", username: server.chats.username, streams: false }),
  });
  server.appUrl = isolate.url;
  return isolate;
}

reports<{ update: { update_id: number; message: { text: string } }; variant: string }>(
  "vercel-chat-799",
  "an update that comes twice at once runs once, and one that the store could not take is refused and runs later",
  async ({ update: { update_id, message: { text } }, variant }) => {
    assert.equal(variant, "store down");
    await using server = new TelegramServer();
    const model = modelOf(() => ({ says: "Once." }));
    let isDown = false;
    const memory = createMemoryStore();
    const away = () => Promise.reject(new AgentError("store_unavailable", "The store is away."));
    const store = new Proxy(memory, {
      get(target, property) {
        const member = Reflect.get(target, property);
        if (typeof member !== "function") return member;
        return isDown ? away : member.bind(target);
      },
    });
    await using isolate = openTelegram(server, { store, provider: model.provider });
    const bodyOf = (id: number) => {
      const { update } = server.write({ chat: PRIVATE, text });
      return JSON.stringify({ ...update, update_id: id });
    };
    const twice = bodyOf(update_id);
    const statuses = await Promise.all([twice, twice].map((body) => server.send(body, WEBHOOK_SECRET)));
    assert.deepEqual(statuses, [200, 200]);
    await isolate.idle();
    assert.deepEqual([server.answers(PRIVATE), model.requests.length], [["Once."], 1]);

    const next = bodyOf(update_id + 1);
    isDown = true;
    assert.ok(await server.send(next, WEBHOOK_SECRET) >= 500);
    await isolate.idle();
    isDown = false;
    assert.equal(await server.send(next, WEBHOOK_SECRET), 200);
    await isolate.idle();
    assert.deepEqual([server.answers(PRIVATE), model.requests.length], [["Once.", "Once."], 2]);
  },
);

reports<{ answer: string; tool: string }>(
  "ryos-1508",
  "a run that ends without a text is answered with 2xx, and its tool runs once however often the update comes",
  async ({ answer, tool }) => {
    const [, name = ""] = /^(\w+) \(once\)$/.exec(tool) ?? [];
    for (const execution of ["execute", "loop"] satisfies Execution[]) {
      let ran = 0;
      const write = defineTool({ name, description: "Writes.", effect: "once", run: () => void ran++ });
      const model = modelOf((_, index) => index === 0 ? { calls: [name] } : { says: answer });
      await using server = new TelegramServer();
      const store = createMemoryStore();
      await using isolate = openTelegram(server, {
        store,
        provider: model.provider,
        tools: [write],
        execution,
      });
      const body = JSON.stringify(server.write({ chat: PRIVATE, text: "write it" }).update);
      for (let delivery = 0; delivery < 3; delivery++) {
        assert.equal(await server.send(body, WEBHOOK_SECRET), 200);
        await isolate.idle();
      }
      assert.equal(ran, 1);
      assert.deepEqual(server.answers(PRIVATE), ["I have finished, without an answer in words."]);
      assert.equal((await isolate.acme.thread(`telegram.${PRIVATE}`)).status, "done");
    }
  },
);

reports<{ action: string; comment: { body: string }; changes: { body: { from: string } } }>(
  "inspect-flow-761",
  "an edit that adds the mention runs, once; one that keeps or removes it does not",
  async ({ action, comment, changes }) => {
    const named = (text: string) => text.replace("@agent", `@${LOGIN}`);
    const before = named(changes.body.from);
    const after = named(comment.body);
    await using app = new GitHubApp();
    await app.github.deliver(app.github.comment(7, before));
    await app.idle();
    assert.deepEqual(app.github.answers(7), []);
    const adds = app.github.edit(7, after);
    assert.equal(Object(adds).action, action);
    for (let delivery = 0; delivery < 2; delivery++) {
      assert.equal(await app.github.deliver(adds), 200);
      await app.idle();
      assert.deepEqual(app.github.answers(7), ["It is blue."]);
    }
    for (const body of [`${after} now`, before]) {
      assert.equal(await app.github.deliver(app.github.edit(7, body)), 200);
      await app.idle();
    }
    assert.deepEqual(app.github.answers(7), ["It is blue."]);
    const { entries } = await app.acme.history(app.thread(7));
    assert.deepEqual(entries.map(({ type }) => type), ["user", "assistant"]);
  },
);
