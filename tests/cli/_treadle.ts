// Runs `treadle` in a process of its own.

import { fromFileUrl, projectRoot } from "../support/project.ts";

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Record<string, string>;
  readonly cwd?: string;
}

export async function runTreadle(...args: readonly string[]): Promise<Ran> {
  return await runTreadleWith({}, ...args);
}

export async function runTreadleWith(options: RunOptions, ...args: readonly string[]): Promise<Ran> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", PROGRAM, ...args],
    stdin: "null",
    ...options,
  }).output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

/** The path of the program. */
export const PROGRAM: string = fromFileUrl(new URL("src/cli/main.ts", projectRoot));
