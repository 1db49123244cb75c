// The server of `treadle dev`: one process that is replaced when a file of its project changes.

import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { compileAgents, type ServerCommand, startServer } from "./children.ts";
import {
  COMPILED,
  DevWatcher,
  isCompiled,
  isNewer,
  isStale,
  isYaml,
  toWatched,
  type Watched,
} from "./dev_watch.ts";
import { readModuleGraph } from "./module_graph.ts";

/** Prints what the command itself does. */
export type Say = (event: "restarted" | "kept" | "ended", message: string) => void;

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
    const graph = await readModuleGraph(this.#command.entry);
    this.#follow(graph.type === "files" ? graph.files : []);
    const stale = [...this.#watched.agentFolders].filter(isStale).map((folder) => `${folder}/.yaml`);
    const missed = [...this.#watched.files].filter((file) =>
      existsSync(file) && isNewer(file, this.#startedAt)
    );
    await this.#handle([...stale, ...missed]);
  }

  #follow(modules: readonly string[]): void {
    const { entry, envFile } = this.#command;
    this.#watched = toWatched(modules, [entry, envFile ?? ".env"]);
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
    if (graph.type === "broken") {
      console.error(graph.reason);
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

  /** Ends the process in order; it takes no more requests meanwhile. */
  async #end(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    this.#child = undefined;
    try {
      child.kill("SIGTERM");
    } catch { /* it has ended by itself */ }
    await child.status;
  }

  async #stop(): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    await this.#end();
    this.#exit(0);
  }
}
