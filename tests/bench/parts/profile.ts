// Where the CPU time of a step goes, by a sampling profiler: a lens for whoever optimises, not a figure.

import type { HotFunction, Profile } from "../contenders/profile.ts";
import { Lab, WARM_BYTES } from "../lab/lab.ts";
import { toTable } from "../lab/table.ts";

export interface ProfileOptions {
  readonly contender: "treadle" | "floor";
  /** The thread's last step ran in the same isolate. */
  readonly warm: boolean;
}

const HISTORIES = [1, 50, 1000];
/** A warm isolate has to hold as many threads. */
const STEPS = 60;
/** Rounds that let the compiler settle. */
const WARM_UP_ROUNDS = 10;
/** Functions to show. */
const TOP = 40;

/** Steps in process, cold or warm, at three histories. */
export async function profile({ contender, warm }: ProfileOptions): Promise<string> {
  await using lab = await Lab.open();
  const child = await lab.contender({
    name: contender,
    layout: contender,
    historyCache: warm ? WARM_BYTES : "0",
  });
  /** `around` is given the steps to run. */
  const run = async (history: number, around = (steps: () => Promise<unknown>) => steps()) => {
    const threads = await lab.templates.copies(contender, history, STEPS);
    if (warm) await child.ask("run", { threads });
    await around(() => child.ask("run", { threads }));
    await lab.templates.remove(contender, history, threads);
  };
  for (let round = 0; round < WARM_UP_ROUNDS; round++) await run(10);

  const tables: string[] = [];
  for (const history of HISTORIES) {
    await run(history);
    await run(history, async (steps) => {
      await child.ask("startProfile");
      await steps();
    });
    const { self, account }: Profile = await child.ask("stopProfile");
    const title = `### ${contender}, ${warm ? "warm" : "cold"}, history ${history}: microseconds per step`;
    tables.push(
      title,
      `On whose account:`,
      table(account),
      `On top of the stack:`,
      table(self),
    );
  }
  return tables.join("\n\n");
}

function table(functions: readonly HotFunction[]): string {
  const all = functions.reduce((sum, { microseconds }) => sum + microseconds, 0);
  const perStep = (microseconds: number) => (microseconds / STEPS).toFixed(0);
  const rows = functions.slice(0, TOP).map((
    { name, place, microseconds },
  ) => [perStep(microseconds), name, place]);
  return toTable(["µs", "function", "place"], [[perStep(all), "(all)", ""], ...rows]);
}
