// What tools read of a deployment, in both real runtimes: secrets, and in workerd real KV and D1.

import assert from "node:assert/strict";
import { bootDeno } from "../../support/boot_deno.ts";
import { bootWorker } from "../support/boot_worker.ts";

const SECRET = "shop-secret-9876543210";
const ENV = {
  TREADLE_OPEN: "1",
  TREADLE_STORE: "memory",
  SHOP_SECRET: SECRET,
  SHOP_REGION: "eu",
  OTHER: "x",
};
const AGENTS = { agents: "tests/slow/functions/_binding_agents.ts" };

const RUNTIMES = [
  {
    runtime: "workerd",
    boot: () => bootWorker(ENV, { ...AGENTS, kv: ["BINDINGS_TEST_KV"], d1: ["BINDINGS_TEST_D1"] }),
    output: {
      names: ["BINDINGS_TEST_D1", "BINDINGS_TEST_KV", "SHOP_REGION", "SHOP_SECRET"],
      price: "2 dollars",
      answer: 42,
      secretLength: SECRET.length,
    },
    warns: false,
  },
  {
    runtime: "deno",
    boot: () => bootDeno(ENV, AGENTS),
    output: { names: ["SHOP_REGION", "SHOP_SECRET"], price: null, answer: null, secretLength: SECRET.length },
    warns: true,
  },
] as const;

for (const { runtime, boot, output, warns } of RUNTIMES) {
  Deno.test({
    name: `X1: in ${runtime} a tool reads the secrets and bindings that it declares, and none is shown`,
    // Miniflare keeps a child process and timers beyond a test's own scope.
    sanitizeOps: false,
    sanitizeResources: false,
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
      for (const shown of [text, history, booted.output()]) assert(!shown.includes(SECRET));
      const line = /declare names in env .*"names":"BINDINGS_TEST_D1, BINDINGS_TEST_KV"/;
      assert.equal(line.test(booted.output()), warns, booted.output());
    },
  });
}
