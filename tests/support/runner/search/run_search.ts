/**
 * `deno task test:search` runs the files of tests/search, each in a process of its own: all seeds, dialects, mutations, package managers,
 * rolling deployments and kill loops. It writes what came out to tests/search/last_search.json and docs/limits.md after each file, and
 * leaves out files that have passed at this commit: a run that was stopped goes on. `--minutes=30` begins no file after that time,
 * `--again` begins from the first. `TEST_SEED=8` begins random suites elsewhere. The last line is `N passed, N failed`.
 */
import { parseArgs } from "node:util";
import { installFor } from "../install.ts";
import { TestProcesses } from "../run_jobs.ts";
import { walkFiles } from "../../project.ts";
import { planFiles } from "../test_jobs.ts";
import { isTestFile } from "../tiers.ts";
import { readCommit, readRecord, type SearchedFile, type SearchRecord, writeRecord } from "./record.ts";

/** Fewer than for tests of a change: several of these files start many programs, or measure how long something took. */
const WIDTH = 3;

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    Deno.exit(2);
  }
}

async function main(): Promise<never> {
  const { values: { minutes, again } } = parseArgs({
    args: Deno.args,
    options: { minutes: { type: "string" }, again: { type: "boolean" } },
  });
  const record = await search(minutes === undefined ? Infinity : Number(minutes), again === true);
  const results = Object.values(record.files);
  const failed = results.flatMap((file) => file.failed);
  for (const name of failed) console.log(`FAILED: ${name}`);
  console.log(`\n${results.reduce((sum, { passed }) => sum + passed, 0)} passed, ${failed.length} failed`);
  Deno.exit(failed.length === 0 ? 0 : 1);
}

async function search(minutes: number, again: boolean): Promise<SearchRecord> {
  if (Number.isNaN(minutes) || minutes <= 0) {
    throw new Error("--minutes takes a number of minutes: --minutes=30");
  }
  const files = (await Array.fromAsync(walkFiles("tests/search"))).filter(isTestFile);
  const last = await readRecord();
  let record = await beginRecord(again, last);
  const left = files.filter((file) => !hasPassed(record.files[file]));
  console.log(`${left.length} of ${files.length} files to run at ${record.commit.slice(0, 8)}`);
  await installFor(files);
  await using processes = await TestProcesses.open();
  const endsAt = Date.now() + minutes * 60_000;
  await processes.runJobs(planFiles(left, secondsOf(last)), {
    width: WIDTH,
    mostMinutes: 120,
    mayBegin: () => Date.now() < endsAt,
    async onEnd({ job, counts, seconds }) {
      const { passed, failed, skipped } = counts;
      const result: SearchedFile = { passed, failed, skipped: skipped.length, seconds: Math.round(seconds) };
      const results = { ...record.files, [job.name]: result };
      record = { ...record, files: results, left: files.filter((file) => results[file] === undefined) };
      await writeRecord(record);
    },
  });
  return record;
}

/** What each file took the last time. */
function secondsOf(last: SearchRecord | undefined): Record<string, number> {
  return Object.fromEntries(Object.entries(last?.files ?? {}).map(([file, { seconds }]) => [file, seconds]));
}

/** The record of this commit and seed, or a new one. */
async function beginRecord(again: boolean, last: SearchRecord | undefined): Promise<SearchRecord> {
  const commit = await readCommit();
  const seed = Deno.env.get("TEST_SEED") ?? "";
  if (!again && last?.commit === commit && last.seed === seed) return last;
  return { commit, began: new Date().toISOString(), seed, files: {}, left: [] };
}

function hasPassed(file: SearchedFile | undefined): boolean {
  return file !== undefined && file.passed > 0 && file.failed.length === 0;
}
