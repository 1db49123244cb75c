// Requests to GitHub about the issue of a thread.

import { type ToolContext, ToolError } from "@treadle/treadle";
import { answerDryRun } from "./dry_run.ts";

/** The variables of every tool that calls GitHub. */
export const GITHUB_ENV = ["GITHUB_TOKEN", "GITHUB_DRY_RUN"] as const;

type Method = "GET" | "POST" | "PATCH";

/** The part of an issue that is read. */
export interface Issue {
  readonly user: { readonly login: string };
  readonly title: string;
  readonly body: string | null;
  readonly labels: readonly { readonly name: string }[];
}

/**
 * Requests `/repos/{owner}/{name}/issues/{number}` and what is below it, and returns the JSON of the response. The repository and the
 * number are those that the webhook has written into the metadata of the thread.
 *
 * @throws {ToolError} rate_limited, failed
 * @see https://docs.github.com/en/rest/issues
 */
export async function callGitHub<Body>(
  { env, fetch, metadata }: ToolContext<typeof GITHUB_ENV[number]>,
  method: Method,
  path: string,
  body?: object,
): Promise<Body> {
  const issue = `${metadata.repository}/issues/${metadata.issue}`;
  if (env.GITHUB_DRY_RUN === "1") return answerDryRun(method, `${issue}${path}`, body) as Body;
  const response = await fetch(`https://api.github.com/repos/${issue}${path}`, {
    method,
    headers: {
      accept: "application/vnd.github+json",
      "content-type": "application/json",
      "user-agent": "{{NAME}}",
      ...(env.GITHUB_TOKEN && { authorization: `Bearer ${env.GITHUB_TOKEN}` }),
    },
    body: body && JSON.stringify(body),
  });
  if (response.ok) return await response.json() as Body;
  await response.body?.cancel();
  const retryAfter = Number(response.headers.get("retry-after"));
  if (retryAfter > 0) {
    throw new ToolError("rate_limited", "GitHub limits requests.", { retryAfterMs: retryAfter * 1000 });
  }
  throw new ToolError(
    "failed",
    `GitHub responds with status ${response.status} to ${method} ${issue}${path}.`,
  );
}
