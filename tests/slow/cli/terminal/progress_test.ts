// E17: what a command waits for is a line on a terminal: not for what is quick, not in a pipe, and not in CI.

import assert from "node:assert/strict";
import { createTestApp } from "../../../http/_app.ts";
import { serveApp } from "../../../cli/_serve.ts";
import { TERMINAL } from "../_terminal.ts";
import { PROGRAM } from "../_process.ts";

/** Milliseconds after which a slow server answers: twice as long as a line waits. */
const SLOW_MS = 900;

async function list(
  env: Record<string, string>,
  slowMs: number,
  command: (line: string) => [string, string[]],
) {
  const { app } = createTestApp();
  await using served = serveApp({
    fetch: async (request) => {
      if (!request.url.endsWith("/healthz")) await new Promise((resolve) => setTimeout(resolve, slowMs));
      return await app.fetch(request);
    },
  });
  const [program, args] = command(`${Deno.execPath()} run -A -q ${PROGRAM} threads list`);
  const { stdout, stderr } = await new Deno.Command(program, {
    args,
    env: { ...served.env, ...TERMINAL, NO_COLOR: "1", CI: "", ...env },
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  return { printed: text.decode(stdout) + text.decode(stderr), host: new URL(served.url).host };
}

const onTerminal = (line: string): [string, string[]] => ["script", ["-qec", line, "/dev/null"]];
const inPipe = (line: string): [string, string[]] => ["sh", ["-c", line]];

Deno.test("E17: a slow server is waited for with a line, which is gone before the result", async () => {
  const { printed, host } = await list({}, SLOW_MS, onTerminal);
  assert.ok(printed.includes(` waiting for ${host}`), printed);
  assert.ok(printed.includes("\r\x1b[KThere is no thread"), printed);
});

for (
  const [name, env, slowMs, command] of [
    ["a quick answer", {}, 0, onTerminal],
    ["CI", { CI: "1" }, SLOW_MS, onTerminal],
    ["a pipe", {}, SLOW_MS, inPipe],
  ] as const
) {
  Deno.test(`E17: ${name} draws no line`, async () => {
    const { printed } = await list(env, slowMs, command);
    assert.ok(!printed.includes("waiting for") && !printed.includes("\x1b"), printed);
    assert.match(printed, /^There is no thread/);
  });
}
