// Runs `treadle` in this process: with variables, a folder and standard streams of its own, one command at a time. What needs a process
// (signals, a terminal, what follows until it is stopped) is in tests/slow/cli.

import process from "node:process";
import { format } from "node:util";
import { runProgram } from "../../src/cli/main.ts";

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where a command runs, and with which variables beside those of this process. */
export interface In {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export type Words = readonly string[] | readonly [In, ...string[]];

/** The words of a command line, and where it runs. */
export function readWords([first, ...others]: Words): readonly [In, string[]] {
  const words = others.filter((word) => typeof word === "string");
  return typeof first === "object" ? [first, words] : [{}, first === undefined ? [] : [first, ...words]];
}

let last: Promise<unknown> = Promise.resolve();

/** Runs a command to its end. Its streams are pipes, and nothing can be typed. */
export function runTreadle(...words: Words): Promise<Ran> {
  const ran = last.then(() => run(...readWords(words)));
  last = ran.catch(() => {});
  return ran;
}

async function run({ cwd, env = {} }: In, words: readonly string[]): Promise<Ran> {
  const folder = process.cwd();
  const variables = { ...process.env };
  const ran = { code: 0, stdout: "", stderr: "" };
  let hasExited = false;
  const keep = (stream: "stdout" | "stderr") => (text: string | Uint8Array) => {
    if (!hasExited) ran[stream] += typeof text === "string" ? text : new TextDecoder().decode(text);
    return true;
  };
  const exit = (code?: number | string | null): never => {
    if (!hasExited) ran.code = Number(code ?? process.exitCode ?? 0);
    hasExited = true;
    throw new Error("The command has ended the process.");
  };
  const [write, writeError] = [keep("stdout"), keep("stderr")];
  using _replaced = replace(
    [process, { exit }],
    [process.stdout, { write, isTTY: false }],
    [process.stderr, { write: writeError, isTTY: false }],
    [process.stdin, { isTTY: false }],
    [console, {
      log: (...values: unknown[]) => write(`${format(...values)}\n`),
      error: (...values: unknown[]) => writeError(`${format(...values)}\n`),
    }],
  );
  Object.assign(process.env, env);
  process.chdir(cwd ?? folder);
  process.exitCode = 0;
  try {
    await runProgram(words);
    return hasExited ? ran : { ...ran, code: Number(process.exitCode) };
  } finally {
    process.exitCode = 0;
    process.chdir(folder);
    for (const name of Object.keys(env)) delete process.env[name];
    Object.assign(process.env, variables);
  }
}

/** Gives objects other properties until it is disposed of. */
function replace(...replaced: readonly (readonly [object, object])[]): Disposable {
  const restored = replaced.map(([target, values]) => {
    const own = Object.getOwnPropertyDescriptors(target);
    for (const [name, value] of Object.entries(values)) {
      Object.defineProperty(target, name, { value, configurable: true, writable: true });
    }
    return () => {
      for (const name of Object.keys(values)) {
        Reflect.deleteProperty(target, name);
        const descriptor = Reflect.get(own, name);
        if (descriptor !== undefined) Object.defineProperty(target, name, descriptor);
      }
    };
  });
  return { [Symbol.dispose]: () => restored.forEach((restore) => restore()) };
}
