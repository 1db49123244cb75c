// E1: what Ctrl-C, the end of the input and a signal do to treadle run, and to the server that it has started.

import assert from "node:assert/strict";
import { bootDeno } from "../../../support/boot_deno.ts";
import { copyManifest } from "../../support/manifests.ts";
import { fromFileUrl, projectRoot } from "../../../support/project.ts";
import { freePort } from "../../../support/requires.ts";
import { PROGRAM } from "../_process.ts";
import "./_many_threads.ts"; // declares those of threads that are many

const KEY = "0123456789abcdef0123";
const CTRL_C = "\x03";
const CTRL_D = "\x04";

for (const [name, key] of [["Ctrl-C", CTRL_C], ["Ctrl-D", CTRL_D], ["an empty line", "\n"]] as const) {
  Deno.test(`E1: ${name} at the question of treadle run leaves the call open, with the lines that answer it`, async () => {
    await using server = await bootDeno({ TREADLE_API_KEYS: `acme:${KEY}`, TREADLE_STORE: "memory" });
    const { code, printed } = await onTerminal("run 'delete record r1' --agent demo", {
      env: { TREADLE_URL: server.url, TREADLE_KEY: KEY },
      after: "decide later] ",
      type: key,
    });
    assert.equal(code, 3, printed);
    assert.match(printed, /treadle inbox approve (cli_\w+) call_\w+\s[^]*treadle run --thread \1/);
  });
}

Deno.test("E17: Ctrl-C on a terminal cancels the run on a server that the command has started", async () => {
  await using project = await projectThatWaits();
  const started = project.started();
  const { code, printed } = await onTerminal("run 'What is the weather in Paris?' --agent waiter", {
    ...project,
    after: "tool: get_weather",
    once: started,
    type: CTRL_C,
  });
  const server = await started;
  assert.equal(code, 1, printed);
  assert.match(printed, /cancelling[^]*failed: step_cancelled/);
  await server.ended();
});

for (const signal of ["SIGTERM", "SIGHUP"] as const) {
  Deno.test(`E1: ${signal} ends treadle run and the server that it has started`, async () => {
    await using project = await projectThatWaits();
    const child = new Deno.Command(Deno.execPath(), {
      args: [...ARGS, "run", "What is the weather in Paris?", "--agent", "waiter"],
      ...project,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    const server = await project.started();
    child.kill(signal);
    assert.equal((await child.status).code, signal === "SIGTERM" ? 143 : 129);
    await server.ended();
  });
}

Deno.test("E17: a server that is killed while treadle run streams is an error with its reason, and the thread to go on with", async () => {
  await using project = await projectThatWaits();
  const port = freePort();
  const server = new Deno.Command(Deno.execPath(), {
    args: ["serve", "-A", "-q", "--host", "127.0.0.1", "--port", String(port), "main.ts"],
    ...project,
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = server.stdout.getReader();
  await reader.read(); // it listens
  const command = new Deno.Command(Deno.execPath(), {
    args: [...ARGS, "run", "What is the weather in Paris?", "--agent", "waiter"],
    env: { TREADLE_URL: `http://127.0.0.1:${port}`, NO_COLOR: "1" },
    stdin: "null",
  });
  const running = command.output();
  const connection = await project.started();
  server.kill("SIGKILL");
  await Promise.all([server.status, reader.cancel(), connection.ended()]);
  const { code, stderr } = await running;
  assert.equal(code, 1);
  assert.match(
    new TextDecoder().decode(stderr),
    /the server does not answer \(.*(?:refused|reset).*\); trying again\nthe thread is kept: treadle run --thread cli_\w+\nconnection_failed: The server cannot be reached, or the connection broke: .*refused/,
  );
});

const ARGS = ["run", "-A", "-q", "--config", fromFileUrl(new URL("deno.json", projectRoot)), PROGRAM];

/** What is typed after which text, and after what else; and where the command runs. */
interface Typing {
  readonly cwd?: string;
  readonly env: Record<string, string>;
  readonly after: string;
  readonly once?: Promise<unknown>;
  readonly type: string;
}

/** Runs a command line of treadle on a terminal of its own. */
async function onTerminal(line: string, { cwd, env, after, once, type }: Typing) {
  const child = new Deno.Command("script", { // exec: a shell that stays would take the signal of Ctrl-C too
    args: ["-qec", `exec ${Deno.execPath()} ${ARGS.join(" ")} ${line}`, "/dev/null"],
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...env, NO_COLOR: "1" },
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const typing = child.stdin.getWriter();
  let printed = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    const isReady = (printed + text).includes(after) && !printed.includes(after);
    printed += text;
    if (isReady) {
      await once;
      await typing.write(new TextEncoder().encode(type));
    }
  }
  await typing.close();
  return { code: (await child.status).code, printed };
}

/** A project whose tool connects to this test and waits. */
async function projectThatWaits() {
  const cwd = await Deno.makeTempDir({ prefix: "interrupted_" });
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const href = (path: string) => JSON.stringify(new URL(path, projectRoot).href);
  await Deno.writeTextFile(
    `${cwd}/main.ts`,
    `import { defineAgent, defineTool } from ${href("src/mod.ts")};
import { serve } from ${href("src/deno/mod.ts")};

const wait = defineTool({
  name: "get_weather",
  description: "Waits.",
  parameters: [{ name: "city", description: "Name of the city" }],
  run: async () => {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port: ${listener.addr.port} });
    await connection.read(new Uint8Array(1));
    return "done";
  },
});

export default serve({ agents: [defineAgent({ name: "waiter", instructions: "You wait.", tools: [wait] })] });
`,
  );
  await copyManifest(cwd);
  return {
    cwd,
    env: { PORT: String(freePort()), TREADLE_STORE: "memory" },
    /** Resolves when the tool runs. */
    async started() {
      const connection = await listener.accept();
      return {
        /** Resolves when the server's process is gone, and its connections with it. */
        async ended() {
          assert.equal(await connection.read(new Uint8Array(1)).catch(() => null), null);
          connection.close();
        },
      };
    },
    async [Symbol.asyncDispose]() {
      listener.close();
      await Deno.remove(cwd, { recursive: true });
    },
  };
}
