// The YAML agents of a project that wrangler serves: wrangler watches the module that they are compiled to.

import { dirname } from "node:path";
import { compileAgents } from "./children.ts";
import { DevWatcher, isStale, toWatched } from "./dev_watch.ts";

/** Compiles the agents now, when they are stale, and after each change, until it is closed. A wrong file is printed. */
export function watchAgents(): DevWatcher {
  const { agentFolders } = toWatched([], []);
  let compiling: Promise<unknown> = Promise.resolve();
  const compile = (folder: string) => {
    compiling = compiling.then(() => compileAgents(folder, undefined));
  };
  const watcher = new DevWatcher((changed) => new Set(changed.map((path) => dirname(path))).forEach(compile));
  watcher.watch({ files: new Set([...agentFolders].map((folder) => `${folder}/tools.ts`)), agentFolders });
  [...agentFolders].filter(isStale).forEach(compile);
  return watcher;
}
