// What runs this command, and whether the port of the server is free.

import type { Env } from "../../core/ports.ts";
import { isPortTaken } from "../project/port_taken.ts";
import { createFindings, type Finding } from "./finding.ts";

const { ok, error, warning } = createFindings("machine");

/** The versions that the package is tested with. */
const LEAST = { deno: "2.9.0", node: "20.0.0" } as const;

/** The findings about the runtime. `versions` is that of node:process, which has `deno` on Deno. */
export function checkRuntime(versions: Readonly<Record<string, string | undefined>>): Finding[] {
  const name = versions.deno === undefined ? "node" : "deno";
  const version = versions[name] ?? "0.0.0";
  if (compare(version, LEAST[name]) >= 0) return [ok(`${name} ${version}`)];
  return [error(
    `${name} ${version} is older than ${LEAST[name]}`,
    name === "deno" ? "deno upgrade, or npx -y deno@2.9.6" : "install Node 20 or a newer one from nodejs.org",
  )];
}

function compare(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split(".").map(Number));
  for (let index = 0; index < 3; index++) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The findings about the port that `treadle dev` listens on. */
export async function checkPort(env: Env): Promise<Finding[]> {
  const port = Number(env.PORT || 8787);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return []; // checkEnvironment has it
  if (!await isPortTaken(port)) return [ok(`port ${port} is free`)];
  return [warning(
    `port ${port} is in use: a server that runs, or another program`,
    `treadle dev --port ${port + 1}`,
  )];
}
