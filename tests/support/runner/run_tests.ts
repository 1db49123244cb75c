/**
 * `deno task test`: runs every test, five `deno test` processes at a time, and ends with the line `N passed, N failed`. The
 * types are checked by `deno task check`. With TEST_COVERAGE=1 it holds src to its line coverage as well, which takes a third
 * of the time of the jobs whose lines are counted: where enough lines are reached without a file, it runs without.
 * `deno task test:shared` runs the files that may read ../shared, and fails where the folder lacks what they read.
 * Other arguments go to one `deno test` (`deno task test tests/stores`, `deno task test --filter P2`), which checks types and
 * has no coverage gate.
 */
import { stripVTControlCharacters } from "node:util";
import { percentOf, readLcov, REQUIRED_PERCENT } from "./coverage.ts";
import { mergeCounts, readJunit, type TestCounts } from "./junit.ts";
import { cleanEnvironment } from "./environment.ts";
import { filesReaching } from "./reaching.ts";
import { fromFileUrl, projectRoot, walkFiles } from "../project.ts";
import { isMeasured, isTestFile, measuresPrograms, planJobs, type TestJob } from "./test_jobs.ts";
import { runQueue } from "./run_queue.ts";

const READS_SHARED = "--reads-shared";
const SHARED_MODULE = "tests/support/shared.ts";

const COVERAGE_FOLDER = ".cov";
const IS_COVERED = Deno.env.get("TEST_COVERAGE") === "1";
const OWN_LINES = fromFileUrl(new URL("own_lines.ts", import.meta.url));
const COVERAGE = IS_COVERED ? [`--coverage=${COVERAGE_FOLDER}`, "--coverage-raw-data-only"] : [];

/** How many `deno test` processes run at a time: more than the two cores of CI, because servers, installs and timers are waited for. */
const WIDTH = 5;

/** The ports of a process of the queue (see freePort), below those that systems hand out by themselves. */
const FIRST_PORT = 20_000;
const PORTS_EACH = 2_500;

const SECONDS_SHOWN = 5;

/** The HOME of the tests: programs that they start write their settings and logs there. */
const HOME = await Deno.makeTempDir({ prefix: "treadle-home-" });
const ENVIRONMENT = await cleanEnvironment(HOME);

/** What test processes of a run of all share, so that not each makes it. */
const BUNDLES = `${HOME}/bundles`;

if (import.meta.main) {
  await Deno.remove(new URL(COVERAGE_FOLDER, projectRoot), { recursive: true }).catch(() => {});
  await Deno.mkdir(new URL(COVERAGE_FOLDER, projectRoot)); // for the reports of jobs without coverage
  const counts = await runArguments(Deno.args);
  report(counts);
  await Deno.remove(HOME, { recursive: true }).catch(() => {}); // a program that still ends writes there
  Deno.exit(counts.failed.length === 0 ? 0 : 1);
}

async function runArguments(args: string[]): Promise<TestCounts> {
  if (args.length > 0 && args[0] !== READS_SHARED) return await runSome(args);
  const files = (await Array.fromAsync(walkFiles("tests"))).filter(isTestFile);
  return args.length === 0 ? await runAll(files) : await runJobs(await readersOfShared(files));
}

/** One process, whose output is streamed. What the arguments leave out is not reported as skipped. */
async function runSome(args: string[]): Promise<TestCounts> {
  const tests = testProcess([...COVERAGE, ...args], "junit.xml", {});
  const [output, { success }] = await Promise.all([forward(tests), tests.status]);
  const counts = await countsOf("junit.xml", output, success);
  return { ...counts, skipped: counts.skipped.filter((name) => name.includes("[skipped: ")) };
}

/** Every job, and the coverage of src. */
async function runAll(files: readonly string[]): Promise<TestCounts> {
  const all = await runJobs(files);
  if (IS_COVERED && all.passed > 0 && !await coverageHolds()) {
    all.failed.push(`line coverage of src is at least ${REQUIRED_PERCENT} %`);
  }
  return all;
}

/** The test files that can tell whether ../shared is there. */
async function readersOfShared(files: readonly string[]): Promise<string[]> {
  const readers = await filesReaching(SHARED_MODULE, files, await importing("every_test", files));
  if (readers.length === 0) throw new Error(`No test file reaches ${SHARED_MODULE}.`);
  return readers;
}

/** The jobs of the files, the output of each printed whole when it ends. */
async function runJobs(files: readonly string[]): Promise<TestCounts> {
  await Deno.mkdir(BUNDLES);
  const counts: TestCounts[] = [];
  const times: { name: string; seconds: number }[] = [];
  await runQueue(planJobs(files), WIDTH, async (job, lane) => {
    const startedMs = Date.now();
    counts.push(await runJob(job, lane));
    times.push({ name: job.name, seconds: (Date.now() - startedMs) / 1000 });
  });
  showTimes(times);
  return mergeCounts(counts);
}

async function runJob({ name, files }: TestJob, lane: number): Promise<TestCounts> {
  console.log(`${name}: started`);
  const from = FIRST_PORT + lane * PORTS_EACH;
  const junit = `junit-${name.replaceAll("/", "-")}.xml`;
  const coverage = files.every(isMeasured) ? coverageOf(files) : [];
  const tests = testProcess(["--no-check", ...coverage, await moduleOf(name, files)], junit, {
    TEST_PORTS: `${from}-${from + PORTS_EACH - 1}`,
    TEST_BUNDLES: BUNDLES,
  });
  const [output, { success }] = await Promise.all([collect(tests), tests.status]);
  console.log(`\n== ${name}\n${output.trimEnd()}\n`);
  return await countsOf(junit, stripVTControlCharacters(output), success);
}

/** The options of a job whose lines are counted: without those of the programs that it starts, unless they are to be counted. */
function coverageOf(files: readonly string[]): string[] {
  return IS_COVERED && !files.some(measuresPrograms) ? [...COVERAGE, `--preload=${OWN_LINES}`] : COVERAGE;
}

/**
 * The file to run. Several files are imported by one, since each file that `deno test` is given loads all of src anew: a third of
 * the CPU time of a job.
 */
async function moduleOf(name: string, files: readonly string[]): Promise<string> {
  const [only = ""] = files;
  return files.length === 1 ? only : await importing(`${name.replaceAll("/", "-")}_test`, files);
}

/** The path of a module of this name that imports the files. */
async function importing(name: string, files: readonly string[]): Promise<string> {
  const path = `${HOME}/${name}.ts`;
  const imports = files.map((file) => `import ${JSON.stringify(new URL(file, projectRoot).href)};\n`);
  await Deno.writeTextFile(path, imports.join(""));
  return path;
}

/** The report, plus the files that failed before they could declare a test. */
async function countsOf(junit: string, output: string, success: boolean): Promise<TestCounts> {
  const counts = readJunit(
    await Deno.readTextFile(new URL(`${COVERAGE_FOLDER}/${junit}`, projectRoot)).catch(() => ""),
  );
  for (const [, file] of output.matchAll(/^Uncaught error from (\S+)/gm)) counts.failed.push(`${file} loads`);
  if (!success && counts.failed.length === 0) {
    counts.failed.push(`deno test compiles and runs the tests of ${junit} (see above)`);
  }
  return counts;
}

/** Passes output on as it comes, and returns all of it without its colours. */
async function forward({ stdout, stderr }: Deno.ChildProcess): Promise<string> {
  const [shown, kept] = stdout.tee();
  const [text] = await Promise.all([
    new Response(kept).text(),
    shown.pipeTo(Deno.stdout.writable, { preventClose: true }),
    stderr.pipeTo(Deno.stderr.writable, { preventClose: true }),
  ]);
  return stripVTControlCharacters(text);
}

/** Both outputs of a process in the order in which they came. */
async function collect({ stdout, stderr }: Deno.ChildProcess): Promise<string> {
  let text = "";
  await Promise.all([stdout, stderr].map(async (stream) => {
    for await (const piece of stream.pipeThrough(new TextDecoderStream())) text += piece;
  }));
  return text;
}

async function coverageHolds(): Promise<boolean> {
  const { stdout } = await deno(["coverage", "--lcov", COVERAGE_FOLDER]).output();
  await Deno.writeFile(new URL(`${COVERAGE_FOLDER}/lcov.info`, projectRoot), stdout);
  const files = readLcov(new TextDecoder().decode(stdout), fromFileUrl(projectRoot));
  const percent = percentOf(files);
  const show = (value: number) => value.toFixed(1).padStart(5);
  console.log(`\n${show(percent)} % of the lines of src are covered (required: ${REQUIRED_PERCENT} %)`);
  for (const file of files.slice(0, 10).filter((file) => percentOf([file]) < REQUIRED_PERCENT)) {
    console.log(`${show(percentOf([file]))} % ${file.path}`);
  }
  return percent >= REQUIRED_PERCENT;
}

/** The longest jobs, for the list of slow folders in test_jobs.ts. */
function showTimes(times: readonly { name: string; seconds: number }[]) {
  console.log("Seconds of the jobs:");
  for (const { name, seconds } of times.toSorted((a, b) => b.seconds - a.seconds)) {
    if (seconds >= SECONDS_SHOWN) console.log(`${seconds.toFixed(1).padStart(6)} ${name}`);
  }
}

function report(counts: TestCounts) {
  for (const name of counts.skipped) console.log(`skipped: ${name}`);
  for (const name of counts.failed) console.log(`FAILED: ${name}`);
  console.log(`\n${counts.passed} passed, ${counts.failed.length} failed`);
}

function testProcess(args: string[], junit: string, env: Record<string, string>): Deno.ChildProcess {
  const options = ["--allow-all", `--junit-path=${COVERAGE_FOLDER}/${junit}`];
  return deno(["test", ...options, ...args], env).spawn();
}

function deno(args: string[], env: Record<string, string> = {}): Deno.Command {
  const colour: Record<string, string> = Deno.stdout.isTerminal() && !Deno.noColor
    ? { FORCE_COLOR: "1" }
    : {};
  return new Deno.Command(Deno.execPath(), {
    args,
    cwd: projectRoot,
    clearEnv: true,
    env: { ...ENVIRONMENT, ...colour, ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
}
