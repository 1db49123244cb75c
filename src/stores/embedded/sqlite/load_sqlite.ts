// The module node:sqlite. The types of the store do not name it, so that a user's own types need none of Node's.

import { AgentError } from "../../../core/error.ts";

/**
 * Not by an import: on a Node without it the program would end at its start, with the name of a module in place of what to do. Nor is
 * `node:process` imported, which takes Deno 14 ms of a start, with any store.
 */
export function loadSqlite(): typeof import("node:sqlite") {
  const { process } = globalThis;
  const sqlite = process.getBuiltinModule?.("node:sqlite");
  if (sqlite !== undefined) return sqlite;
  throw new AgentError(
    "config_invalid",
    `The store sqlite needs node:sqlite, which Node has from 22.13 on; this is Node ${process.versions.node}. ` +
      "Install a newer Node, run the program on Deno, or take another store: TREADLE_STORE=memory, or Upstash Redis.",
  );
}
