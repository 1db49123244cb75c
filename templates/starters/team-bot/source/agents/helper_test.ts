// The whole deployment without a model and without Slack: a fake workspace signs what people do and keeps what the bot posts.

import { createTreadle } from "@treadle/treadle";
import assert from "node:assert/strict";
import { test } from "node:test";
import { DECIDERS, deployment } from "../deployment.ts";
import { FakeSlack } from "./fake_slack.ts";

const SECRET = "a-secret-of-the-tests";
const [DECIDER = ""] = DECIDERS;

test("a mention is answered from the handbook", async () => {
  await using team = open();
  await team.send(team.slack.mention("U1", "How many days of holiday do I have?"));
  await team.reach(({ text }) => text.startsWith("Holidays: Everybody has 30 days"));
});

test("everybody in the thread may go on with it", async () => {
  await using team = open();
  await team.send(team.slack.mention("U1", "How many days of holiday do I have?"));
  await team.reach(({ text }) => text.includes("30 days"));
  await team.send(team.slack.mention("U2", "And how old may laptops be?"));
  await team.reach(({ text }) => text.includes("four years"));
  assert.equal((await team.treadle.threads()).threads.length, 1);
});

test("a ticket is opened when a decider clicks, and not by the click of another person", async () => {
  await using team = open();
  await team.send(team.slack.mention("U1", "My laptop is broken, open a ticket."));
  const { callId = "" } = await team.reach(({ callId }) => callId !== undefined);
  await team.send(team.slack.click("U1", callId, true));
  assert.equal((await team.treadle.threads()).threads[0]?.status, "waiting");
  assert.deepEqual(team.slack.tickets, []);

  await team.send(team.slack.click(DECIDER, callId, true));
  await team.reach(({ text }) => text === "The ticket is open.");
  assert.equal(team.slack.tickets.length, 1);
});

test("a denied ticket is not opened", async () => {
  await using team = open();
  await team.send(team.slack.mention("U1", "My laptop is broken, open a ticket."));
  const { callId = "" } = await team.reach(({ callId }) => callId !== undefined);
  await team.send(team.slack.click(DECIDER, callId, false));
  await team.reach(({ text }) => text === "No ticket was opened.");
  assert.deepEqual(team.slack.tickets, []);
});

test("what another secret has signed is refused", async () => {
  await using team = open();
  const stranger = new FakeSlack("a-secret-of-a-stranger");
  assert.equal((await team.treadle.fetch(stranger.mention("U1", "Hello"))).status, 401);
});

function open() {
  const slack = new FakeSlack(SECRET);
  const env = {
    SLACK_SIGNING_SECRET: SECRET,
    SLACK_BOT_TOKEN: "xoxb-test",
    TICKETS_URL: "https://tickets.test/",
  };
  const options = { ...deployment, env, fetch: slack.fetch, log: () => {} };
  const treadle = createTreadle({ ...options, store: "memory" });
  return {
    slack,
    treadle,
    send: async (request: Request) => assert.equal((await treadle.fetch(request)).status, 200),
    /** The first post that is so, once there is one. */
    async reach(isSo: (post: { text: string; callId: string | undefined }) => boolean) {
      for (const end = Date.now() + 10_000; Date.now() < end;) {
        const found = [...slack.posts.values()].find(isSo);
        if (found !== undefined) return found;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      throw new Error(`No post is so: ${[...slack.posts.values()].map(({ text }) => text).join(" | ")}`);
    },
    [Symbol.asyncDispose]: treadle.close,
  };
}
