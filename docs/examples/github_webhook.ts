// A GitHub agent on Cloudflare Workers: a new issue starts a run that labels it and answers, with no client attached. GitHub sends the
// events "Issues" and "Issue comments" as JSON to https://agents.example.com/webhooks/github/triage. In wrangler.toml:
//
//   main = "github_webhook.ts"
//   [[queues.producers]]            # npx wrangler queues create treadle-wakes
//   binding = "WAKES"
//   queue = "treadle-wakes"
//   [[queues.consumers]]
//   queue = "treadle-wakes"
//   max_batch_timeout = 0
//   max_retries = 10
//   [triggers]
//   crons = ["* * * * *"]           # repairs wake-ups that are lost
//
// Secrets: GITHUB_WEBHOOK_SECRET (the one of the webhook), GITHUB_TOKEN (of a GitHub App that may write issues), TREADLE_API_KEYS,
// OPENAI_API_KEY, UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN. What is written by the token of a person is no comment of a
// bot: name that login in "unless" as well ("/sender/login"), or each answer starts another run.

import { defineAgent, defineTool, standard, type ToolContext } from "@treadle/treadle";
import { serve } from "@treadle/treadle/cloudflare";
import { queues } from "@treadle/treadle/wakers/queues";
import { webhooks } from "@treadle/treadle/webhooks";

type Context = ToolContext<"GITHUB_TOKEN" | "GITHUB_API_URL">;

/**
 * The issue stands in the metadata of the thread, which the template has filled from the verified event. The model does not name it: the
 * text of an issue, which anybody writes, cannot send the agent to another repository.
 */
async function post(path: "labels" | "comments", body: object, context: Context) {
  const { GITHUB_API_URL = "https://api.github.com", GITHUB_TOKEN = "" } = context.env;
  const { repository, issue } = context.metadata;
  const response = await context.fetch(`${GITHUB_API_URL}/repos/${repository}/issues/${issue}/${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${GITHUB_TOKEN}`,
      accept: "application/vnd.github+json",
      "content-type": "application/json",
      "user-agent": "treadle-triage",
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`GitHub responds with status ${response.status}.`);
  await response.body?.cancel();
}

const env = ["GITHUB_TOKEN", "GITHUB_API_URL"] as const;

const addLabel = defineTool({
  name: "add_label",
  description: "Adds a label to the issue.",
  parameters: {
    type: "object",
    properties: { label: { type: "string", enum: ["bug", "question", "feature"] } },
    required: ["label"],
  },
  env,
  effect: "pure", // a label that is there stays there, so a repetition does no harm
  run: async ({ label }, context) => {
    await post("labels", { labels: [label] }, context);
    return { added: label };
  },
});

const comment = defineTool({
  name: "comment",
  description: "Answers on the issue, in Markdown.",
  parameters: [{ name: "text", description: "Two or three sentences" }],
  env, // its effect is "once": an answer whose outcome is not known is not written again
  run: async ({ text }, context) => {
    await post("comments", { body: text }, context);
    return { written: true };
  },
});

const triage = defineAgent({
  name: "triage",
  description: "Labels new issues and answers the people who write them.",
  instructions:
    "You triage the issues of a repository. Add one label first, then write one comment: thank the person, and ask for what is missing.",
  tools: [addLabel, comment],
  webhooks: [
    {
      trigger: "github",
      event: "issues.opened",
      thread: "{/repository/full_name}#{/issue/number}",
      input: "{/issue/user/login} opens issue {/issue/number}: {/issue/title}\n\n{/issue/body|No text.}",
      metadata: { repository: "{/repository/full_name}", issue: "{/issue/number}" },
      toolChoice: "add_label",
    },
    {
      trigger: "github",
      event: "issue_comment.created",
      unless: { "/sender/type": "Bot" }, // its own comments among them
      thread: "{/repository/full_name}#{/issue/number}",
      input: "{/comment/user/login} writes: {/comment/body}",
      metadata: { repository: "{/repository/full_name}", issue: "{/issue/number}" },
    },
  ],
});

export default serve({ agents: [triage], plugins: [...standard(), webhooks(), queues()] });
