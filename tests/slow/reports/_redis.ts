// A public bug report of Redis over REST: scripts that a failover has taken away, and answers that say nothing of what was done.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Command } from "../../../src/redis_rest/resp.ts";
import { RespClient } from "../../../src/redis_rest/resp.ts";
import { serveRedisRest } from "../../../src/redis_rest/server.ts";
import { createUpstashStore } from "../../../src/stores/upstash/store.ts";
import { createLab } from "../../support/lab.ts";
import { fileRedis } from "../../support/redis/upstash_store.ts";
import { reportsOnRedis } from "./_report.ts";

const RUNS = 40;

/** The keys of a script, as the command names them; none for another command. */
function keysOf(command: Command): string[] {
  const [name = "", , count = "0", ...rest] = command.map((word) =>
    typeof word === "string" ? word : new TextDecoder().decode(word)
  );
  return /^eval(sha)?$/i.test(name) ? rest.slice(0, Number(count)) : [];
}

const tagOf = (key: string) => /\{(.+?)\}/.exec(key)?.[1] ?? key;

reportsOnRedis<{ fault: string; keys: string }>(
  "effect-smol-2328",
  "each commit is applied once, whatever scripts are lost and whatever answers say nothing",
  async ({ fault, keys }) => {
    const [, script, broken] = /NOSCRIPT every (\d+)rd, ERR internal error every (\d+)th/.exec(fault) ?? [];
    assert.match(keys, /one hash tag/);
    const redis = await fileRedis();
    const direct = new RespClient(redis);
    let scripts = 0;
    let flushed = 0;
    let failed = 0;
    const crossing: string[][] = [];
    const bridge = await serveRedisRest({
      redis,
      token: "test-token-of-the-bridge",
      async around({ commands, path }, next) {
        for (const command of commands) {
          const tags = [...new Set(keysOf(command).map(tagOf))];
          if (tags.length > 1) crossing.push(tags);
        }
        if (!commands.some((command) => keysOf(command).length > 0)) return await next();
        scripts++;
        if (scripts % Number(script) === 0) {
          flushed++;
          await direct.send([["SCRIPT", "FLUSH"]]);
        }
        const answer = await next();
        if (scripts % Number(broken) !== 0) return answer;
        // Applied, and answered as if it had failed.
        failed++;
        const error = { error: "ERR internal error" };
        const body = path === "/" ? error : commands.map(() => error);
        return { status: path === "/" ? 400 : 200, body: JSON.stringify(body) };
      },
    });
    const store = createUpstashStore({ url: bridge.url, token: bridge.token, keyPrefix: "reports" });
    try {
      const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "seen" });
      const agent = defineAgent({ name: "a", driver: "scripted", tools: [look] });
      let plans = 0;
      const lab = createLab({
        agents: [agent],
        store,
        scenario: () => plans++ % 2 === 0 ? { calls: [{ tool: "look" }] } : { says: "Done." },
      });
      for (let run = 0; run < RUNS; run++) await lab.run({ input: `go ${run}`, until: "done" });
      assert.ok(flushed > RUNS && failed > 10, `${scripts} scripts, ${flushed} flushed, ${failed} failed`);
      assert.deepEqual(crossing, [], "all keys of a script are in one slot");
      const entries = await lab.history();
      assert.deepEqual(
        entries.flatMap((entry) => entry.type === "user" ? [entry.text] : []),
        Array.from({ length: RUNS }, (_, run) => `go ${run}`),
      );
      assert.deepEqual(
        entries.map(({ type }) => type),
        Array.from({ length: RUNS }, () => ["user", "assistant", "tool", "assistant"]).flat(),
      );
    } finally {
      await store.close();
      await bridge.close();
      await direct.close();
    }
  },
);
