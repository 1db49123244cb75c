// Selection of tools by their words, beside minisearch: what a query takes, and what a new isolate has to do before.

import { fromFileUrl } from "../../support/project.ts";
import type { Part } from "../lab/part.ts";
import { median, quantile } from "../lab/statistics.ts";
import { toTable } from "../lab/table.ts";
import { benchCatalogue, benchQueries } from "../selection/catalogue.ts";
import { type Engine, ENGINES } from "../selection/engines.ts";
import { type BenchWorker, bundleBenchWorker, type Job, startBenchWorker } from "../selection/workerd.ts";

const COUNTS = [1_000, 10_000];
const NAMES = ["lexical", "minisearch"] as const;

/** Queries that are not counted. */
const WARM_UP = 50;

/** How much is measured. */
interface Effort {
  /** New processes and isolates. */
  readonly starts: number;
  readonly queries: number;
  /** Milliseconds of one query that are repeated inside one request: the round trip must be small beside them. */
  readonly batchMs: number;
}

export const selection: Part = {
  title: "Selection of tools",
  note:
    "Eight tools for a query of 33 words, from catalogues that a seed makes: descriptions of 13 words, three arguments. " +
    "minisearch has the same words, stems and stop words. Query: 200 different ones after a warm-up, the median of five times each. Clocks of " +
    "workerd stand still while code runs: there a query is repeated inside one request, and the round trip of an empty " +
    "request is subtracted. Build and load: the median of processes and isolates in which nothing of it ran before.",
  async measure({ quick }) {
    const script = await bundleBenchWorker();
    const rows: string[][] = [];
    for (const count of COUNTS) {
      const effort = effortOf(count, quick);
      const catalogue = benchCatalogue(count);
      const written = {
        lexical: ENGINES.lexical.build(catalogue),
        minisearch: ENGINES.minisearch.build(catalogue),
      };
      for (const name of NAMES) {
        const figures = [
          { runtime: "Deno", ...await measureDeno(name, count, written[name], effort) },
          {
            runtime: "workerd",
            ...await measureWorkerd(name, count, () => startBenchWorker(script, written), effort),
          },
        ];
        for (const { runtime, queries, build, load } of figures) {
          rows.push([
            count.toLocaleString("en"),
            runtime,
            name,
            median(queries).toFixed(3),
            quantile(queries, 0.95).toFixed(3),
            median(build).toFixed(0),
            median(load).toFixed(1),
            (written[name].length / 1024).toFixed(0),
          ]);
        }
      }
    }
    return toTable(
      ["tools", "runtime", "engine", "query p50 ms", "p95 ms", "build ms", "load ms", "index KiB"],
      rows,
    );
  },
};

function effortOf(count: number, quick: boolean): Effort {
  if (quick) return { starts: count > 1_000 ? 1 : 3, queries: 40, batchMs: 5 };
  return { starts: count > 1_000 ? 3 : 9, queries: 200, batchMs: 20 };
}

interface Figures {
  /** Milliseconds of each query. */
  readonly queries: readonly number[];
  readonly build: readonly number[];
  readonly load: readonly number[];
}

async function measureDeno(
  name: Job["engine"],
  count: number,
  written: Uint8Array,
  { starts, queries }: Effort,
): Promise<Figures> {
  const catalogue = benchCatalogue(count);
  const engine: Engine = ENGINES[name];
  const select = engine.open(written, catalogue);
  const texts = benchQueries(200, catalogue);
  for (const text of texts.slice(0, WARM_UP)) select(text);
  const times = texts.slice(0, queries).map((text) =>
    median(Array.from({ length: 5 }, () => {
      const begin = performance.now();
      select(text);
      return performance.now() - begin;
    }))
  );
  const file = await Deno.makeTempFile();
  try {
    await Deno.writeFile(file, written);
    const [build, load]: [number[], number[]] = [[], []];
    for (let start = 0; start < starts; start++) {
      build.push(await runCold(name, String(count)));
      load.push(await runCold(name, String(count), file));
    }
    return { queries: times, build, load };
  } finally {
    await Deno.remove(file);
  }
}

async function runCold(...args: string[]): Promise<number> {
  const script = fromFileUrl(new URL("../selection/cold.ts", import.meta.url));
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", "--no-check", script, ...args],
    env: { NO_COLOR: "1" },
    stderr: "inherit",
  }).output();
  const took = Number.parseFloat(new TextDecoder().decode(stdout));
  if (Number.isNaN(took)) throw new Error(`cold.ts ${args.join(" ")} printed no figure.`);
  return took;
}

async function measureWorkerd(
  engine: Job["engine"],
  count: number,
  start: () => Promise<BenchWorker>,
  { starts, queries, batchMs }: Effort,
): Promise<Figures> {
  const cold = async (type: "build" | "read") => {
    await using worker = await start();
    await worker.time({ type: "catalogue", count });
    const empty = await emptyTrip(worker);
    return Math.max(0, await worker.time({ type, engine }) - empty);
  };
  const [build, load]: [number[], number[]] = [[], []];
  for (let time = 0; time < starts; time++) {
    build.push(await cold("build"));
    load.push(await cold("read"));
  }
  await using worker = await start();
  await worker.time({ type: "catalogue", count });
  await worker.time({ type: "open", engine });
  for (let query = 0; query < WARM_UP; query++) {
    await worker.time({ type: "select", engine, query, times: 2 });
  }
  const empty = await emptyTrip(worker);
  const times: number[] = [];
  for (let query = 0; query < queries; query++) {
    const once = Math.max(0.02, await worker.time({ type: "select", engine, query, times: 4 }) - empty) / 4;
    const repeated = Math.max(1, Math.ceil(batchMs / once));
    const took = await worker.time({ type: "select", engine, query, times: repeated });
    times.push(Math.max(0, took - empty) / repeated);
  }
  return { queries: times, build, load };
}

async function emptyTrip(worker: BenchWorker): Promise<number> {
  const trips: number[] = [];
  for (let trip = 0; trip < 40; trip++) trips.push(await worker.time({ type: "nothing" }));
  return median(trips);
}
