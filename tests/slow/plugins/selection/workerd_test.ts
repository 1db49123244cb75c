// S1, S2: two isolates of workerd on one Redis. A change that one of them publishes reaches the other within five seconds without a
// deploy, and a thread that has begun keeps its version.

import assert from "node:assert/strict";
import { build } from "esbuild";
import { Miniflare } from "../../support/engine.ts";
import { projectRoot } from "../../../support/project.ts";
import { serveRedisRest } from "../../../support/redis/rest.ts";
import { startRedis } from "../../../support/redis/server.ts";
import { needsRedis } from "../../../support/requires.ts";
import { written } from "../../../plugins/selection/catalogue/_catalogue.ts";

const WORKER = `
import { serve } from "./src/cloudflare/mod.ts";
import { defineAgent, defineTool, createScriptedProvider, scenario } from "./src/mod.ts";
import { catalogues } from "./src/plugins/selection/door/mod.ts";
import { CatalogueReader, toolSelection } from "./src/plugins/selection/mod.ts";

const reader = new CatalogueReader();
const tools = ["ship", "pack"].map((name) =>
  defineTool({ name, description: "Does " + name + ".", effect: "keyed", parameters: { type: "object" }, run: () => "done" })
);
const selection = toolSelection({ tools, catalogue: { name: "shop", reader }, offer: 0 });
const search = (script) => script.calls("search_tools", { query: "ship or pack" }).next().says("Done.");
const script = search(search(scenario()).next());
export default serve({
  agents: [defineAgent({ name: "clerk", model: "scripted/clerk", selection })],
  providers: [createScriptedProvider({ script })],
  doors: [catalogues({ reader })],
});
`;

const KEY = "acme-secret-0123456789";

needsRedis(
  "S1, S2: a change of a catalogue reaches another isolate of workerd within 5 seconds, and threads keep their version",
  async () => {
    const { outputFiles: [bundle] } = await build({
      stdin: { contents: WORKER, resolveDir: decodeURIComponent(projectRoot.pathname), loader: "ts" },
      bundle: true,
      write: false,
      format: "esm",
      target: "es2022",
      conditions: ["workerd", "worker", "browser"],
      external: ["node:*", "cloudflare:*"],
    });
    await using redis = await startRedis();
    await using rest = await serveRedisRest({ redis, token: "token-of-the-bridge" });
    const bindings = {
      TREADLE_STORE: "upstash",
      UPSTASH_REDIS_REST_URL: rest.url,
      UPSTASH_REDIS_REST_TOKEN: rest.token,
      TREADLE_API_KEYS: `acme:${KEY}`,
    };
    const isolate = () =>
      new Miniflare({
        modules: true,
        script: bundle?.text ?? "",
        compatibilityDate: "2026-04-01",
        compatibilityFlags: ["nodejs_compat"],
        bindings,
      });
    const [publisher, runner] = [isolate(), isolate()];
    const send = async (worker: Miniflare, method: string, path: string, body?: object) => {
      const response = await worker.dispatchFetch(`http://worker.test/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      assert.ok(response.ok, `${path}: ${response.status} ${text}`);
      return text;
    };
    const publish = (...tools: object[]) => send(publisher, "PUT", "/catalogues/shop/tools", { tools });
    /** The tools that the last search of the thread has told of. */
    const find = async (thread: string) => {
      await send(runner, "POST", `/threads/${thread}/steps`, {
        agent: "clerk",
        input: "Hello.",
        until: "done",
      });
      const { entries } = JSON.parse(await send(runner, "GET", `/threads/${thread}/history`));
      const found = entries.findLast(({ type }: { type: string }) => type === "tool");
      return found.output.tools.map(({ name }: { name: string }) => name);
    };

    try {
      await publish(written("ship"));
      assert.deepEqual(await find("before"), ["ship"]);
      await publish(written("pack"));
      const publishedAt = Date.now();
      let seen: string[] = [];
      for (let thread = 0; seen.length < 2 && Date.now() - publishedAt < 5_000; thread++) {
        seen = await find(`after_${thread}`);
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      assert.deepEqual(seen, ["ship", "pack"], "within 5 seconds");
      assert.deepEqual(await find("before"), ["ship"], "the thread keeps its version");
    } finally {
      await Promise.all([publisher.dispose(), runner.dispose()]);
    }
  },
);
