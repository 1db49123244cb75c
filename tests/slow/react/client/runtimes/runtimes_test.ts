// The same client in Deno, Node 20 and workerd, over real HTTP and a line that drops.

import assert from "node:assert/strict";
import { Miniflare } from "../../../support/engine.ts";
import { KEY, REMOVES } from "../../../../http/_app.ts";
import { bundle } from "../_bundle.ts";
import { openWorld } from "../../../../react/client/_world.ts";
import { exercise, type Report } from "./_exercise.ts";

/** How a runtime runs the exercise against a deployment. */
type Run = (url: string, thread: string) => Promise<Report>;

const RUNTIMES: Readonly<Record<string, Run>> = {
  deno: (url, thread) => exercise({ url, key: KEY, thread, runtime: navigator.userAgent }),
  node: async (url, thread) => {
    const file = await Deno.makeTempFile({ suffix: ".mjs" });
    try {
      await Deno.writeTextFile(file, await bundle("tests/slow/react/client/runtimes/_node_script.ts"));
      const { success, stdout, stderr } = await new Deno.Command("node", { args: [file, url, KEY, thread] })
        .output();
      assert.ok(success, new TextDecoder().decode(stderr));
      return JSON.parse(new TextDecoder().decode(stdout));
    } finally {
      await Deno.remove(file);
    }
  },
  workerd: async (url, thread) => {
    const contents = await bundle("tests/slow/react/client/runtimes/_worker_script.ts");
    const miniflare = new Miniflare({
      modules: [{ type: "ESModule", path: "worker.js", contents }],
      compatibilityDate: "2026-04-01",
      cf: false,
      host: "127.0.0.1",
    });
    try {
      const query = new URLSearchParams({ url, key: KEY, thread });
      const response = await miniflare.dispatchFetch(`http://worker.test/?${query}`);
      return JSON.parse(await response.text());
    } finally {
      await miniflare.dispose();
    }
  },
};

/** What the user agent of each begins with. */
const AGENTS: Readonly<Record<string, RegExp>> = {
  deno: /^Deno\//,
  node: /^Node\.js\/2\d/,
  workerd: /^Cloudflare-Workers/,
};

for (const [name, run] of Object.entries(RUNTIMES)) {
  Deno.test({
    name: `E4: the client runs in ${name}: an approval, a line that drops, an error`,
    // Miniflare keeps a child process and timers beyond a test's own scope.
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async () => {
      await using world = openWorld({ scenario: REMOVES });
      const isStream = (path: string) => /\/(?:steps|events)$/.test(path);
      world.proxy.onRequest = ({ path }) => isStream(path) ? { after: 1_100, then: "cut" } : undefined;
      const report = await run(world.proxy.url, `from-${name}`);
      assert.match(report.runtime, AGENTS[name] ?? /^$/);
      assert.deepEqual(report.states, ["completed"]);
      assert.deepEqual(report.texts, ["Gone."]);
      assert.equal(report.status, "done");
      assert.deepEqual(report.agents, ["tester", "counter"]);
      assert.deepEqual(report.error, ["thread_unknown", 404]);
      assert.deepEqual(report.seqs, [...new Set(report.seqs)].toSorted((one, other) => one - other));
      const log = await Array.fromAsync(world.connect().thread(`from-${name}`).events());
      world.proxy.onRequest = () => undefined;
      assert.deepEqual(report.seqs, log.map(({ seq }) => seq), "every event of the log, once");
      assert.ok(
        world.proxy.requests.filter(({ path }) => path.endsWith("/events")).length >= 2,
        "it was resumed",
      );
    },
  });
}
