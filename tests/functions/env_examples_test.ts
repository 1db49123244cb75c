// .env.example and .dev.vars.example may not say what is not so: every variable is one that is read, and no provider is missing.

import assert from "node:assert/strict";
import { createDeps } from "../../src/deps.ts";
import { loadProviders } from "../../src/provider_registry.ts";
import { projectRoot } from "../support/project.ts";

const VARIABLES = (await loadProviders()).map(([name, { variables }]) => ({ name, variables }));

/** Variables of the deployment and of its doors. */
const KNOWN = new RegExp(
  `^(?:TREADLE_(?:${
    [
      "ALLOW_PRIVATE_HOSTS",
      "API_KEYS",
      "APPROVAL_SECRET",
      "BUDGETS",
      "CANCEL_WATCH",
      "LEDGER",
      "LOG",
      "MAX_STEPS",
      "MEDIA_(?:MB|TENANT_MB|CACHE)",
      "MODEL",
      "OPEN(?:_HOSTS)?",
      "PREFIX_CHECKS",
      "PRICES",
      "PUBLIC_URL",
      "RATE_LIMIT",
      "SEAL_SECRETS",
      "STORE",
      "TOKEN_(?:SECRETS|AUDIENCE|NOT_BEFORE)",
      "TOOL_CHOICE",
      "TRACE_(?:CONTENT|TENANT)",
      "WAKE_(?:MS|FAILURES)",
      "WEBHOOKS_OUT",
    ].join("|")
  })|QSTASH_(?:URL|TOKEN|CURRENT_SIGNING_KEY|NEXT_SIGNING_KEY)|UPSTASH_REDIS_REST_(?:URL|TOKEN)|GITHUB_WEBHOOK_SECRET|SLACK_SIGNING_SECRET|PORT)$`,
);

Deno.test(".env.example names every variable of every provider", async () => {
  const words = new Set(
    (await Deno.readTextFile(new URL(".env.example", projectRoot))).match(/\b[A-Z_]+\b/g),
  );
  const all = VARIABLES.flatMap(({ variables }) => variables);
  assert.deepEqual(all.filter((variable) => !words.has(variable)), []);
});

for (const file of [".env.example", ".dev.vars.example"]) {
  Deno.test(`${file} has a line for every provider, and none that nobody reads`, async () => {
    const lines = await linesOf(file);
    for (const { name, variables } of VARIABLES) {
      assert.ok(name === "scripted" || variables.some((variable) => lines.has(variable)), name);
    }
    const read = new Set<string>(VARIABLES.flatMap(({ variables }) => variables));
    const settings = [...lines.keys()].filter((name) => !read.has(name));
    assert.deepEqual(settings.filter((name) => !KNOWN.test(name)), []);
  });

  Deno.test(`${file} works as it is, with every line of a provider taken and a key where it is empty`, async () => {
    const lines = await linesOf(file);
    const taken = VARIABLES.flatMap(({ variables }) =>
      variables.flatMap((variable) => {
        const value = lines.get(variable);
        return value === undefined ? [] : [[variable, value || "a-key"]];
      })
    );
    const { providers } = createDeps({
      env: { ...Object.fromEntries(taken), TREADLE_OPEN: "1", TREADLE_STORE: "memory" },
      agents: [],
    });
    const unconfigured = (await providers()).filter(({ configured }) => !configured);
    assert.deepEqual(unconfigured.map(({ name }) => name), []);
  });
}

/** The variables that have a line of their own, commented out or not, with what the example sets them to. */
async function linesOf(file: string): Promise<Map<string, string>> {
  const text = await Deno.readTextFile(new URL(file, projectRoot));
  return new Map(
    [...text.matchAll(/^(?:# )?([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
}
