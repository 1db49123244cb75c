/**
 * `deno task test` runs the tests of the first tier (see tiers.ts), and fails for a file that takes longer than its tier may.
 * `deno task test:all` runs the second as well; `--shard=2/4` is a quarter of its jobs, `--affected` or `--affected=main` the files that
 * the changes since a revision concern (the last commit by default), `--rest` all but what `deno task test` runs in a clone alone.
 * Other arguments go to one `deno test`: `deno task test tests/stores`, `deno task test --filter P2` (of the first tier). It checks types.
 * The last line is `N passed, N failed`. With TEST_COVERAGE=1 the first tier counts lines of src, and is held to its share.
 */
import { parseArgs } from "node:util";
import { changedSince, concernedBy, dependentsOf, readDependencies } from "./concerned.ts";
import { type FileCoverage, percentOf, readLcov, REQUIRED_PERCENT } from "./coverage.ts";
import { MOST_SECONDS, slowestOf, slownessOf } from "./file_times.ts";
import { installFor } from "./install.ts";
import type { TestCounts } from "./junit.ts";
import { fromFileUrl, projectRoot, walkFiles } from "../project.ts";
import { COVERAGE_FOLDER, IS_COVERED, TestProcesses } from "./run_jobs.ts";
import { planJobs, shardOf } from "./test_jobs.ts";
import { isTestFile, tierOf } from "./tiers.ts";

const SHARED_MODULE = "tests/support/shared.ts";

/** The one start of each engine, which takes as long as its program. */
const BOOTS = "tests/boots/";

/** Options of `deno task test:all`. */
interface AllOptions {
  /** `2/4` */
  readonly shard?: string;
  /** The revision, or "" for the last commit. */
  readonly affected?: string;
  readonly rest?: boolean;
}

if (import.meta.main) {
  try {
    const counts = await run(Deno.args);
    report(counts);
    Deno.exit(counts.failed.length === 0 ? 0 : 1);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    Deno.exit(2);
  }
}

async function run(args: readonly string[]): Promise<TestCounts> {
  const [first, ...others] = args;
  if (first === undefined) return await runFast();
  return first === "--all" ? await runAll(readOptions(others)) : await runSome(args);
}

/** One process with these arguments, which has the folders of the first tier where they name none. */
async function runSome(args: readonly string[]): Promise<TestCounts> {
  const files = await fastFiles();
  const paths = args.filter((each) => each.startsWith("tests"));
  const isFast = paths.every((path) => path !== "tests" && tierOf(`${path}/`) === "fast");
  await installFor(isFast ? files : paths);
  await using processes = await TestProcesses.open();
  const folders = new Set(files.map((file) => file.split("/").slice(0, 2).join("/")));
  return await processes.runArguments(paths.length === 0 ? [...args, ...folders] : args);
}

async function testFiles(): Promise<string[]> {
  return (await Array.fromAsync(walkFiles("tests"))).filter(isTestFile);
}

async function fastFiles(): Promise<string[]> {
  return (await testFiles()).filter((file) => tierOf(file) === "fast");
}

/** The first tier, each file within its seconds. */
async function runFast(): Promise<TestCounts> {
  const files = await fastFiles();
  await installFor(files);
  await using processes = await TestProcesses.open();
  const { counts, times } = await processes.runJobs(planJobs(files), { coverage: true });
  const limited = times.filter(({ file }) => !file.startsWith(BOOTS));
  const slowness = slownessOf(limited);
  // What else the machine did in these seconds is not the file's: one that is too slow is so twice.
  const slow = [...slowestOf(limited, slowness).keys()];
  if (slow.length > 0) {
    const again = await processes.runJobs(planJobs(slow), { coverage: true });
    for (const [file, seconds] of slowestOf(again.times, slowness)) {
      counts.failed.push(`${file} takes at most ${MOST_SECONDS} s: ${seconds.toFixed(1)}; see tests/slow`);
    }
    counts.failed.push(...again.counts.failed);
  }
  if (IS_COVERED && !coverageHolds(await readCoverage(processes))) {
    counts.failed.push(`line coverage of src is at least ${REQUIRED_PERCENT} %`);
  }
  return counts;
}

async function runAll(options: AllOptions): Promise<TestCounts> {
  const jobs = shardOf(planJobs(await filesOf(options)), options.shard);
  await installFor(["tests/slow", ...jobs.flatMap(({ files }) => files)]);
  await using processes = await TestProcesses.open();
  const { counts } = await processes.runJobs(jobs);
  return counts;
}

async function filesOf({ affected, rest }: AllOptions): Promise<string[]> {
  const files = (await testFiles()).filter((file) => tierOf(file) !== "search");
  if (affected === undefined && rest !== true) return files;
  const dependencies = await readDependencies();
  if (affected !== undefined) {
    return concernedBy(await changedSince(affected || "HEAD"), files, dependencies);
  }
  const readers = dependentsOf([SHARED_MODULE], dependencies);
  return files.filter((file) => tierOf(file) === "slow" || readers.has(file));
}

function readOptions(args: readonly string[]): AllOptions {
  // `--affected` alone has no value.
  const spelled = args.map((arg) => arg === "--affected" ? "--affected=" : arg);
  const { values } = parseArgs({
    args: spelled,
    options: { shard: { type: "string" }, affected: { type: "string" }, rest: { type: "boolean" } },
  });
  return values;
}

/** The lines of this run, which are also written to .cov/lcov.info. */
async function readCoverage(processes: TestProcesses): Promise<FileCoverage[]> {
  const { stdout } = await processes.deno(["coverage", "--lcov", COVERAGE_FOLDER]).output();
  await Deno.writeFile(new URL(`${COVERAGE_FOLDER}/lcov.info`, projectRoot), stdout);
  return readLcov(new TextDecoder().decode(stdout), fromFileUrl(projectRoot));
}

function coverageHolds(files: readonly FileCoverage[]): boolean {
  const percent = percentOf(files);
  const show = (value: number) => value.toFixed(1).padStart(5);
  console.log(`\n${show(percent)} % of the lines of src are covered (required: ${REQUIRED_PERCENT} %)`);
  for (const file of files.slice(0, 10).filter((file) => percentOf([file]) < REQUIRED_PERCENT)) {
    console.log(`${show(percentOf([file]))} % ${file.path}`);
  }
  return percent >= REQUIRED_PERCENT;
}

function report(counts: TestCounts) {
  for (const name of counts.skipped) console.log(`skipped: ${name}`);
  for (const name of counts.failed) console.log(`FAILED: ${name}`);
  console.log(`\n${counts.passed} passed, ${counts.failed.length} failed`);
}
