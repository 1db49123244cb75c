/** Runs jobs of test files: `deno test` processes side by side, the output of each printed whole when it ends. */
import { stripVTControlCharacters } from "node:util";
import { cleanEnvironment } from "./environment.ts";
import type { FileTime } from "./file_times.ts";
import { mergeCounts, readJunit, type TestCounts } from "./junit.ts";
import { fromFileUrl, projectRoot } from "../project.ts";
import { runQueue } from "./run_queue.ts";
import type { TestJob } from "./test_jobs.ts";

/** Where reports and coverage are written. */
export const COVERAGE_FOLDER = ".cov";
export const IS_COVERED = Deno.env.get("TEST_COVERAGE") === "1";
const OWN_LINES = fromFileUrl(new URL("own_lines.ts", import.meta.url));
const FILE_TIMES = new URL("file_times.ts", import.meta.url).href;
const FIXED_SEED = new URL("fixed_seed.ts", import.meta.url).href;

/** Lines are counted in the processes of the first tier, and in none that a test starts. */
const COVERAGE = IS_COVERED
  ? [`--coverage=${COVERAGE_FOLDER}`, "--coverage-raw-data-only", `--preload=${OWN_LINES}`]
  : [];

/** How many `deno test` processes run at a time: more than the two cores of CI, because servers, installs and timers are waited for. */
const WIDTH = 3;

/** The ports of a process of the queue (see freePort), below those that systems hand out by themselves. */
const FIRST_PORT = 20_000;
const PORTS_EACH = 2_500;

const SECONDS_SHOWN = 5;

/** Minutes after which a job is ended: a test of it waits without end, or waits for a program that does. */
const MOST_MINUTES = 10;

/** What jobs came to. */
export interface RanJobs {
  readonly counts: TestCounts;
  readonly times: readonly FileTime[];
}

/** What one job came to. */
export interface RanJob extends RanJobs {
  readonly job: TestJob;
  readonly seconds: number;
  readonly output: string;
}

/** The processes of a run: they share a HOME, where the programs that they start write settings and logs, and what is bundled once. */
export class TestProcesses implements AsyncDisposable {
  readonly #home: string;
  readonly #bundles: string;
  readonly #environment: Record<string, string>;

  private constructor(home: string, environment: Record<string, string>) {
    this.#home = home;
    this.#bundles = `${home}/bundles`;
    this.#environment = environment;
  }

  static async open(): Promise<TestProcesses> {
    await Deno.remove(new URL(COVERAGE_FOLDER, projectRoot), { recursive: true }).catch(() => {});
    await Deno.mkdir(new URL(COVERAGE_FOLDER, projectRoot)); // for the reports of jobs without coverage
    const home = await Deno.makeTempDir({ prefix: "treadle-home-" });
    await Deno.mkdir(`${home}/bundles`);
    return new TestProcesses(home, await cleanEnvironment(home));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.#home, { recursive: true }).catch(() => {}); // a program that still ends writes there
  }

  /** Runs all of them. `onEnd` is called for each job, in the order in which they end. `mayBegin` is asked before each. */
  async runJobs(
    jobs: readonly TestJob[],
    { onEnd, mayBegin = () => true, width = WIDTH, coverage = false, mostMinutes = MOST_MINUTES }: {
      readonly onEnd?: (ran: RanJob) => Promise<void>;
      readonly mayBegin?: () => boolean;
      readonly width?: number;
      readonly coverage?: boolean;
      readonly mostMinutes?: number;
    } = {},
  ): Promise<RanJobs> {
    const ran: RanJob[] = [];
    await runQueue(jobs, width, async (job, lane) => {
      if (!mayBegin()) return;
      const one = await this.#runJob(job, lane, { coverage, mostMinutes });
      ran.push(one);
      await onEnd?.(one);
    });
    showLongest(ran);
    return {
      counts: mergeCounts(ran.map(({ counts }) => counts)),
      times: ran.flatMap(({ times }) => times),
    };
  }

  /** One process with these arguments, whose output is streamed. What the arguments leave out is not reported as skipped. */
  async runArguments(args: readonly string[]): Promise<TestCounts> {
    const tests = this.#spawn([...COVERAGE, ...args], "junit.xml", {});
    const [output, { success }] = await Promise.all([forward(tests), tests.status]);
    const counts = await countsOf("junit.xml", output, success);
    return { ...counts, skipped: counts.skipped.filter((name) => name.includes("[skipped: ")) };
  }

  /** `deno` with the environment of the tests. */
  deno(args: readonly string[], env: Record<string, string> = {}): Deno.Command {
    const colour: Record<string, string> = Deno.stdout.isTerminal() && !Deno.noColor
      ? { FORCE_COLOR: "1" }
      : {};
    return new Deno.Command(Deno.execPath(), {
      args: [...args],
      cwd: projectRoot,
      clearEnv: true,
      env: { ...this.#environment, ...colour, ...env },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    });
  }

  async #runJob(
    job: TestJob,
    lane: number,
    { coverage, mostMinutes }: { readonly coverage: boolean; readonly mostMinutes: number },
  ): Promise<RanJob> {
    const { name, files } = job;
    console.log(`${name}: started`);
    const startedMs = Date.now();
    const from = FIRST_PORT + lane * PORTS_EACH;
    const label = name.replaceAll("/", "-");
    const module = await this.#writeModule(label, files);
    const args = ["--no-check", ...coverage ? COVERAGE : [], module];
    const tests = this.#spawn(args, `junit-${label}.xml`, {
      TEST_PORTS: `${from}-${from + PORTS_EACH - 1}`,
      TEST_BUNDLES: this.#bundles,
    });
    let isLate = false;
    const limit = setTimeout(() => {
      isLate = true;
      tests.kill("SIGKILL");
    }, mostMinutes * 60_000);
    const [output, { success }] = await Promise.all([collect(tests), tests.status]);
    clearTimeout(limit);
    console.log(`\n== ${name}\n${output.trimEnd()}\n`);
    const counts = await countsOf(`junit-${label}.xml`, stripVTControlCharacters(output), success);
    if (isLate) counts.failed.push(`${name} ends within ${mostMinutes} minutes`);
    const times = await readTimes(`${this.#home}/${label}.json`);
    return { job, counts, times, output, seconds: (Date.now() - startedMs) / 1000 };
  }

  /**
   * The module of a job. It imports the files one after the other, since each file that `deno test` is given loads all of src anew: a
   * third of the processor time of a job.
   */
  async #writeModule(label: string, files: readonly string[]): Promise<string> {
    const path = `${this.#home}/${label}_test.ts`;
    const times = `${this.#home}/${label}.json`;
    const imports = files.flatMap((file) => [
      `mark(${JSON.stringify(file)});`,
      `await import(${JSON.stringify(new URL(file, projectRoot).href)});`,
    ]);
    const lines = [
      `import ${JSON.stringify(FIXED_SEED)};`,
      `import { declareMarks } from ${JSON.stringify(FILE_TIMES)};`,
      `const mark = declareMarks(${JSON.stringify(times)});`,
      ...imports,
      `mark("");`,
    ];
    await Deno.writeTextFile(path, `${lines.join("\n")}\n`);
    return path;
  }

  #spawn(args: readonly string[], junit: string, env: Record<string, string>): Deno.ChildProcess {
    return this.deno(["test", "--allow-all", `--junit-path=${COVERAGE_FOLDER}/${junit}`, ...args], env)
      .spawn();
  }
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

/** The times that the marks of a job wrote, none where its process ended before. */
async function readTimes(path: string): Promise<FileTime[]> {
  const text = await Deno.readTextFile(path).catch(() => "[]");
  return JSON.parse(text);
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

function showLongest(ran: readonly RanJob[]) {
  console.log("Seconds of the jobs:");
  for (const { job: { name }, seconds } of ran.toSorted((a, b) => b.seconds - a.seconds)) {
    if (seconds >= SECONDS_SHOWN) console.log(`${seconds.toFixed(1).padStart(6)} ${name}`);
  }
}
