// Where a step behind HTTP goes: CPU by function and by thread of the process, allocations by site, and what it makes. A lens
// for whoever optimises, not a figure.

import { checkoutOf } from "../lab/checkout.ts";
import type { Seen } from "../contenders/lens.ts";
import { type HotFunction, summarize } from "../contenders/profile.ts";
import { Lab } from "../lab/lab.ts";
import { toTable } from "../lab/table.ts";
import { type EntrantOptions, openEntrants, takeTurn } from "./step.ts";

const PLACE = { history: 8, inFlight: 32 };
const MODE = "whole";
const WARM_UP = 3000;
const STEPS = 4000;
/** Functions and sites to show. */
const TOP = 60;

/** Tables for the present commit, or for the ones named; `floor` is one of the names. */
export async function profile(names: readonly string[]): Promise<string> {
  const tables: string[] = [];
  for (const name of names.length === 0 ? ["Treadle"] : names) {
    tables.push(await timesOf(name), await countsOf(name), await allocationsOf(name));
  }
  return tables.join("\n\n");
}

async function timesOf(name: string): Promise<string> {
  const folder = await Deno.makeTempDir();
  const { threads, ms } = await run(name, { cpuProfiles: folder });
  const [file] = await Array.fromAsync(Deno.readDir(folder));
  const { self, account } = summarize(JSON.parse(await Deno.readTextFile(`${folder}/${file?.name}`)), ms);
  const functions = (all: readonly HotFunction[]) =>
    toTable(["µs", "function", "place"], [
      [(all.reduce((sum, { microseconds }) => sum + microseconds, 0) / STEPS).toFixed(0), "(all)", ""],
      ...all.slice(0, TOP).map((
        { name, place, microseconds },
      ) => [(microseconds / STEPS).toFixed(1), name, place]),
    ]);
  const rows = Object.entries(threads).map(([thread, ms]) => [thread, (ms * 1000 / STEPS).toFixed(0)]);
  return [
    titleOf(name, "CPU"),
    "Threads of the process:",
    toTable(["thread", "µs"], rows),
    "On whose account:",
    functions(account),
    "On top of the stack:",
    functions(self),
  ].join("\n\n");
}

async function countsOf(name: string): Promise<string> {
  const file = await Deno.makeTempFile({ suffix: ".json" });
  await run(name, { lens: { kind: "counts", file } });
  const { counts } = await written(file);
  const rows = Object.entries(counts).toSorted(([, left], [, right]) => right - left);
  return [
    titleOf(name, "counts"),
    toTable(["made or called", "times"], rows.map(([what, times]) => [what, (times / STEPS).toFixed(1)])),
  ].join("\n\n");
}

async function allocationsOf(name: string): Promise<string> {
  const file = await Deno.makeTempFile({ suffix: ".json" });
  await run(name, { lens: { kind: "heap", file } });
  const { allocations } = await written(file);
  const all = allocations.reduce((sum, { bytes }) => sum + bytes, 0);
  const rows = allocations.slice(0, TOP).map(({ place, bytes }) => [(bytes / STEPS).toFixed(0), place]);
  return [
    titleOf(name, "heap"),
    toTable(["bytes", "site"], [[(all / STEPS).toFixed(0), "(all)"], ...rows]),
  ].join("\n\n");
}

function titleOf(name: string, what: string): string {
  return `### ${name}, ${MODE}, ${PLACE.inFlight} in flight: ${what}, per step`;
}

/** One server, observed while it runs {@link STEPS}, and ended; CPU of its threads and the time that took. */
async function run(name: string, observed: Pick<EntrantOptions, "lens" | "cpuProfiles">) {
  await using lab = await Lab.open(0);
  const root = ["floor", "AI SDK", "Treadle"].includes(name) ? undefined : await checkoutOf(name);
  const [entrant] = await openEntrants(lab, { label: name, root, ...observed }, 1);
  if (entrant === undefined) throw new Error(`${name} does not serve.`);
  await takeTurn(entrant, MODE, { ...PLACE, steps: WARM_UP });
  // Deno is a child of taskset's place: exec keeps the pid.
  const { pid } = entrant.child;
  const before = await threadTimes(pid);
  if (observed.lens !== undefined) Deno.kill(pid, "SIGUSR1");
  const began = performance.now();
  await takeTurn(entrant, MODE, { ...PLACE, steps: STEPS });
  const ms = performance.now() - began;
  if (observed.lens !== undefined) Deno.kill(pid, "SIGUSR2");
  return { ms, threads: differences(before, await threadTimes(pid)) };
}

/** Waits for the whole file. */
async function written(file: string): Promise<Seen> {
  for (;;) {
    const text = await Deno.readTextFile(file);
    try {
      return JSON.parse(text);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** CPU of the threads of a process in milliseconds, those of one name added up. */
async function threadTimes(pid: number): Promise<Record<string, number>> {
  const times: Record<string, number> = {};
  for await (const { name: thread } of Deno.readDir(`/proc/${pid}/task`)) {
    const stat = await Deno.readTextFile(`/proc/${pid}/task/${thread}/stat`).catch(() => ""); // threads come and go
    const [, name = "", rest = ""] = /^\d+ \((.*)\) (.*)$/s.exec(stat) ?? [];
    if (rest === "") continue;
    const fields = rest.split(" ");
    times[name] = (times[name] ?? 0) + (Number(fields[11]) + Number(fields[12])) * 10;
  }
  return times;
}

function differences(before: Record<string, number>, after: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, ms - (before[name] ?? 0)]));
}
