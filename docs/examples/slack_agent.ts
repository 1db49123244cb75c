// A Slack agent on Deno, here or on Deno Deploy: who mentions it gets an answer in the thread of the message. QStash delivers its
// wake-ups, so a run goes on when the process that began it is gone. The app subscribes to the event "app_mention" at
// https://agents.example.com/webhooks/slack/helper, and has the scope "chat:write".
//
// PORT=8787 TREADLE_PUBLIC_URL=https://agents.example.com SLACK_SIGNING_SECRET=... SLACK_BOT_TOKEN=xoxb-... OPENAI_API_KEY=... \
// QSTASH_TOKEN=... QSTASH_CURRENT_SIGNING_KEY=... QSTASH_NEXT_SIGNING_KEY=... TREADLE_API_KEYS=acme:<16 characters or more> \
// deno run -A slack_agent.ts

import { defineAgent, defineTool, standard } from "@treadle/treadle";
import { serve } from "@treadle/treadle/deno";
import { qstash } from "@treadle/treadle/wakers/qstash";
import { webhooks } from "@treadle/treadle/webhooks";

const reply = defineTool({
  name: "reply",
  description: "Writes a message to the people in the Slack thread.",
  parameters: [{ name: "text", description: "The message, in Slack's mrkdwn" }],
  env: ["SLACK_BOT_TOKEN", "SLACK_API_URL"],
  run: async ({ text }, { env, fetch, metadata }) => {
    const { SLACK_API_URL = "https://slack.com/api", SLACK_BOT_TOKEN = "" } = env;
    const response = await fetch(`${SLACK_API_URL}/chat.postMessage`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${SLACK_BOT_TOKEN}`,
        "content-type": "application/json; charset=utf-8",
      },
      // Where it is written stands in the metadata of the thread, and the model does not name it.
      body: JSON.stringify({ channel: metadata.channel, thread_ts: metadata.ts, text }),
    });
    const { ok, error } = await response.json();
    if (!ok) throw new Error(`Slack refuses the message: ${error}.`);
    return { written: true };
  },
});

/** A message in a Slack thread has the `ts` of the first one as `thread_ts`; the first one has its own alone. */
const inThread = (ts: "/event/thread_ts" | "/event/ts") => ({
  trigger: "slack",
  thread: `slack-{/event/channel}-{${ts}}`,
  input: "{/event/user}: {/event/text}",
  metadata: { channel: "{/event/channel}", ts: `{${ts}}` },
});

const helper = defineAgent({
  name: "helper",
  description: "Answers in Slack.",
  instructions:
    "You help people in Slack. Write each answer with the tool reply, and end when it is written.",
  tools: [reply],
  webhooks: [
    { ...inThread("/event/thread_ts"), event: "app_mention", unless: { "/event/bot_id": { exists: true } } },
    { ...inThread("/event/ts"), event: "app_mention", unless: { "/event/bot_id": { exists: true } } },
  ],
});

export default serve({ agents: [helper], plugins: [...standard(), webhooks(), qstash()] });
