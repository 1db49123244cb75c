/**
 * `deno task chaos`: every seed at every crash probability on every store, and a table of what was survived. One run alone:
 * `deno task chaos --store=memory --crash=0.15 --seed=7`. `--seeds=10` runs seeds 1 to 10 instead of 1 to 50.
 */
import { parseArgs } from "node:util";
import { startRedis } from "../support/redis/server.ts";
import type { ChaosResult } from "./chaos.ts";
import { CRASHES, firstSeeds, runSeeds, SEEDS } from "./seeds/seeds.ts";
import { memoryStores, sqliteStores, type StoreUnderChaos, upstashStores } from "./stores.ts";
import type { Tally } from "./world.ts";

const COLUMNS: readonly (keyof Tally)[] = [
  "crashes",
  "lost",
  "duplicates",
  "stalls",
  "fenced",
  "cancels",
  "steps",
  "observations",
  "unknown",
  "repeated",
  "answers",
];

async function main(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      store: { type: "string" },
      crash: { type: "string" },
      seed: { type: "string" },
      seeds: { type: "string" },
    },
  });
  const { store, crash, seed } = values;
  const seeds = seed === undefined ? firstSeeds(Number(values.seeds ?? SEEDS)) : [Number(seed)];
  await using redis = store === undefined || store === "upstash" ? await startRedis() : undefined;
  const stores = [memoryStores(), sqliteStores(), ...(redis ? [upstashStores(redis)] : [])];
  console.log(line(["store", "crash", "seeds", "failed", ...COLUMNS, "time"]));
  let held = true;
  for (const under of stores.filter(({ name }) => store === undefined || name === store)) {
    for (const probability of crash === undefined ? CRASHES : [Number(crash)]) {
      held = await runRow(under, probability, seeds) && held;
    }
  }
  return held;
}

async function runRow(store: StoreUnderChaos, crash: number, seeds: readonly number[]): Promise<boolean> {
  const startedAt = performance.now();
  const results = await runSeeds(store, crash, seeds, tell);
  const seconds = (performance.now() - startedAt) / 1000;
  const failed = results.filter(({ violations }) => violations.length > 0).length;
  const counts = COLUMNS.map((column) => results.reduce((sum, { tally }) => sum + tally[column], 0));
  console.log(line([store.name, crash, seeds.length, failed, ...counts, `${seconds.toFixed(0)} s`]));
  return failed === 0;
}

function tell({ violations }: ChaosResult, command: string): void {
  console.log(`${violations.length} violations; to run it again: ${command}`);
  for (const { kind, message } of violations.slice(0, 5)) console.log(`  ${kind}: ${message}`);
}

function line(cells: readonly (string | number)[]): string {
  return cells.map((cell) => String(cell).padStart(13)).join("");
}

if (import.meta.main) Deno.exit(await main(Deno.args) ? 0 : 1);
