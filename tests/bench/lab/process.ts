// Processes of the bench that talk in JSON lines: one request, one answer, over stdin and stdout. Each part of a
// measurement has a process of its own, so that the CPU time of one is never counted with another's.

// deno-lint-ignore no-explicit-any -- the two ends are files of this folder, and each reads what the other wrote
type Message = any;

export type Handlers = Readonly<Record<string, (message: Message) => Message | Promise<Message>>>;

/** The child's end: answers commands until stdin ends. */
export async function answerCommands(handlers: Handlers): Promise<void> {
  for await (const line of lines(Deno.stdin.readable)) {
    const { command, ...rest } = JSON.parse(line);
    let answer: unknown;
    try {
      answer = { ok: await handlers[command]?.(rest) ?? null };
    } catch (thrown) {
      answer = { error: thrown instanceof Error ? thrown.stack : String(thrown) };
    }
    await print(answer);
  }
}

/** The driver's end. */
export interface Child extends AsyncDisposable {
  readonly pid: number;
  ask(command: string, message?: Record<string, unknown>): Promise<Message>;
}

export interface ChildOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The only core it may run on. */
  readonly core?: number;
  /** The folder whose deno.json counts; that of this process when left out. */
  readonly cwd?: URL;
  /** A module that is loaded ahead of it. */
  readonly preload?: URL | undefined;
  /** A folder for the CPU profile of the whole process, which V8 writes at its end. */
  readonly cpuProfiles?: string | undefined;
}

export function startChild(
  script: URL,
  { args = [], env = {}, core, cwd, preload, cpuProfiles }: ChildOptions = {},
): Child {
  const ahead = [
    ...preload === undefined ? [] : ["--preload", preload.href],
    ...cpuProfiles === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${cpuProfiles}`],
  ];
  const deno = ["run", "-A", "-q", "--no-prompt", ...ahead, script.href, ...args];
  const pinned = ["-c", String(core), Deno.execPath(), ...deno];
  const child = new Deno.Command(core === undefined ? Deno.execPath() : "taskset", {
    args: core === undefined ? deno : pinned,
    env: { NO_COLOR: "1", ...env },
    cwd,
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const writer = child.stdin.getWriter();
  const answers = lines(child.stdout);
  return {
    pid: child.pid,
    async ask(command, message = {}) {
      await writer.write(new TextEncoder().encode(`${JSON.stringify({ command, ...message })}\n`));
      const { value, done } = await answers.next();
      if (done) throw new Error(`${script.pathname} ended before it answered "${command}".`);
      const { ok, error } = JSON.parse(value);
      if (error !== undefined) throw new Error(`${script.pathname} could not do "${command}":\n${error}`);
      return ok;
    },
    async [Symbol.asyncDispose]() {
      await writer.close().catch(() => {});
      await child.status;
    },
  };
}

async function* lines(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, void> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
}

async function print(value: unknown): Promise<void> {
  let bytes = new TextEncoder().encode(`${JSON.stringify(value)}\n`);
  while (bytes.length > 0) bytes = bytes.subarray(await Deno.stdout.write(bytes));
}
