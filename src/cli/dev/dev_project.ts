// What `treadle dev` serves: a main module on Deno, or a Worker by wrangler.

import { existsSync } from "node:fs";
import { CommandError } from "../command_error.ts";
import { ENTRIES, readEnvFile, WRANGLER_FILES } from "../project/project.ts";

/** A project in the current folder. */
export type DevProject =
  | { readonly type: "deno"; readonly entry: string }
  | { readonly type: "wrangler" };

/**
 * The project of the current folder; `named` is its main module on Deno.
 *
 * @throws {CommandError} entry_missing, when there is none
 */
export function findDevProject(named: string | undefined): DevProject {
  if (named !== undefined) {
    if (existsSync(named)) return { type: "deno", entry: named };
    throw new CommandError(
      "entry_missing",
      `There is no file ${named}; name the module that serves your agents.`,
    );
  }
  const entry = ENTRIES.find((file) => existsSync(file));
  if (entry !== undefined) return { type: "deno", entry };
  if (WRANGLER_FILES.some((file) => existsSync(file))) return { type: "wrangler" };
  throw new CommandError(
    "entry_missing",
    `There is nothing to serve in this folder: neither ${ENTRIES.join(", ")} nor ${
      WRANGLER_FILES.join(", ")
    }. ` +
      `Name the module that serves your agents (treadle dev <entry>), or make a project: treadle new my-agent.`,
  );
}

/** A file with variables, and what is in it. */
export interface DevEnv {
  /** undefined without a file. */
  readonly path: string | undefined;
  readonly values: Readonly<Record<string, string | undefined>>;
}

/** The file that is named, else `.env` when it is there now: it may be made while the server runs. */
export function findEnvFile(named: string | undefined): string | undefined {
  return named ?? (existsSync(".env") ? ".env" : undefined);
}

/**
 * The file that is named, else `.env` when it is there.
 *
 * @throws {CommandError} env_file_missing, when the named one cannot be read
 */
export function readDevEnv(named: string | undefined): DevEnv {
  const path = findEnvFile(named);
  if (path === undefined) return { path, values: {} };
  return { path, values: readEnvFile(path) };
}

const DEFAULT_PORT = 8787;

/**
 * The port of --port, else PORT of the environment, else PORT of the env file, else 8787.
 *
 * @throws {CommandError} port_invalid
 */
export function devPort(
  option: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  file: DevEnv,
): number {
  const given = option ?? (env.PORT || file.values.PORT || String(DEFAULT_PORT));
  const port = Number(given);
  if (/^\d{1,5}$/.test(given) && port <= 65_535) return port;
  const source = option === undefined ? "PORT" : "--port";
  throw new CommandError(
    "port_invalid",
    `${source} must be a number from 0 to 65535, such as ${DEFAULT_PORT}.`,
  );
}
