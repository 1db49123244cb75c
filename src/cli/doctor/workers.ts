// What Cloudflare would refuse, or run otherwise than it is meant, of a configuration of Workers.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { isTable, type WranglerConfig } from "../project/project.ts";
import { createFindings, type Finding } from "./finding.ts";

const { ok, error, warning } = createFindings("workers");

/** The date that the package is tested with: an older one lacks what the Worker uses. */
const COMPATIBILITY_DATE = "2026-04-01";

/** Variables whose values only the deployment may read. */
const SECRET = /(?:_KEY|_KEYS|_TOKEN|_SECRET|_SECRET_PREVIOUS|_PASSWORD|SECRET_ACCESS_KEY)$/;

/** The findings about wrangler.toml, wrangler.json or wrangler.jsonc in the folder. */
export function checkWorkers({ file, content, problem }: WranglerConfig, folder: string): Finding[] {
  if (content === undefined) return [error(`${file} cannot be parsed: ${problem}`, `correct ${file}`)];
  const found = [
    ...mainFindings(file, content.main, folder),
    ...dateFindings(file, content.compatibility_date),
    ...assetFindings(file, content.assets, folder),
    ...variableFindings(file, content.vars),
  ];
  return found.length === 0 ? [ok(`${file} is complete`)] : found;
}

function mainFindings(file: string, main: unknown, folder: string): Finding[] {
  if (typeof main !== "string") {
    return [error(`${file} has no main`, toLine(file, "main", "src/index.ts"))];
  }
  if (existsSync(join(folder, main))) return [];
  return [error(`main of ${file} is ${main}, which is not there`, `create ${main}, or correct main`)];
}

function dateFindings(file: string, date: unknown): Finding[] {
  const fix = toLine(file, "compatibility_date", COMPATIBILITY_DATE);
  if (typeof date !== "string" || !/^\d{4}-\d\d-\d\d$/.test(date)) {
    return [error(`${file} has no compatibility_date, and wrangler refuses to deploy without`, fix)];
  }
  if (date >= COMPATIBILITY_DATE) return [];
  return [
    warning(`compatibility_date ${date} is before ${COMPATIBILITY_DATE}, which Treadle is tested with`, fix),
  ];
}

function assetFindings(file: string, assets: unknown, folder: string): Finding[] {
  if (!isTable(assets)) return [];
  const { directory, binding, run_worker_first: workerFirst } = assets;
  return [
    ...(typeof directory === "string" && !existsSync(join(folder, directory))
      ? [
        error(
          `assets of ${file} are in ${directory}, which is not there`,
          "npm install, or correct directory",
        ),
      ]
      : []),
    ...(binding === undefined
      ? [
        warning(
          `assets of ${file} have no binding, so the page is not served`,
          toLine(file, "binding", "ASSETS"),
        ),
      ]
      : []),
    ...(workerFirst === true ? [] : [warning(
      `assets of ${file} go before the Worker, which then does not see their requests`,
      file.endsWith(".toml") ? "run_worker_first = true" : '"run_worker_first": true',
    )]),
  ];
}

function variableFindings(file: string, vars: unknown): Finding[] {
  if (!isTable(vars)) return [];
  const secrets = Object.keys(vars).filter((name) => SECRET.test(name) && vars[name] !== "");
  const { TREADLE_STORE: store, TREADLE_OPEN: open } = vars;
  return [
    ...secrets.map((name) =>
      error(
        `${name} is in vars of ${file}, where everybody who reads the file or the dashboard sees it`,
        `npx wrangler secret put ${name} (and remove it from vars)`,
      )
    ),
    ...(typeof store === "string" && store.startsWith("sqlite")
      ? [error(
        "TREADLE_STORE=sqlite is a file, and Workers have none",
        "remove TREADLE_STORE; threads are in Durable Objects then, or in Redis",
      )]
      : []),
    ...(store === "memory"
      ? [warning(
        "TREADLE_STORE=memory keeps threads in one isolate, which Cloudflare ends at any time",
        "remove TREADLE_STORE; threads are in Durable Objects then, or in Redis",
      )]
      : []),
    ...(String(open) === "1"
      ? [error(
        "TREADLE_OPEN=1 is in vars: everybody who knows the address is served, at your cost",
        "remove it; npx wrangler secret put TREADLE_API_KEYS",
      )]
      : []),
  ];
}

/** Whether the configuration binds THREADS to objects. */
export function hasObjects({ content }: WranglerConfig): boolean {
  const { bindings } = Object(content?.durable_objects);
  return Array.isArray(bindings) && bindings.some((binding) => Object(binding).name === "THREADS");
}

/** A line of the configuration in its own syntax. */
function toLine(file: string, name: string, value: string): string {
  return file.endsWith(".toml") ? `${name} = "${value}"` : `"${name}": "${value}"`;
}
