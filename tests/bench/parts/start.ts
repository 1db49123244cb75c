// Cold start: from nothing to the first response.

import { buildDeno } from "../../../src/tasks/build.ts";
import { bundleWorker } from "../../slow/support/bundles/worker.ts";
import type { Part } from "../lab/part.ts";
import { denoStarts, EMPTY_WORKER, type Start, workerStarts } from "../lab/starts.ts";
import { median } from "../lab/statistics.ts";
import { toTable } from "../lab/table.ts";

const TIMES = 9;

/** What is started, with an empty program first. */
const DENO = [
  ["deno serve, an empty handler", "tests/bench/servers/empty.ts"],
  ["deno serve functions/deno.ts", "functions/deno.ts"],
  ["deno serve dist/deno.js (deno task build)", "dist/deno.js"],
] as const;

/** Workers by their entrypoints: the deployed one, and those of tests/bench. */
const WORKERS = [
  ["workerd, functions/cloudflare.ts", undefined],
  ["workerd, the kernel with chat and OpenAI", "tests/bench/kernel_openai.ts"],
  ["workerd, the kernel", "tests/bench/kernel.ts"],
] as const;

export const start: Part = {
  title: "Cold start",
  note:
    `From the spawn of the process to its first response of /healthz, and the CPU of the process until then: medians of ` +
    `${TIMES}, in turns. "Above" is the CPU above that of the empty program in the rows over it, "ratio" the whole CPU by it.`,
  async measure({ quick }) {
    const times = quick ? 3 : TIMES;
    await buildDeno();
    const deno = await denoStarts(DENO.map(([, entrypoint]) => entrypoint), times);
    const scripts = [EMPTY_WORKER];
    for (const [, main] of WORKERS) scripts.push(await bundleWorker({ agents: undefined, main }));
    const workers = await workerStarts(scripts, times);
    return toTable(["runtime", "wall ms", "CPU ms", "above", "ratio"], [
      ...rowsOf(DENO.map(([label]) => label), deno),
      ...rowsOf(["workerd, an empty Worker", ...WORKERS.map(([label]) => label)], workers),
    ]);
  },
};

/** The first row is that of the empty program. */
function rowsOf(labels: readonly string[], starts: readonly (readonly Start[])[]): string[][] {
  const cpuMs = starts.map((those) => median(those.map(({ cpuMs }) => cpuMs)));
  const [emptyMs = NaN] = cpuMs;
  return labels.map((label, index) => {
    const ms = cpuMs[index] ?? NaN;
    const wallMs = median((starts[index] ?? []).map(({ wallMs }) => wallMs));
    return [label, wallMs.toFixed(0), ms.toFixed(0), (ms - emptyMs).toFixed(0), (ms / emptyMs).toFixed(1)];
  });
}
