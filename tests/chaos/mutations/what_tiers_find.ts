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
import { planJobs, type TestJob } from "../../support/runner/test_jobs.ts";
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
    ) => [kind, planJobs(concernedBy([change], files, dependencies))]),
  );
  const copy = await copyProject();
  await using processes = await TestProcesses.open();
  const found: Found[] = [];
  // The job that found the last ones first: most defects of a list are found by the same tests.
  const finds = new Map<string, number>();
  await runQueue(mutations, WIDTH, async (mutation, lane) => {
    const ordered = (jobs[kindOf(mutation)] ?? []).toSorted((a, b) =>
      tierRank(a) - tierRank(b) || (finds.get(b.name) ?? 0) - (finds.get(a.name) ?? 0)
    );
    let result: Found = { name: mutation.name };
    for (const job of ordered) {
      const test = await failureOf(job, mutation, lane, copy, processes);
      if (test === undefined) continue;
      finds.set(job.name, (finds.get(job.name) ?? 0) + 1);
      result = { name: mutation.name, tier: tierOf(job.files[0] ?? ""), test };
      break;
    }
    found.push(result);
    console.log(`${result.tier ?? "none"}\t${mutation.name}\t${result.test ?? ""}`);
  });
  await Deno.remove(copy, { recursive: true });
  return found;
}

function kindOf(mutation: Planted): keyof typeof CHANGES {
  return "script" in mutation ? "script" : "tables" in mutation ? "tables" : "runtime";
}

function tierRank({ files: [file = ""] }: TestJob): number {
  return tierOf(file) === "fast" ? 0 : 1;
}

/** A copy of what is committed, with the packages of the project, in which `startRun` takes what a defect makes of its dependencies. */
async function copyProject(): Promise<string> {
  const copy = `${await Deno.makeTempDir({ prefix: "treadle-faults-" })}/treadle`;
  await new Deno.Command("git", { args: ["clone", "-q", fromFileUrl(projectRoot), copy] }).output();
  await Deno.symlink(fromFileUrl(new URL("node_modules", projectRoot)), `${copy}/node_modules`);
  const path = `${copy}/src/runtime/run.ts`;
  const source = await Deno.readTextFile(path);
  const head =
    "export async function startRun(request: StepRequest, deps: RuntimeDeps): Promise<StartedRun> {\n";
  if (!source.includes(head)) throw new Error("src/runtime/run.ts has another startRun");
  await Deno.writeTextFile(
    path,
    source.replace(head, `${head}  deps = (globalThis as any).plantedDeps?.(deps) ?? deps;\n`),
  );
  return copy;
}

/** The name of the first test of a job that fails with a defect. */
async function failureOf(
  job: TestJob,
  mutation: Planted,
  lane: number,
  copy: string,
  processes: TestProcesses,
): Promise<string | undefined> {
  const junit = `${copy}/junit-${lane}.xml`;
  const module = `${copy}/tests/job_${lane}_test.ts`;
  await Deno.writeTextFile(module, job.files.map((file) => `await import("../${file}");\n`).join(""));
  const from = 40_000 + lane * 5_000;
  const { success, stdout, stderr } = await processes.deno([
    "test",
    "-A",
    "--no-check",
    "--fail-fast",
    `--config=${copy}/deno.json`,
    `--preload=${copy}/tests/chaos/mutations/plant.ts`,
    `--junit-path=${junit}`,
    module,
  ], { PLANT: mutation.name, TEST_PORTS: `${from}-${from + 4_999}` }).output();
  if (success) return undefined;
  const { failed } = readJunit(await Deno.readTextFile(junit).catch(() => ""));
  const printed = stripVTControlCharacters(
    new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr),
  );
  return failed[0] ?? `${job.name}: ${/^error: .*$/m.exec(printed)?.[0] ?? "no test ran"}`;
}
