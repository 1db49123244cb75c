// A copy of the project in which jobs of tests run with a defect, or without any.

import { stripVTControlCharacters } from "node:util";
import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { readJunit } from "../../support/runner/junit.ts";
import type { TestProcesses } from "../../support/runner/run_jobs.ts";
import type { TestJob } from "../../support/runner/test_jobs.ts";

/** Milliseconds of a job: with some defects a test waits without end, and so finds them. On a busy machine a job may take as long once. */
const MOST_MS = 90_000;
const WAITS = "a test waits without end";

/** Where the code of the copy takes what a defect makes: behind `head`. */
export const OPENED = [
  {
    path: "src/kernel/run.ts",
    head: "export async function startRun(request: StepRequest, deps: RunDeps): Promise<StartedRun> {\n",
    line: "  deps = globalThis.plantedDeps?.(deps) ?? deps;\n",
  },
  {
    path: "src/stores/embedded/memory.ts",
    head: "export class MemoryTables implements Tables {\n",
    line:
      "  constructor() { if (new.target === MemoryTables) return globalThis.plantedTables?.() ?? this; }\n",
  },
];

/** What is committed, with the packages of the project, and its code open for defects. */
export class PlantedCopy implements AsyncDisposable {
  readonly #folder: string;
  readonly #processes: TestProcesses;
  /** What fails in a job without a defect. */
  readonly #faulty = new Map<TestJob, Promise<string | undefined>>();

  private constructor(folder: string, processes: TestProcesses) {
    this.#folder = folder;
    this.#processes = processes;
  }

  static async make(processes: TestProcesses): Promise<PlantedCopy> {
    const folder = `${await Deno.makeTempDir({ prefix: "treadle-faults-" })}/treadle`;
    await new Deno.Command("git", { args: ["clone", "-q", fromFileUrl(projectRoot), folder] }).output();
    await Deno.symlink(fromFileUrl(new URL("node_modules", projectRoot)), `${folder}/node_modules`);
    for (const { path, head, line } of OPENED) {
      const source = await Deno.readTextFile(`${folder}/${path}`);
      if (!source.includes(head)) throw new Error(`${path} has no longer: ${head}`);
      await Deno.writeTextFile(`${folder}/${path}`, source.replace(head, `${head}${line}`));
    }
    return new PlantedCopy(folder, processes);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.#folder, { recursive: true });
  }

  /** The name of the first test of a job that fails with a defect, or without any. */
  async failureOf(job: TestJob, lane: number, defect = ""): Promise<string | undefined> {
    if (defect !== "") {
      const failure = await this.#run(job, lane, defect);
      return failure === WAITS ? await this.#run(job, lane, defect) : failure;
    }
    const failure = this.#faulty.get(job) ?? this.#run(job, lane, "");
    this.#faulty.set(job, failure);
    return await failure;
  }

  async #run(job: TestJob, lane: number, defect: string): Promise<string | undefined> {
    const junit = `${this.#folder}/junit-${lane}.xml`;
    const module = `${this.#folder}/tests/job_${lane}_test.ts`;
    await Deno.writeTextFile(module, job.files.map((file) => `await import("../${file}");\n`).join(""));
    await Deno.remove(junit).catch(() => {}); // that of the last run of the lane
    const from = 40_000 + lane * 5_000;
    const child = this.#processes.deno([
      "test",
      "-A",
      "--no-check",
      "--fail-fast",
      `--config=${this.#folder}/deno.json`,
      `--preload=${this.#folder}/tests/chaos/mutations/plant.ts`,
      `--junit-path=${junit}`,
      module,
    ], { PLANT: defect, TEST_PORTS: `${from}-${from + 4_999}` }).spawn();
    let isLate = false;
    const limit = setTimeout(() => {
      isLate = true;
      child.kill("SIGKILL");
    }, MOST_MS);
    const { success, stdout, stderr } = await child.output();
    clearTimeout(limit);
    if (success) return undefined;
    if (isLate) return WAITS;
    const { failed } = readJunit(await Deno.readTextFile(junit).catch(() => ""));
    const printed = stripVTControlCharacters(
      new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr),
    );
    return failed[0] ?? `${job.name}: ${/^error: .*$/m.exec(printed)?.[0] ?? "no test ran"}`;
  }
}
