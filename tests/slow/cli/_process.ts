// Runs `treadle` in a process of its own: what takes a signal, goes on until it is stopped, or is the process itself.

import { type Ran, readWords, type Words } from "../../cli/_treadle.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";

/** The path of the program. */
export const PROGRAM: string = fromFileUrl(new URL("src/cli/main.ts", projectRoot));

/** Runs a command to its end. */
export async function runProcess(...words: Words): Promise<Ran> {
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
      try {
        child.kill("SIGKILL");
      } catch (thrown) {
        if (!(thrown instanceof TypeError)) throw thrown; // it has ended by itself
      }
      await child.status;
      await Promise.all(reading);
    },
  };
}

function command(words: Words): Deno.Command {
  const [{ cwd, env }, args] = readWords(words);
  const config = fromFileUrl(new URL("deno.json", projectRoot));
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", "--config", config, PROGRAM, ...args],
    ...(cwd === undefined ? {} : { cwd }),
    ...(env === undefined ? {} : { env }),
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
}
