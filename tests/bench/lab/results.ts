// What the part `step` measured at a commit, one file each in tests/bench/results, and how a new measure compares with the
// last of them.

import { projectRoot } from "../../support/project.ts";

const FOLDER = new URL("tests/bench/results/", projectRoot);

/** A ratio to the floor that grows by more is told. */
const MOST_GROWTH = 1.05;

/** What the steps of one turn took. */
export interface StepFigures {
  /** CPU of the server for a step, all its threads. */
  readonly cpuMs: number;
  /** The median from a request to the end of its answer. */
  readonly wallMs: number;
  readonly p99Ms: number;
  readonly stepsPerSecond: number;
}

/** Medians over the rounds of one contender at one place. */
export interface StepRow extends StepFigures {
  readonly contender: string;
  readonly history: number;
  readonly inFlight: number;
  readonly bestCpuMs: number;
  /** To the floor in the same round. */
  readonly cpuRatio: number;
  readonly wallRatio: number;
}

interface Results {
  readonly commit: string;
  /** When it was measured, in ISO 8601. */
  readonly at: string;
  readonly rows: readonly StepRow[];
}

/** Keeps the rows of a commit. */
export async function writeResults(commit: string, rows: readonly StepRow[]): Promise<void> {
  const results: Results = { commit, at: new Date().toISOString(), rows: rows.map(rounded) };
  await Deno.mkdir(FOLDER, { recursive: true });
  await Deno.writeTextFile(new URL(`${commit}.json`, FOLDER), `${JSON.stringify(results, null, 2)}\n`);
}

/** The newest file; undefined when there is none. */
export async function lastResults(): Promise<Results | undefined> {
  const all: Results[] = [];
  for await (const { name } of Deno.readDir(FOLDER)) {
    if (name.endsWith(".json")) all.push(JSON.parse(await Deno.readTextFile(new URL(name, FOLDER))));
  }
  return all.sort((left, right) => left.at < right.at ? -1 : 1).at(-1);
}

/** A line for each ratio of Treadle to the floor that is more than 5 % above the last one. */
export function growthsSince(last: Results, rows: readonly StepRow[]): string[] {
  return rows.filter(({ contender }) => contender.startsWith("Treadle, ")).flatMap((row) => {
    const { history, inFlight } = row;
    const before = last.rows.find((old) =>
      old.contender === row.contender && old.history === history && old.inFlight === inFlight
    );
    if (before === undefined) return [];
    return (["cpuRatio", "wallRatio"] as const).filter((key) => row[key] > before[key] * MOST_GROWTH).map((
      key,
    ) =>
      `warning: ${row.contender}: ${
        key === "cpuRatio" ? "CPU" : "wall time"
      } of a step at ${history} steps of history, ${inFlight} in ` +
      `flight, is ${row[key].toFixed(2)} times the floor's; it was ${
        before[key].toFixed(2)
      } at ${last.commit} ` +
      `(+${((row[key] / before[key] - 1) * 100).toFixed(0)} %).`
    );
  });
}

/** Three decimals say all that these figures know. */
function rounded(row: StepRow): StepRow {
  return JSON.parse(
    JSON.stringify(row, (_, value) => typeof value === "number" ? Number(value.toFixed(3)) : value),
  );
}
