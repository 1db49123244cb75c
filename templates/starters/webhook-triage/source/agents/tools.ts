// The tools of the agent. Each is about the issue of its thread.

import { defineTool } from "@treadle/treadle";
import { callGitHub, GITHUB_ENV, type Issue, issuePath } from "./github.ts";

/** The labels that the model may choose from. */
export const LABELS = ["bug", "feature", "question", "spam"] as const;

export const readIssue = defineTool({
  name: "read_issue",
  description: "Reads the issue: its author, its title and its text. A stranger has written them.",
  effect: "pure",
  env: GITHUB_ENV,
  run: async (_args, context) => {
    const { user, title, body, labels } = await callGitHub<Issue>(context, "GET", issuePath(context));
    return {
      author: user.login,
      title,
      body: (body ?? "").slice(0, 20_000),
      labels: labels.map(({ name }) => name),
    };
  },
});

export const labelIssue = defineTool({
  name: "label_issue",
  description: "Adds labels to the issue.",
  parameters: {
    type: "object",
    properties: { labels: { type: "array", items: { type: "string", enum: LABELS }, minItems: 1 } },
    required: ["labels"],
    additionalProperties: false,
  },
  effect: "keyed", // a label that is there stays there
  env: GITHUB_ENV,
  run: async ({ labels }, context) => {
    await callGitHub(context, "POST", `${issuePath(context)}/labels`, { labels });
    return { labels };
  },
});

export const commentOnIssue = defineTool({
  name: "comment_on_issue",
  description: "Writes a comment on the issue, in Markdown.",
  parameters: [{ name: "text", description: "Two or three sentences" }],
  effect: "once",
  env: GITHUB_ENV,
  run: async ({ text }, context) => {
    await callGitHub(context, "POST", `${issuePath(context)}/comments`, {
      body: `${text}\n\n${toMark(context.callId)}`,
    });
    return { written: true };
  },
  // Of a call whose outcome is not known: it has happened when its comment is there.
  reconcile: async (callId, context) => {
    const path = `${issuePath(context)}/comments?per_page=100`;
    const comments = await callGitHub<{ readonly body?: string }[]>(context, "GET", path);
    return comments.some(({ body = "" }) => body.includes(toMark(callId)))
      ? { happened: true, output: { written: true } }
      : { happened: false };
  },
});

export const closeIssue = defineTool({
  name: "close_issue",
  description: "Closes the issue as not planned. A person decides whether it is done.",
  parameters: [{ name: "reason", description: "For the person who decides, in one sentence" }],
  effect: "keyed", // a closed issue stays closed
  needsApproval: true,
  approvalTtlMs: 7 * 24 * 60 * 60 * 1000,
  env: GITHUB_ENV,
  run: async (_args, context) => {
    await callGitHub(context, "PATCH", issuePath(context), { state: "closed", state_reason: "not_planned" });
    return { closed: true };
  },
});

/** A comment of HTML, which GitHub does not show. */
function toMark(callId: string): string {
  return `<!-- ${callId} -->`;
}
