// S8: the same evaluation file gives the same report in process, on Deno by the command line, and in a Worker.

import assert from "node:assert/strict";
import { build } from "esbuild";
import { Miniflare } from "../support/engine.ts";
import { reportOf, runEvaluation } from "../../../src/evaluation/mod.ts";
import { runTreadle } from "../../cli/_treadle.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { choice, trajectories } from "../../evaluation/files/weather.eval.ts";

const FILE = "tests/evaluation/files/weather.eval.ts";

const WORKER = `
import { reportOf, runEvaluation } from "./src/evaluation/mod.ts";
import { choice, trajectories } from "./${FILE}";
export default {
  async fetch(_request, env) {
    if (typeof Deno !== "undefined" || typeof process !== "undefined") return new Response("not a Worker", { status: 500 });
    const reports = [];
    for (const evaluation of [choice, trajectories]) reports.push(await runEvaluation(evaluation, { env }));
    return Response.json(reportOf(reports));
  },
};
`;

Deno.test("V1, S8: one evaluation file has one report in process, on Deno and in workerd", async () => {
  const here = reportOf([await runEvaluation(choice), await runEvaluation(trajectories)]);
  assert.equal(here.evaluations[0]?.measures[0]?.value, 2 / 3);

  const { stdout } = await runTreadle("eval", fromFileUrl(new URL(FILE, projectRoot)), "--json");
  assert.deepEqual(JSON.parse(stdout), JSON.parse(JSON.stringify(here)), "Deno");

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
  try {
    const response = await worker.dispatchFetch("http://worker.test/");
    const text = await response.text();
    assert.equal(response.status, 200, text);
    assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(here)), "workerd");
  } finally {
    await worker.dispose();
  }
});
