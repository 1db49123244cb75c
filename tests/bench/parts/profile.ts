// Where the CPU time of a step goes, by a sampling profiler: a lens for whoever optimises, not a figure.

import type { HotFunction, Profile } from "../contenders/profile.ts";
import { Lab } from "../lab/lab.ts";
import { toTable } from "../lab/table.ts";

export interface ProfileOptions {
  readonly contender: "treadle" | "floor";
  /** The thread's last step ran in the same isolate. */
  readonly warm: boolean;
}

const HISTORIES = [1, 50, 1000];
const STEPS = 200;
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
    ...(warm ? {} : { historyCache: "0" }),
  });
  const prepared = async (history: number) => {
    const threads = await lab.templates.copies(contender, history, STEPS);
    if (warm) await child.ask("run", { threads });
    return threads;
  };
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    await child.ask("run", { threads: await prepared(10) });
  }

  const tables: string[] = [];
  for (const history of HISTORIES) {
    await child.ask("run", { threads: await prepared(history) });
    const threads = await prepared(history);
    await child.ask("startProfile");
    await child.ask("run", { threads });
    const { self, account }: Profile = await child.ask("stopProfile");
    const title = `### ${contender}, ${warm ? "warm" : "cold"}, history ${history}: microseconds per step`;
    tables.push(
      title,
      `On whose account:`,
      table(account),
      `On top of the stack:`,
      table(self),
    );
    await lab.templates.remove(contender, history, threads);
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
