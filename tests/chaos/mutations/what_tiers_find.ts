/**
 * `deno task test:faults` plants each defect of these lists in a copy of the project, and runs the tests that it concerns until one
 * fails: those of the first tier, and where none of them does those of the second. It prints a line for each defect and how many each tier
 * finds. Programs that tests start are without the defect, so what is found is the least. `--only=TEXT` plants those
 * whose name has the text, and may be given again.
 */
import { parseArgs } from "node:util";
import { concernedBy, readDependencies } from "../../support/runner/concerned.ts";
import { runQueue } from "../../support/runner/run_queue.ts";
import { TestProcesses } from "../../support/runner/run_jobs.ts";
import { planFiles, planJobs, type TestJob } from "../../support/runner/test_jobs.ts";
import { isTestFile, type Tier, tierOf } from "../../support/runner/tiers.ts";
import { PLANTED, type Planted } from "./planted.ts";
import { PlantedCopy } from "./planted_copy.ts";

/** Where the tests of a defect are found: what depends on the file that it changes. */
const CHANGES = {
  script: "src/stores/upstash/lua/script.ts",
  tables: "src/stores/embedded/memory.ts",
  runtime: "src/kernel/run.ts",
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
  const { values: { only = [""] } } = parseArgs({
    args: Deno.args,
    options: { only: { type: "string", multiple: true } },
  });
  // What a store and a search find alike is in two lists under one name.
  const different = new Map(PLANTED.map((planted) => [planted.name, planted]));
  const chosen = [...different.values()].filter(({ name }) => only.some((text) => name.includes(text)));
  const found = await plantAll(chosen);
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
  await using copy = await PlantedCopy.make(processes);
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
