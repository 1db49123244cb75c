// Watches the files of a project: what the entry imports, the YAML of its agents, and the env file.

import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { AGENT_FOLDERS, COMPILED } from "../agent_folders.ts";

/** Milliseconds in which changes are one change: an editor writes a file in several steps. */
const SETTLE_MS = 50;

/** What is watched. Paths are absolute. */
export interface Watched {
  readonly files: ReadonlySet<string>;
  /** Folders that have YAML agents, or may get some. */
  readonly agentFolders: ReadonlySet<string>;
}

/** What to watch for the modules of a graph and other files. */
export function toWatched(modules: readonly string[], others: readonly string[]): Watched {
  const compiled = modules.filter((file) => basename(file) === COMPILED).map(dirname);
  const named = AGENT_FOLDERS.filter((folder) => existsSync(join(folder, "tools.ts")));
  return {
    files: new Set([...modules, ...others.map((file) => resolve(file))]),
    agentFolders: new Set([...compiled, ...named.map((folder) => resolve(folder))]),
  };
}

/** True for a folder with something to compile, or with a module of agents that are gone. */
export function isCompiled(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => isYaml(name) || name === COMPILED);
}

/** True for a file that `treadle agents` compiles. */
export function isYaml(path: string): boolean {
  return /\.ya?ml$/.test(path);
}

/** Watches folders, which a renamed or a new file is seen in; ends when it is closed. */
export class DevWatcher {
  #watched: Watched = { files: new Set(), agentFolders: new Set() };
  #watcher: Deno.FsWatcher | undefined;
  readonly #onChange: (changed: readonly string[]) => void;

  constructor(onChange: (changed: readonly string[]) => void) {
    this.#onChange = onChange;
  }

  /** Watches these in place of those before. */
  watch(watched: Watched): void {
    this.#watched = watched;
    const folders = new Set([...[...watched.files].map((file) => dirname(file)), ...watched.agentFolders]);
    const before = this.#watcher;
    const watcher = Deno.watchFs([...folders].filter((folder) => existsSync(folder)), { recursive: false });
    this.#watcher = watcher;
    before?.close();
    void this.#follow(watcher);
  }

  close(): void {
    this.#watcher?.close();
  }

  async #follow(watcher: Deno.FsWatcher): Promise<void> {
    const changed = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    for await (const { kind, paths } of watcher) {
      if (kind === "access") continue;
      for (const path of paths) if (this.#isWatched(path)) changed.add(path);
      if (changed.size === 0) continue;
      clearTimeout(timer);
      timer = setTimeout(() => {
        const settled = [...changed];
        changed.clear();
        this.#onChange(settled);
      }, SETTLE_MS);
    }
  }

  #isWatched(path: string): boolean {
    return this.#watched.files.has(path) || isYaml(path) && this.#watched.agentFolders.has(dirname(path));
  }
}

/** True when a YAML file of the folder is newer than its module: it was changed while nothing watched it. */
export function isStale(folder: string): boolean {
  const module = statSync(join(folder, COMPILED), { throwIfNoEntry: false });
  const sources = readdirSync(folder).filter(isYaml);
  return module === undefined
    ? sources.length > 0
    : sources.some((name) => isNewer(join(folder, name), module.mtimeMs + CHECKOUT_MS));
}

/** Milliseconds in which a checkout writes the files of one folder. */
const CHECKOUT_MS = 2_000;

/** True when the file was written after a time, or is not there any more. */
export function isNewer(path: string, ms: number): boolean {
  try {
    return statSync(path).mtimeMs > ms;
  } catch {
    return true;
  }
}
