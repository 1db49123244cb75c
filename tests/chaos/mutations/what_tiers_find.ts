/**
 * `deno task test:faults` plants each defect of these lists in a copy of the project, and runs the tests that it concerns until one
 * fails: those of the first tier, and where none of them does those of the second. It prints a line for each defect and how many each tier
 * finds. Programs that tests start are without the defect, so what is found is the least. `--only=TEXT` plants those whose name has it.
 */
import { parseArgs, stripVTControlCharacters } from "node:util";
import { concernedBy, readDependencies } from "../../support/runner/concerned.ts";
import { readJunit } from "../../support/runner/junit.ts";
import { runQueue } from "../../support/runner/run_queue.ts";
import { TestProcesses } from "../../support/runner/run_jobs.ts";
import { planFiles, planJobs, type TestJob } from "../../support/runner/test_jobs.ts";
import { isTestFile, type Tier, tierOf } from "../../support/runner/tiers.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { PLANTED, type Planted } from "./planted.ts";

/** Where the tests of a defect are found: what depends on the file that it changes. */
const CHANGES = {
  script: "src/stores/upstash/lua/script.ts",
  tables: "src/stores/embedded/memory.ts",
  runtime: "src/runtime/run.ts",
} as const;

/** Slow folders whose tests run in their own process: the others start programs, which are without the defect. */
const IN_PROCESS =
  /^tests\/slow\/(?:agents|chaos|conformance|core|history|http|kernel|plugins|runtime|stores|tools|wire)\//;

/** The suites that plant defects themselves, and those that test programs alone. */
const APART = /\/mutations\/|^tests\/boots\//;

const WIDTH = 2;

interface Found {
  readonly name: string;
  readonly tier?: Tier;
  readonly test?: string;
}

if (import.meta.main) {
  const { values: { only = "" } } = parseArgs({ args: Deno.args, options: { only: { type: "string" } } });
  const found = await plantAll(PLANTED.filter(({ name }) => name.includes(only)));
  for (const tier of ["fast", "slow", undefined] as const) {
    console.log(
      `${found.filter((each) => each.tier === tier).length} found by ${tier ?? "no tier of these"}`,
    );
  }
}

async function plantAll(mutations: readonly Planted[]): Promise<Found[]> {
  const dependencies = await readDependencies();
  const files = [...dependencies.keys()].filter((file) =>
    file.startsWith("tests/") && isTestFile(file) && !APART.test(file) &&
    (tierOf(file) === "fast" || IN_PROCESS.test(file))
  );
  const jobs = Object.fromEntries(
    Object.entries(CHANGES).map((
      [kind, change],
    ) => [kind, jobsOf(concernedBy([change], files, dependencies))]),
  );
  await using processes = await TestProcesses.open();
  await using copy = await Copy.make(processes);
  const found: Found[] = [];
  // The job that found the last ones first: most defects of a list are found by the same tests.
  const finds = new Map<string, number>();
  await runQueue(mutations, WIDTH, async (mutation, lane) => {
    const ordered = (jobs[kindOf(mutation)] ?? []).toSorted((a, b) =>
      tierRank(a) - tierRank(b) || (finds.get(b.name) ?? 0) - (finds.get(a.name) ?? 0)
    );
    let result: Found = { name: mutation.name };
    for (const job of ordered) {
      const test = await copy.failureOf(job, lane, mutation.name);
      if (test === undefined || await copy.failureOf(job, lane) !== undefined) continue;
      finds.set(job.name, (finds.get(job.name) ?? 0) + 1);
      result = { name: mutation.name, tier: tierOf(job.files[0] ?? ""), test };
      break;
    }
    found.push(result);
    console.log(`${result.tier ?? "none"}\t${mutation.name}\t${result.test ?? ""}`);
  });
  return found;
}

function kindOf(mutation: Planted): keyof typeof CHANGES {
  return "script" in mutation ? "script" : "tables" in mutation ? "tables" : "runtime";
}

function tierRank({ files: [file = ""] }: TestJob): number {
  return tierOf(file) === "fast" ? 0 : 1;
}

/** The tests of the stores' contract are jobs of their own: they find most, and are run first. */
function jobsOf(files: readonly string[]): TestJob[] {
  const { contract = [], others = [] } = Object.groupBy(
    files,
    (file) => /^tests\/(?:slow\/)?(?:conformance|stores)\//.test(file) ? "contract" : "others",
  );
  return [...planFiles(contract), ...planJobs(others)];
}

/** What is committed, with the packages of the project, where `startRun` takes what a defect makes of its dependencies. */
class Copy implements AsyncDisposable {
  readonly #folder: string;
  readonly #processes: TestProcesses;
  /** What fails in a job without a defect. */
  readonly #faulty = new Map<TestJob, Promise<string | undefined>>();

  private constructor(folder: string, processes: TestProcesses) {
    this.#folder = folder;
    this.#processes = processes;
  }

  static async make(processes: TestProcesses): Promise<Copy> {
    const folder = `${await Deno.makeTempDir({ prefix: "treadle-faults-" })}/treadle`;
    await new Deno.Command("git", { args: ["clone", "-q", fromFileUrl(projectRoot), folder] }).output();
    await Deno.symlink(fromFileUrl(new URL("node_modules", projectRoot)), `${folder}/node_modules`);
    const path = `${folder}/src/runtime/run.ts`;
    const source = await Deno.readTextFile(path);
    const head =
      "export async function startRun(request: StepRequest, deps: RuntimeDeps): Promise<StartedRun> {\n";
    if (!source.includes(head)) throw new Error("src/runtime/run.ts has another startRun");
    await Deno.writeTextFile(
      path,
      source.replace(head, `${head}  deps = (globalThis as any).plantedDeps?.(deps) ?? deps;\n`),
    );
    return new Copy(folder, processes);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.#folder, { recursive: true });
  }

  /** The name of the first test of a job that fails with a defect, or without any. */
  async failureOf(job: TestJob, lane: number, defect?: string): Promise<string | undefined> {
    if (defect !== undefined) return await this.#run(job, lane, defect);
    const failure = this.#faulty.get(job) ?? this.#run(job, lane);
    this.#faulty.set(job, failure);
    return await failure;
  }

  async #run(job: TestJob, lane: number, defect?: string): Promise<string | undefined> {
    const junit = `${this.#folder}/junit-${lane}.xml`;
    const module = `${this.#folder}/tests/job_${lane}_test.ts`;
    await Deno.writeTextFile(module, job.files.map((file) => `await import("../${file}");\n`).join(""));
    await Deno.remove(junit).catch(() => {}); // that of the last run of the lane
    const plant = defect === undefined ? [] : [`--preload=${this.#folder}/tests/chaos/mutations/plant.ts`];
    const from = 40_000 + lane * 5_000;
    const { success, stdout, stderr } = await this.#processes.deno([
      "test",
      "-A",
      "--no-check",
      "--fail-fast",
      `--config=${this.#folder}/deno.json`,
      ...plant,
      `--junit-path=${junit}`,
      module,
    ], { PLANT: defect ?? "", TEST_PORTS: `${from}-${from + 4_999}` }).output();
    if (success) return undefined;
    const { failed } = readJunit(await Deno.readTextFile(junit).catch(() => ""));
    const printed = stripVTControlCharacters(
      new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr),
    );
    return failed[0] ?? `${job.name}: ${/^error: .*$/m.exec(printed)?.[0] ?? "no test ran"}`;
  }
}
