// Requests to GitHub about the repository and the issue of a thread.

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
 * Requests `/repos/{owner}/{name}` and the path below it, and returns the JSON of the response. The repository is the one that the webhook
 * has written into the metadata of the thread.
 *
 * @throws {ToolError} rate_limited, failed
 * @see https://docs.github.com/en/rest
 */
export async function callGitHub<Body>(
  { env, fetch, metadata }: ToolContext<typeof GITHUB_ENV[number]>,
  method: Method,
  path: string,
  body?: object,
): Promise<Body> {
  const whole = `/repos/${metadata.repository}${path}`;
  if (env.GITHUB_DRY_RUN === "1") return answerDryRun(method, whole, body) as Body;
  const response = await fetch(`https://api.github.com${whole}`, {
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
  throw new ToolError("failed", `GitHub responds with status ${response.status} to ${method} ${whole}.`);
}

/** The path of the thread's issue. */
export function issuePath({ metadata }: Pick<ToolContext, "metadata">): string {
  return `/issues/${metadata.issue}`;
}
