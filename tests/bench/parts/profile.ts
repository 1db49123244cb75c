// Where a step behind HTTP goes: CPU by function and by thread of the process, allocations by site, and what it makes. A lens
// for whoever optimises, not a figure.

import { checkoutOf } from "../lab/checkout.ts";
import type { Seen } from "../contenders/lens.ts";
import { Lab } from "../lab/lab.ts";
import { toTable } from "../lab/table.ts";
import { openEntrant, takeTurn } from "./step.ts";

const PLACE = { history: 10, inFlight: 32 };
const WARM_UP = 3000;
const STEPS = 2000;
/** Functions and sites to show. */
const TOP = 45;

/** Tables for the present commit, or for the ones named; `floor` is one of the names. */
export async function profile(names: readonly string[]): Promise<string> {
  const tables: string[] = [];
  for (const name of names.length === 0 ? ["Treadle"] : names) {
    for (const kind of ["counts", "cpu", "heap"] as const) tables.push(await seenOf(name, kind));
  }
  return tables.join("\n\n");
}

async function seenOf(name: string, kind: "counts" | "cpu" | "heap"): Promise<string> {
  await using stack = new AsyncDisposableStack();
  const file = await Deno.makeTempFile({ suffix: ".json" });
  const lab = stack.use(await Lab.open(0));
  const root = ["floor", "AI SDK", "Treadle"].includes(name) ? undefined : await checkoutOf(name);
  const entrant = await openEntrant(lab, { label: name, root, lens: { kind, file } });
  await takeTurn(entrant, { ...PLACE, steps: WARM_UP });
  const before = await threadTimes(entrant.child.pid);
  // Deno is a child of taskset's place: exec keeps the pid.
  Deno.kill(entrant.child.pid, "SIGUSR1");
  await takeTurn(entrant, { ...PLACE, steps: STEPS });
  Deno.kill(entrant.child.pid, "SIGUSR2");
  const threads = differences(before, await threadTimes(entrant.child.pid));
  const { counts, profile: { self, account }, allocations } = await written(file);
  const title = `### ${name}, ${PLACE.inFlight} in flight: ${kind}, per step`;
  switch (kind) {
    case "counts": {
      const rows = Object.entries(counts).toSorted(([, left], [, right]) => right - left);
      return [
        title,
        toTable(["made or called", "times"], rows.map(([what, times]) => [what, (times / STEPS).toFixed(1)])),
      ]
        .join("\n\n");
    }
    case "cpu": {
      const functions = (all: typeof self) =>
        toTable(["µs", "function", "place"], [
          [(all.reduce((sum, { microseconds }) => sum + microseconds, 0) / STEPS).toFixed(0), "(all)", ""],
          ...all.slice(0, TOP).map((
            { name, place, microseconds },
          ) => [(microseconds / STEPS).toFixed(1), name, place]),
        ]);
      const rows = Object.entries(threads).map(([thread, ms]) => [thread, (ms * 1000 / STEPS).toFixed(0)]);
      return [
        title,
        "Threads of the process:",
        toTable(["thread", "µs"], rows),
        "On whose account:",
        functions(account),
        "On top of the stack:",
        functions(self),
      ].join("\n\n");
    }
    case "heap": {
      const all = allocations.reduce((sum, { bytes }) => sum + bytes, 0);
      const rows = allocations.slice(0, TOP).map(({ place, bytes }) => [(bytes / STEPS).toFixed(0), place]);
      return [title, toTable(["bytes", "site"], [[(all / STEPS).toFixed(0), "(all)"], ...rows])].join("\n\n");
    }
  }
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
