// The deployed functions, in both runtimes as they are deployed: doors do nothing until they are configured, and work by variables and an
// agent's data alone; tools read secrets, and in workerd real KV and D1.

import assert from "node:assert/strict";
import { bootDeno, type Booted } from "../../support/boot_deno.ts";
import { bootWorker } from "../support/boot_worker.ts";
import { eventually } from "../../support/eventually.ts";

const SECRET = "a-secret-of-16-or-more-bytes";
const AGENTS = { agents: "tests/slow/functions/_door_agents.ts" };
const ENV = { TREADLE_OPEN: "1", TREADLE_STORE: "memory", GITHUB_WEBHOOK_SECRET: SECRET };
const LEAKY = { sanitizeOps: false, sanitizeResources: false }; // Miniflare keeps a child process beyond a test

const RUNTIMES = [["deno", bootDeno], ["workerd", bootWorker]] as const;

for (const [runtime, boot] of RUNTIMES) {
  Deno.test({
    name:
      `E8: in ${runtime} the deployed functions take a webhook, run its agent to the end, and serve /mcp and schedules`,
    ...LEAKY,
    fn: async () => {
      await using booted = await boot(ENV, AGENTS);
      const { thread } = await delivered(booted);
      assert.equal(thread, "issue-7");
      await eventually(async () =>
        (await (await booted.fetch("/v1/threads/issue-7")).json()).status === "done"
      );
      const tools = await listTools(booted);
      assert.deepEqual(tools, ["ask_triage"]);
      const { schedules } = await (await booted.fetch("/v1/schedules")).json();
      assert.deepEqual(schedules.map(({ name }: { name: string }) => name), ["nightly"]);
      const endpoints = await booted.fetch("/v1/webhook-endpoints");
      assert.equal(endpoints.status, 200, await endpoints.text());
      assert.equal((await booted.fetch("/wake", { method: "POST", body: "{}" })).status, 404);
    },
  });
}

/** As GitHub sends it. */
async function delivered(booted: Booted): Promise<{ readonly thread: string }> {
  const body = JSON.stringify({
    action: "opened",
    issue: { number: 7, title: "What is the weather in Paris?" },
  });
  const bytes = new TextEncoder().encode(body);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(SECRET), algorithm, false, [
    "sign",
  ]);
  const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes)).toHex();
  const response = await booted.fetch("/webhooks/github/triage", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-github-event": "issues",
      "x-github-delivery": "d-1",
      "x-hub-signature-256": `sha256=${signature}`,
    },
    body,
  });
  const text = await response.text();
  assert.equal(response.status, 202, text);
  return JSON.parse(text);
}

async function listTools(booted: Booted): Promise<string[]> {
  const response = await booted.fetch("/mcp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  const json = text.startsWith("{") ? text : /^data: (.*)$/m.exec(text)?.[1] ?? assert.fail(text);
  const { result } = JSON.parse(json);
  return result.tools.map(({ name }: { name: string }) => name).filter((name: string) =>
    name !== "continue_run"
  );
}

const SHOP_SECRET_TEXT = "shop-secret-9876543210";
const SHOP_ENV = {
  TREADLE_OPEN: "1",
  TREADLE_STORE: "memory",
  SHOP_SECRET: SHOP_SECRET_TEXT,
  SHOP_REGION: "eu",
  OTHER: "x",
};
const SHOP_AGENTS = { agents: "tests/slow/functions/_binding_agents.ts" };

const SHOP_RUNTIMES = [
  {
    runtime: "workerd",
    boot: () => bootWorker(SHOP_ENV, { ...SHOP_AGENTS, kv: ["BINDINGS_TEST_KV"], d1: ["BINDINGS_TEST_D1"] }),
    output: {
      names: ["BINDINGS_TEST_D1", "BINDINGS_TEST_KV", "SHOP_REGION", "SHOP_SECRET"],
      price: "2 dollars",
      answer: 42,
      secretLength: SHOP_SECRET_TEXT.length,
    },
    warns: false,
  },
  {
    runtime: "deno",
    boot: () => bootDeno(SHOP_ENV, SHOP_AGENTS),
    output: {
      names: ["SHOP_REGION", "SHOP_SECRET"],
      price: null,
      answer: null,
      secretLength: SHOP_SECRET_TEXT.length,
    },
    warns: true,
  },
] as const;

for (const { runtime, boot, output, warns } of SHOP_RUNTIMES) {
  Deno.test({
    name: `X1: in ${runtime} a tool reads the secrets and bindings that it declares, and none is shown`,
    ...LEAKY,
    fn: async () => {
      await using booted = await boot();
      const ask = () =>
        booted.fetch("/v1/threads/t1/steps?events=true", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ agent: "shop", input: "Read.", toolChoice: "stock", until: "done" }),
        });
      const response = await ask();
      const text = await response.text();
      assert.equal(response.status, 200, text);
      assert.deepEqual(JSON.parse(text).calls[0].output, output);
      const history = await (await booted.fetch("/v1/threads/t1/history")).text();
      assert.match(history, /secretLength/);
      for (const shown of [text, history, booted.output()]) assert(!shown.includes(SHOP_SECRET_TEXT));
      const line = /declare names in env .*"names":"BINDINGS_TEST_D1, BINDINGS_TEST_KV"/;
      assert.equal(line.test(booted.output()), warns, booted.output());
    },
  });
}
