/** The bridge as the process that people start, and Redis servers that are not as they should be. */
import { fromFileUrl, projectRoot } from "../../support/project.ts";

/** A started program. */
export interface Program extends AsyncDisposable {
  readonly pid: number;
  /** Resolves with the first match in what it prints; rejects when it ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  signal(name: Deno.Signal): void;
  /** Its code and all that it has printed, once it has ended. */
  ended(): Promise<{ readonly code: number; readonly output: string }>;
}

/** `deno run src/redis_rest/main.ts` with these variables on a free port. */
export function startBridge(env: Record<string, string>): Program {
  return startProgram(Deno.execPath(), ["run", "-A", "src/redis_rest/main.ts"], { PORT: "0", ...env });
}

/** A program of the project's folder with these variables beside PATH, HOME and those of Deno and TMPDIR. */
export function startProgram(command: string, args: string[], env: Record<string, string>): Program {
  const child = new Deno.Command(command, {
    args,
    cwd: fromFileUrl(projectRoot),
    clearEnv: true,
    env: { ...inherited(), ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let output = "";
  let changed = Promise.withResolvers<void>();
  const readers = [child.stdout, child.stderr].map(async (stream) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      output += text;
      changed.resolve();
      changed = Promise.withResolvers();
    }
  });
  const ended = Promise.all([child.status, ...readers]).then(([{ code }]) => ({ code, output }));
  return {
    pid: child.pid,
    async printed(pattern) {
      while (true) {
        const found = pattern.exec(output);
        if (found !== null) return found;
        const end = await Promise.race([changed.promise, ended]);
        if (end !== undefined && !pattern.test(output)) throw new Error(`It ended after printing: ${output}`);
      }
    },
    signal: (name) => child.kill(name),
    ended: () => ended,
    async [Symbol.asyncDispose]() {
      try {
        child.kill("SIGKILL");
      } catch { /* it has ended by itself */ }
      await ended;
    },
  };
}

/** A server that answers each command of RESP by its first words in lower case: `info server`. */
export function serveResp(answer: (command: string) => string): AsyncDisposable & { readonly port: number } {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const serving = (async () => {
    for await (const socket of listener) void converse(socket, answer).catch(() => {});
  })();
  return {
    port: listener.addr.port,
    async [Symbol.asyncDispose]() {
      listener.close();
      await serving;
    },
  };
}

async function converse(socket: Deno.TcpConn, answer: (command: string) => string): Promise<void> {
  const decoder = new TextDecoder();
  let received = "";
  for await (const chunk of socket.readable) {
    received += decoder.decode(chunk, { stream: true });
    for (let found = commandIn(received); found !== undefined; found = commandIn(received)) {
      received = received.slice(found.length);
      await socket.write(new TextEncoder().encode(answer(found.words.join(" ").toLowerCase())));
    }
  }
}

/** The first whole command: `*2\r\n$4\r\nINFO\r\n$6\r\nserver\r\n`. Its words have no bytes beyond ASCII. */
function commandIn(text: string): { readonly words: string[]; readonly length: number } | undefined {
  const [head = "", count] = /^\*(\d+)\r\n/.exec(text) ?? [];
  if (count === undefined) return undefined;
  const words: string[] = [];
  let length = head.length;
  for (let index = 0; index < Number(count); index++) {
    const [size = "", bytes] = /^\$(\d+)\r\n/.exec(text.slice(length)) ?? [];
    if (bytes === undefined || text.length < length + size.length + Number(bytes) + 2) return undefined;
    words.push(text.slice(length + size.length, length + size.length + Number(bytes)));
    length += size.length + Number(bytes) + 2;
  }
  return { words, length };
}

function inherited(): Record<string, string> {
  const env: Record<string, string> = { NO_COLOR: "1" };
  for (const name of ["PATH", "HOME", "DENO_DIR", "TMPDIR", "DENO_COVERAGE_DIR"]) {
    const value = Deno.env.get(name);
    if (value !== undefined) env[name] = value;
  }
  return env;
}

/** A wire to Redis that can be cut behind a command: while `cut` is set, a reply ends its connection and is lost. */
export function wireTo(redis: { readonly hostname: string; readonly port: number }) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const wire = {
    hostname: "127.0.0.1",
    port: listener.addr.port,
    cut: false,
    /** Connections that were made, and those of them that the client has closed. */
    connections: 0,
    closed: 0,
    async [Symbol.asyncDispose]() {
      listener.close();
      await serving;
    },
  };
  const carry = async (socket: Deno.TcpConn) => {
    const upstream = await Deno.connect({ hostname: redis.hostname, port: redis.port });
    const replies = (async () => {
      for await (const reply of upstream.readable) {
        if (wire.cut) break;
        await socket.write(reply);
      }
      await socket.closeWrite();
    })();
    for await (const commands of socket.readable) await upstream.write(commands).catch(() => {});
    wire.closed++;
    await upstream.closeWrite().catch(() => {});
    await replies.catch(() => {});
  };
  const serving = (async () => {
    for await (const socket of listener) {
      wire.connections++;
      void carry(socket).catch(() => {});
    }
  })();
  return wire;
}
