// Runs `treadle` in a process of its own.

import { fromFileUrl, projectRoot } from "../support/project.ts";

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function runTreadle(...args: readonly string[]): Promise<Ran> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", fromFileUrl(new URL("src/cli/main.ts", projectRoot)), ...args],
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}
