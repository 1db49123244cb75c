// What empty places offer to paste is right: modules compile, and requests and variables are taken.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { BUDGETS, MODULES, REQUESTS } from "../../../../src/playground/browser/places/samples.ts";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { createDeps } from "../../../../src/deps.ts";
import { evaluations } from "../../../../src/evaluation/mod.ts";
import { budgets } from "../../../../src/plugins/budgets/mod.ts";
import { outgoingWebhooks } from "../../../../src/plugins/outgoing_webhooks/mod.ts";
import { policies } from "../../../../src/plugins/policies/mod.ts";
import { createTestApp } from "../../../http/_app.ts";
import { projectRoot } from "../../../support/project.ts";

const FOLDER = new URL(".data/samples/", projectRoot);

Deno.test("V2: the modules that empty places offer compile", async () => {
  await Deno.remove(FOLDER, { recursive: true }).catch(() => {});
  await Deno.mkdir(new URL("agents/", FOLDER), { recursive: true });
  await Deno.writeTextFile(
    new URL("agents/mod.ts", FOLDER),
    'import type { Agent } from "@treadle/treadle";\nexport const agents: Agent[] = [];\n',
  );
  const files = Object.entries(MODULES).map(([name, code]) => [new URL(`${name}.ts`, FOLDER), code] as const);
  for (const [file, code] of files) await Deno.writeTextFile(file, code);
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["check", "--quiet", ...files.map(([file]) => fileURLToPath(file))],
    cwd: fileURLToPath(projectRoot),
    env: { NO_COLOR: "1" },
    stdout: "null",
    stderr: "piped",
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
});

Deno.test("V2: the budgets that an empty place offers are taken", () => {
  const [, name = "", value = ""] = /^(\w+)='(.*)'$/.exec(BUDGETS) ?? [];
  const deps = createDeps({
    agents: [],
    plugins: [budgets()],
    env: { TREADLE_STORE: "memory", [name]: value },
  });
  const accounts = deps.accounts?.("acme", "ann");
  assert.deepEqual(accounts?.map(({ limits }) => limits), [{ microDollars: 25_000_000 }, {
    microDollars: 1_000_000,
  }]);
});

Deno.test("V2: the requests that empty places offer are taken", async () => {
  const lookUp = defineTool({
    name: "lookup_order",
    description: "Looks up an order.",
    effect: "pure",
    run: () => ({ state: "sent" }),
  });
  const { app } = createTestApp({
    agents: [defineAgent({ name: "shop", driver: "scripted", tools: [lookUp] })],
    plugins: [policies(), outgoingWebhooks(), evaluations()],
    authenticate: () => ({ tenant: "acme" }),
    env: {
      TREADLE_SEAL_SECRETS: "0123456789abcdef0123456789abcdef",
      TREADLE_ALLOW_PRIVATE_HOSTS: "127.0.0.1",
    },
  });
  const statuses: Record<string, number> = {};
  for (const [name, text] of Object.entries(REQUESTS)) {
    const [, method = "POST"] = /-X (\w+)/.exec(text) ?? [];
    const [, path = ""] = /"\$TREADLE([^"]*)"/.exec(text) ?? [];
    const [, sent = ""] = /-d '(.*)'/s.exec(text) ?? [];
    const body = sent.replace("https://example.com", "http://127.0.0.1"); // no test asks for another host
    const headers = { "content-type": "application/json" };
    statuses[name] = (await app.request(path, { method, headers, body })).status;
  }
  assert.deepEqual(statuses, { policy: 200, evaluation: 202, endpoint: 201 });
});
