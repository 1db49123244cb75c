// The project in a folder: its entry, its environment and its configuration of Workers, as files say.

import { parse as parseJsonc, type ParseError, printParseErrorCode } from "jsonc-parser";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { parse as parseToml, TomlError } from "smol-toml";
import { CommandError } from "../command_error.ts";
import type { Env } from "../../core/ports.ts";

/** The main modules that a project on Deno may have; the first that is there counts. */
export const ENTRIES = ["main.ts", "src/main.ts", "functions/deno.ts"] as const;

/** The files with variables, the first that is there counts. */
const ENV_FILES = { deno: [".env"], cloudflare: [".dev.vars", ".env"] } as const;

/** The configurations that wrangler reads, in its order. */
export const WRANGLER_FILES = ["wrangler.json", "wrangler.jsonc", "wrangler.toml"] as const;

/** A project. */
export interface Project {
  readonly folder: string;
  /** The main module of a server on Deno, relative to the folder; undefined for a Worker alone. */
  readonly entry?: string;
  /** The file that `env` has variables of. */
  readonly envFile?: string;
  /** The variables of the file, and over them those of this process. */
  readonly env: Env;
  /** What the file alone has. */
  readonly fileEnv: Env;
  readonly wrangler?: WranglerConfig;
}

/** A configuration of Workers. */
export interface WranglerConfig {
  readonly file: string;
  /** The parsed content; undefined when it cannot be parsed. */
  readonly content?: Readonly<Record<string, unknown>>;
  /** Why it cannot be parsed. */
  readonly problem?: string;
}

/**
 * Reads the project in a folder.
 *
 * @throws {CommandError} entry_missing, when the folder has neither an entry for Deno nor a configuration of Workers;
 * env_file_missing
 */
export function readProject(folder: string, processEnv: Env, envFile?: string): Project {
  const entry = ENTRIES.find((name) => existsSync(join(folder, name)));
  const wrangler = readWrangler(folder);
  if (entry === undefined && wrangler === undefined) {
    throw new CommandError(
      "entry_missing",
      `There is no project in ${folder}: neither ${ENTRIES.join(", ")} nor ${
        WRANGLER_FILES.join(", ")
      }. Make one: treadle new my-agent.`,
    );
  }
  const candidates = ENV_FILES[entry === undefined ? "cloudflare" : "deno"];
  const found = envFile ?? candidates.find((name) => existsSync(join(folder, name)));
  const fileEnv = found === undefined ? {} : readEnvFile(join(folder, found));
  return {
    folder,
    entry,
    envFile: found,
    wrangler,
    fileEnv,
    env: { ...textVars(wrangler), ...fileEnv, ...processEnv },
  };
}

/**
 * The variables of a file.
 *
 * @throws {CommandError} env_file_missing, when it cannot be read
 */
export function readEnvFile(path: string): Env {
  try {
    return { ...parseEnv(readFileSync(path, "utf8")) };
  } catch {
    throw new CommandError(
      "env_file_missing",
      `The file ${path} cannot be read; name one with NAME=value lines.`,
    );
  }
}

function readWrangler(folder: string): WranglerConfig | undefined {
  const file = WRANGLER_FILES.find((name) => existsSync(join(folder, name)));
  if (file === undefined) return undefined;
  const text = readFileSync(join(folder, file), "utf8");
  if (file.endsWith(".toml")) {
    try {
      return { file, content: parseToml(text) };
    } catch (thrown) {
      if (!(thrown instanceof TomlError)) throw thrown;
      return { file, problem: `line ${thrown.line}, column ${thrown.column}` };
    }
  }
  const errors: ParseError[] = [];
  const content: unknown = parseJsonc(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined && isTable(content)) return { file, content };
  const line = text.slice(0, first?.offset ?? 0).split("\n").length;
  return {
    file,
    problem: `line ${line}: ${first === undefined ? "no object" : printParseErrorCode(first.error)}`,
  };
}

/** The texts of `[vars]`. */
function textVars(wrangler: WranglerConfig | undefined): Env {
  const vars = wrangler?.content?.vars;
  if (!isTable(vars)) return {};
  return Object.fromEntries(
    Object.entries(vars).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
  );
}

/** True for an object with keys. */
export function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
