// A conversation in the terminal, through the whole deployment: `{{RUN}} slack "My laptop is broken, open a ticket."`

import { createTreadle } from "@treadle/treadle";
import process from "node:process";
import { createInterface } from "node:readline/promises";
import { DECIDERS, deployment } from "../deployment.ts";
import { FakeSlack } from "./fake_slack.ts";

const SECRET = "a-secret-of-this-terminal";
const slack = new FakeSlack(SECRET);
const env = { ...process.env, SLACK_SIGNING_SECRET: SECRET, SLACK_BOT_TOKEN: "xoxb-try" };
const options = { ...deployment, env, fetch: slack.fetch, log: () => {} };
const treadle = createTreadle({ ...options, store: "memory" });
const question = process.argv.slice(2).join(" ") || "How many days of holiday do I have?";

await treadle.fetch(slack.mention("U1", question));
console.log(`you: ${question}`);
const shown = new Set<string>();
for (let isDone = false; !isDone;) {
  await new Promise((resolve) => setTimeout(resolve, 200));
  const { threads: [thread] } = await treadle.threads();
  isDone = thread?.status === "done" || thread?.status === "failed";
  for (const { text, callId } of slack.posts.values()) {
    if (shown.has(text) || !isDone && callId === undefined) continue;
    shown.add(text);
    console.log(`bot: ${text}`);
    if (callId === undefined) continue;
    await treadle.fetch(slack.click(DECIDERS[0] ?? "", callId, await approves()));
  }
}
await treadle.close();

async function approves(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question("Approve? [y/n] ");
  terminal.close();
  return answer.startsWith("y");
}
