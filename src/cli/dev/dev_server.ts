// The server of `treadle dev`: one process that is replaced when a file of its project changes.

import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { COMPILED } from "../agent_folders.ts";
import { compileAgents, type ServerCommand, startServer } from "./children.ts";
import { DevWatcher, isCompiled, isNewer, isStale, isYaml, toWatched, type Watched } from "./dev_watch.ts";
import { listConfigFiles, readModuleGraph } from "./module_graph.ts";

/** Prints what the command itself does. */
export type Say = (event: "restarted" | "kept" | "ended" | "killed", message: string) => void;

/** Milliseconds from SIGTERM on; a server gives its running steps five seconds. */
const END_MS = 7_000;

const STILL_RUNS =
  `The version before still runs ${END_MS / 1000} s after it was asked to end, and is killed. ` +
  `A timer or a connection of its own keeps it; setInterval(...).unref() lets it end at once.`;

/**
 * Runs the server until the process is asked to end, and resolves with its exit code. The version that serves ends in
 * order: a running step has five seconds to commit and to answer, and a longer one goes on from the last commit of its thread
 * once its lease has run out. A change that cannot be loaded changes nothing.
 */
export class DevServer {
  readonly #command: ServerCommand;
  readonly #say: Say;
  readonly #watcher: DevWatcher;
  /** Called with the exit code. */
  #exit: (code: number) => void = () => {};
  readonly #ended = new Promise<number>((resolve) => this.#exit = resolve);
  #child: Deno.ChildProcess | undefined;
  /** The process that was asked to end. */
  #ending: Deno.ChildProcess | undefined;
  #startedAt = 0;
  #watched: Watched = toWatched([], []);
  /** Changes are handled one after the other. */
  #handling: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(command: ServerCommand, say: Say) {
    this.#command = command;
    this.#say = say;
    this.#watcher = new DevWatcher((changed) => {
      this.#handling = this.#handling.then(() => this.#handle(changed));
    });
  }

  async run(watch: boolean): Promise<number> {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      if (signal === "SIGTERM" && Deno.build.os === "windows") continue;
      Deno.addSignalListener(signal, () => void this.#stop());
    }
    this.#start(watch);
    if (watch) this.#handling = this.#watchGraph();
    const code = await this.#ended;
    this.#watcher.close();
    return code;
  }

  #start(watch: boolean): void {
    this.#startedAt = Date.now();
    const child = startServer(this.#command);
    this.#child = child;
    void child.status.then(({ code }) => {
      if (this.#child !== child) return;
      this.#child = undefined;
      if (this.#isStopping || !watch) return this.#exit(code);
      this.#say("ended", "The server has ended. It starts again when a file changes.");
    });
  }

  /**
   * YAML that was changed before the start is compiled now, beside the server that already starts. A module that was changed since, while
   * nothing watched it, starts the server again.
   */
  async #watchGraph(): Promise<void> {
    const { files } = await readModuleGraph(this.#command.entry);
    this.#follow(files);
    const stale = [...this.#watched.agentFolders].filter(isStale).map((folder) => `${folder}/.yaml`);
    const missed = [...this.#watched.files].filter((file) =>
      existsSync(file) && isNewer(file, this.#startedAt)
    );
    await this.#handle([...stale, ...missed]);
  }

  #follow(modules: readonly string[]): void {
    const { entry, envFile } = this.#command;
    this.#watched = toWatched(modules, [entry, envFile ?? ".env", ...listConfigFiles(entry)]);
    this.#watcher.watch(this.#watched);
  }

  async #handle(changed: readonly string[]): Promise<void> {
    const { agentFolders } = this.#watched;
    const folders = new Set(
      changed.map((path) => dirname(path)).filter((folder) => agentFolders.has(folder) && isCompiled(folder)),
    );
    for (const folder of folders) {
      if (!await compileAgents(folder, this.#command.nodeModulesDir)) {
        return this.#keep("The agents are not compiled");
      }
    }
    const isChanged = changed.some((path) => !isYaml(path) && isNewer(path, this.#startedAt)) ||
      [...folders].some((folder) => isNewer(`${folder}/${COMPILED}`, this.#startedAt));
    if (!isChanged || this.#isStopping) return;
    const graph = await readModuleGraph(this.#command.entry);
    if (graph.broken !== undefined) {
      console.error(graph.broken);
      this.#follow([...this.#watched.files, ...graph.files]); // the mistake may be in a module that is new
      return this.#keep("The change cannot be loaded");
    }
    await this.#end();
    if (this.#isStopping) return this.#exit(0);
    this.#say("restarted", "A file has changed; the server starts again.");
    this.#start(true);
    this.#follow(graph.files);
  }

  #keep(why: string): void {
    const then = this.#child === undefined ? "no server runs" : "the version before goes on serving";
    this.#say("kept", `${why}; ${then}.`);
  }

  /**
   * Ends the process in order; it takes no more requests meanwhile. `deno serve` waits after SIGTERM until nothing is left to do, which a
   * timer of the project never lets happen: such a process is killed when its running steps have had their time.
   */
  async #end(): Promise<void> {
    if (this.#ending !== undefined) return void await this.#ending.status;
    const child = this.#child;
    if (child === undefined) return;
    this.#child = undefined;
    this.#ending = child;
    sendSignal(child, "SIGTERM");
    const limit = setTimeout(() => {
      this.#say("killed", STILL_RUNS);
      sendSignal(child, "SIGKILL");
    }, END_MS);
    await child.status;
    clearTimeout(limit);
    this.#ending = undefined;
  }

  /** The first signal ends the server in order, the second at once. */
  async #stop(): Promise<void> {
    if (this.#ending !== undefined && this.#isStopping) sendSignal(this.#ending, "SIGKILL");
    if (this.#isStopping) return;
    this.#isStopping = true;
    await this.#end();
    this.#exit(0);
  }
}

function sendSignal(child: Deno.ChildProcess, signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch { /* it has ended by itself */ }
}
