// Record: the past requests of a thread are written again inside a Worker, from its export alone, as the same bytes as on Deno.
// WORKERD_RUNS lives of each dialect.

import assert from "node:assert/strict";
import { build } from "esbuild";
import { Miniflare } from "../../support/engine.ts";
import { readExport } from "../../../../src/cli/verify/exported_thread.ts";
import { partsFor } from "../../../../src/cli/verify/parts.ts";
import { rewriteRequests } from "../../../../src/cli/verify/rewrite_requests.ts";
import { toHexDigest } from "../../../../src/core/text/sha256.ts";
import { projectRoot } from "../../../support/project.ts";
import { triedCases } from "../../../wire/cases.ts";
import { type Life, live } from "../../../wire/prefix/world.ts";

const RUNS = Number(Deno.env.get("WORKERD_RUNS") ?? 1);

function toThreads(
  { exports, story }: Life,
): (readonly [thread: string, body: string, story: readonly string[]])[] {
  return Array.from(exports, ([thread, body]) => [thread, body, story] as const);
}

const WORKER = `
import { readExport } from "./src/cli/verify/exported_thread.ts";
import { partsFor } from "./src/cli/verify/parts.ts";
import { rewriteRequests } from "./src/cli/verify/rewrite_requests.ts";
export default {
  async fetch(incoming) {
    const found = [];
    for await (const { verdict, body } of rewriteRequests(await readExport(await incoming.text()), partsFor({}))) {
      const digest = body && new Uint8Array(await crypto.subtle.digest("SHA-256", body));
      found.push([verdict.type, digest && [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")]);
    }
    return Response.json(found);
  },
};
`;

Deno.test("record: the requests of random lives, written again in workerd, have their recorded digests", async () => {
  const { outputFiles: [bundle] } = await build({
    stdin: { contents: WORKER, resolveDir: new URL(".", projectRoot).pathname, loader: "js" },
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    external: ["node:*", "cloudflare:*"],
  });
  const script = bundle?.text ?? assert.fail();
  const worker = new Miniflare({ modules: true, script, compatibilityDate: "2026-04-01" });
  let requests = 0;
  try {
    for (const wire of triedCases()) {
      const lives = [];
      for (let run = 0; run < RUNS; run++) {
        lives.push(await live(wire, `workerd ${wire.name}${run === 0 ? "" : ` ${run}`}`, { exports: true }));
      }
      for (const [thread, body, story] of lives.flatMap(toThreads)) {
        const here: (readonly string[])[] = [];
        for await (const { record, verdict } of rewriteRequests(await readExport(body), partsFor({}))) {
          here.push([verdict.type, toHexDigest(record?.request ?? "")]);
        }
        const response = await worker.dispatchFetch("http://worker.test/", { method: "POST", body });
        const told = `${wire.name} ${thread}\n${story.join("\n")}`;
        const there: unknown = await response.json();
        assert.deepEqual(there, here, told);
        assert.deepEqual(here.filter(([type]) => type !== "equal"), [], told);
        requests += here.length;
      }
    }
  } finally {
    await worker.dispose();
  }
  assert.ok(requests > 100, `${requests} requests`);
});
