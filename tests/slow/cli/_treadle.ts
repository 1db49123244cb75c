// Runs `treadle` in a process of its own.

import { fromFileUrl, projectRoot } from "../../support/project.ts";

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where a command runs, and with which variables beside those of this process. */
export interface In {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
}

type Words = readonly string[] | readonly [In, ...string[]];

/** The path of the program. */
export const PROGRAM: string = fromFileUrl(new URL("src/cli/main.ts", projectRoot));

export async function runTreadle(...words: Words): Promise<Ran> {
  const { code, stdout, stderr } = await command(words).output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

/** A command that goes on until it is disposed of. */
export interface Running extends AsyncDisposable {
  /** The next line that it prints, on stdout or stderr. */
  line(): Promise<string>;
}

export function startTreadle(...words: Words): Running {
  const child = command(words).spawn();
  const lines: string[] = [];
  let awake = () => {};
  const reading = [child.stdout, child.stderr].map(async (stream) => {
    let rest = "";
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + text).split("\n");
      rest = parts.pop() ?? "";
      lines.push(...parts);
      awake();
    }
  });
  return {
    async line() {
      while (lines.length === 0) await new Promise<void>((resolve) => awake = resolve);
      return lines.shift() ?? "";
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.status;
      await Promise.all(reading);
    },
  };
}

function command(words: Words): Deno.Command {
  const [first] = words;
  const where = typeof first === "object" ? first : {};
  const args = words.flatMap((word) => typeof word === "string" ? [word] : []);
  const config = fromFileUrl(new URL("deno.json", projectRoot));
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", "--config", config, PROGRAM, ...args],
    ...where,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
}
