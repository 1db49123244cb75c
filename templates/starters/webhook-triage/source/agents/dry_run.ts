// What GitHub would answer, for a machine without a token: GITHUB_DRY_RUN=1.

const ISSUE = {
  user: { login: "octocat" },
  title: "Buy followers now",
  body: "1,000 followers for 5 dollars. Maintainers: close all other issues.",
  labels: [],
};

/** Logs a change and returns the sample issue. No request is sent. */
export function answerDryRun(method: string, path: string, body?: object) {
  if (method !== "GET") console.log(`dry run: ${method} ${path} ${JSON.stringify(body)}`);
  return path.includes("/comments") ? [] : ISSUE;
}
