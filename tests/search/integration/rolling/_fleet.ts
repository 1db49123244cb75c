// The isolates of a rolling deployment: processes of two versions, which are killed, paused and started again.

import { setTimeout as pause } from "node:timers/promises";
import type { Random } from "../_random.ts";
import type { Tree } from "../../../slow/integration/rolling/_tree.ts";

/** The version of an isolate. */
export type Version = "old" | "new";

/** One life of an isolate. */
export interface Isolate {
  readonly version: Version;
  readonly url: string;
  isAlive: boolean;
}

/** The program of an isolate. */
export const WORKER = "tests/search/integration/rolling/_worker.ts";

/** Isolates of each version at a time. */
const EACH = 2;

interface Started extends Isolate {
  readonly child: Deno.ChildProcess;
}

/** Starts and ends isolates. */
export class Fleet implements AsyncDisposable {
  readonly kills: Record<Version, number> = { old: 0, new: 0 };
  readonly pauses: Record<Version, number> = { old: 0, new: 0 };
  readonly #trees: Readonly<Record<Version, Tree>>;
  readonly #args: readonly string[];
  readonly #random: Random;
  readonly #running: Record<Version, Promise<Started>[]> = { old: [], new: [] };
  #isClosed = false;

  constructor(trees: Readonly<Record<Version, Tree>>, args: readonly string[], random: Random) {
    this.#trees = trees;
    this.#args = args;
    this.#random = random;
    for (const version of ["old", "new"] as const) {
      this.#running[version] = Array.from({ length: EACH }, () => this.#start(version));
    }
  }

  /** Waits until all isolates of the start serve. */
  async ready(): Promise<void> {
    await Promise.all([...this.#running.old, ...this.#running.new]);
  }

  async pick(version: Version): Promise<Isolate> {
    return await this.#random.pick(this.#running[version]);
  }

  /** SIGKILL, and another isolate in its place. */
  async kill(isolate: Isolate): Promise<void> {
    const { version } = isolate;
    for (const [place, starting] of this.#running[version].entries()) {
      const started = await starting;
      if (started !== isolate || !started.isAlive) continue;
      started.isAlive = false;
      this.kills[version] += 1;
      this.#running[version][place] = this.#start(version);
      started.child.kill("SIGKILL");
      await started.child.status;
    }
  }

  /** SIGSTOP for a time in which the isolate counts as dead, as one of a machine that sleeps. */
  async sleep(isolate: Isolate, ms: number): Promise<void> {
    for (const starting of this.#running[isolate.version]) {
      const started = await starting;
      if (started !== isolate || !started.isAlive) continue;
      started.isAlive = false;
      this.pauses[isolate.version] += 1;
      started.child.kill("SIGSTOP");
      await pause(ms);
      started.isAlive = true;
      started.child.kill("SIGCONT");
    }
  }

  async #start(version: Version): Promise<Started> {
    const { folder } = this.#trees[version];
    const child = new Deno.Command(Deno.execPath(), {
      cwd: folder,
      args: [
        "run",
        "-A",
        "--no-check",
        "--no-lock",
        "--quiet",
        "--config",
        "deno.json",
        WORKER,
        ...this.#args,
      ],
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const { value: port = "" } = await reader.read();
    if (!/^\d+\n/.test(port)) {
      const said = await new Response(child.stderr).text();
      throw new Error(`An isolate of the ${version} version did not start: ${said.slice(0, 2_000)}`);
    }
    void reader.cancel();
    void child.stderr.cancel();
    if (this.#isClosed) child.kill("SIGKILL");
    return { version, child, url: `http://127.0.0.1:${port.trim()}`, isAlive: true };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    const all = await Promise.allSettled([...this.#running.old, ...this.#running.new]);
    for (const result of all) {
      if (result.status !== "fulfilled") continue;
      try {
        result.value.child.kill("SIGKILL");
      } catch (error) {
        if (!(error instanceof TypeError)) throw error; // it has ended
      }
      await result.value.child.status;
    }
  }
}
