// Where the CPU time of a step goes, by a sampling profiler: a lens for whoever optimises, not a figure.

import type { HotFunction, Profile } from "../contenders/profile.ts";
import { Lab } from "../lab/lab.ts";
import { toTable } from "../lab/table.ts";
import type { Layout } from "../lab/templates.ts";

export interface ProfileOptions {
  readonly contender: Layout;
  readonly histories: readonly number[];
  /** The thread's last step ran in the same isolate. */
  readonly warm: boolean;
  readonly steps: number;
  /** Functions to show. */
  readonly top: number;
}

/** Steps in process, after enough of them for the compiler to have settled. */
export async function profilePart(
  { contender, histories, warm, steps, top }: ProfileOptions,
): Promise<string> {
  await using lab = await Lab.open();
  const child = await lab.contender({ name: contender, ...(warm ? {} : { historyCache: "0" }) });
  const prepared = async (history: number) => {
    const threads = await lab.templates.copies(contender, history, steps);
    if (warm) await child.ask("run", { threads });
    return threads;
  };
  for (let round = 0; round < 3; round++) await child.ask("run", { threads: await prepared(10) });

  const tables: string[] = [];
  for (const history of histories) {
    await child.ask("run", { threads: await prepared(history) });
    const threads = await prepared(history);
    await child.ask("startProfile");
    await child.ask("run", { threads });
    const { self, account }: Profile = await child.ask("stopProfile");
    const title = `### ${contender}, ${warm ? "warm" : "cold"}, history ${history}: microseconds per step`;
    tables.push(
      title,
      `On whose account:`,
      table(account, steps, top),
      `On top of the stack:`,
      table(self, steps, top),
    );
    await lab.templates.remove(contender, history, threads);
  }
  return tables.join("\n\n");
}

function table(functions: readonly HotFunction[], steps: number, top: number): string {
  const rows = functions.slice(0, top).map(({ name, place, microseconds }) => [
    (microseconds / steps).toFixed(0),
    name,
    place,
  ]);
  const all = functions.reduce((sum, { microseconds }) => sum + microseconds, 0);
  return toTable(["µs", "function", "place"], [[(all / steps).toFixed(0), "(all)"], ...rows]);
}
