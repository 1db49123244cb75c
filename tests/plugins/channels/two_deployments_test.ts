// Row V3: two deployments on one store, each with a channel of its own: the pump of one finds what the other has to do.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { channels, telegram } from "../../../src/plugins/channels/mod.ts";
import { scenario } from "../../../src/providers/scripted/scenario.ts";
import { createTreadle } from "../../../src/treadle.ts";
import { eventually } from "../../support/eventually.ts";
import { BOT_TOKEN, WEBHOOK_SECRET } from "../../support/telegram/server.ts";
import type { Door } from "../../../src/http/door.ts";
import { ANN, BOT, GENERAL, makeDue, PRIVATE, SlackApp, TelegramApp } from "./_app.ts";

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

Deno.test("K1, V3: a message with files is kept redacted until they are here", async () => {
  const redacting: Door = {
    name: "redacting",
    compile: () => ({ redact: { text: (text) => text.replaceAll("paul@corp", "[email]"), longest: 9 } }),
    open: () => ({}),
  };
  // The file does not come: its message waits.
  const faults = (method: string) => method.includes("getFile") ? "failed" as const : undefined;
  await using app = new TelegramApp({ doors: [redacting], faults });
  const document = { file_id: "F1", file_name: "of paul@corp.png", mime_type: "image/png", file_size: 70 };
  await app.telegram.say({ chat: PRIVATE, text: "paul@corp asks", files: { document } });
  await eventually(async () => (await app.store.listDefinitions("acme", "channel_files")).length === 1);
  const [id = ""] = await app.store.listDefinitions("acme", "channel_files");
  const { message } = JSON.parse(await app.store.readDefinition("acme", "channel_files", id) ?? "");
  assert.deepEqual([message.text, message.files[0].name], ["[email] asks", "of [email].png"]);
});
