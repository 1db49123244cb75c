// E17: colours are for terminals: not in a pipe, not with NO_COLOR, never in JSON; FORCE_COLOR has them anyway.

import assert from "node:assert/strict";
import { createTestApp } from "../../../http/_app.ts";
import { serveApp } from "../../../cli/_serve.ts";
import { TERMINAL } from "../_terminal.ts";
import { runTreadle } from "../../../cli/_treadle.ts";
import { PROGRAM } from "../_process.ts";

const COLOUR = "\x1b[";

Deno.test("E17: a pipe has no colours, FORCE_COLOR has them, and JSON never", async () => {
  const app = createTestApp();
  await (await app.send("POST", "/v1/threads/t1/steps", { agent: "tester", input: "Hi." })).body?.cancel();
  await using served = serveApp(app);
  const list = async (env: Record<string, string>, ...words: string[]) =>
    (await runTreadle({ env: { ...served.env, NO_COLOR: "", ...env } }, "threads", "list", ...words)).stdout;
  assert.ok(!(await list({})).includes(COLOUR));
  assert.ok((await list({ FORCE_COLOR: "1" })).includes(`${COLOUR}32mDone`));
  const json = await list({ FORCE_COLOR: "1" }, "--json");
  assert.ok(!json.includes(COLOUR));
  assert.equal(JSON.parse(json).threads[0].status, "done");
});

Deno.test("E17: a terminal has colours and relative times in its width, and none with NO_COLOR", async () => {
  const app = createTestApp();
  const input = `Ein langer Titel für ${"山田太郎 ".repeat(10)}`;
  await (await app.send("POST", "/v1/threads/t1/steps", { agent: "tester", input })).body?.cancel();
  await using served = serveApp(app);
  const onTerminal = async (env: Record<string, string>) => {
    // A terminal of a CI has no colours for a program that looks at the variable.
    const command = `unset CI; stty cols 60; ${Deno.execPath()} run -A -q ${PROGRAM} threads list`;
    const { stdout } = await new Deno.Command("script", {
      args: ["-qec", command, "/dev/null"],
      env: { ...served.env, ...TERMINAL, NO_COLOR: "", ...env },
      stdin: "null",
    }).output();
    return new TextDecoder().decode(stdout);
  };
  const coloured = await onTerminal({});
  assert.match(coloured, /Done.* (?:now|\d+s ago) .*Ein langer Titel.*…\r\n$/);
  assert.ok(coloured.includes(`${COLOUR}32mDone`), coloured);
  assert.ok(!(await onTerminal({ NO_COLOR: "1" })).includes(COLOUR));
});
