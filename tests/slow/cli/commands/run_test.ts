// E17: treadle run on a terminal, without a server, and when it is interrupted.

import assert from "node:assert/strict";
import { askUser } from "../../../../src/agents/ask_user.ts";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { ToolError } from "../../../../src/core/tool/tool_error.ts";
import { serveApp } from "../../../cli/_serve.ts";
import { serveProject } from "../../../cli/_serve_project.ts";
import { testModel } from "../../../support/model.ts";
import { createTestApp } from "../../../http/_app.ts";
import { fromFileUrl, projectRoot } from "../../../support/project.ts";
import { freePort } from "../../../support/requires.ts";
import { typeAnswer } from "../_terminal.ts";
import { runTreadle } from "../../../cli/_treadle.ts";
import { PROGRAM } from "../_process.ts";

/** Variables of a project of which nothing runs yet: a store of its own, and a port that is free. */
async function ownProject(): Promise<Record<string, string> & { folder: string }> {
  const folder = await Deno.makeTempDir({ prefix: "run_" });
  return { TREADLE_STORE: `sqlite:${folder}/threads.sqlite`, PORT: String(freePort()), folder };
}

Deno.test("E17: on a terminal treadle run asks, and goes on with the answer", async () => {
  await using served = serveProject();
  const command = `${Deno.execPath()} run -A -q ${PROGRAM} run 'delete record r1' --agent demo`;
  const { printed, code } = await typeAnswer(command, { env: served.env, answer: "y" });
  assert.equal(code, 0, printed);
  assert.match(printed, /Run delete_record \{"id":"r1"\}\?[^]*Record r1 is deleted\./);
});

Deno.test("E17: on a terminal treadle run shows a question, and goes on with what is typed", async () => {
  const { provider } = testModel((_request, index) =>
    index === 0 ? { calls: ["ask_user"] } : { says: "Thanks." }
  );
  const agent = defineAgent({ name: "asker", model: "first/m", tools: [askUser()] });
  const app = createTestApp({ agents: [agent], providers: [provider] });
  await using served = serveApp(app);
  const command = `${Deno.execPath()} run -A -q ${PROGRAM} run Go. --agent asker --thread t1`;
  const { printed, code } = await typeAnswer(command, { env: served.env, answer: "The blue one" });
  assert.equal(code, 0, printed);
  assert.match(
    printed,
    /ask_user \{[^]*\}: \[the answer; empty: decide later\][^]*completed in \d+ ms: The blue one\r\nThanks\./,
  );
});

Deno.test("E17: without a server the command starts the project and stops it", async () => {
  const { folder, ...env } = await ownProject();
  try {
    const cwd = fromFileUrl(projectRoot);
    const ran = await runTreadle({ env, cwd }, "run", "What is the weather in Paris?", "--agent", "demo");
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stdout, /It is 18 °C and clear in Paris\.\n$/);
    const list = await runTreadle({ env, cwd }, "threads", "list", "--json");
    assert.equal(JSON.parse(list.stdout).threads.length, 1);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** An agent whose tool runs until it is stopped. */
const waiter = defineAgent({
  name: "waiter",
  driver: "scripted",
  tools: [defineTool({
    name: "wait",
    description: "Waits until the run is cancelled.",
    timeoutMs: 60_000,
    run: (_args, { signal }) =>
      new Promise<string>((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new ToolError("fatal", "The run was cancelled.")));
      }),
  })],
});

Deno.test("E17: Ctrl-C cancels the run", async () => {
  const app = createTestApp({ agents: [waiter], scenario: [{ calls: [{ tool: "wait" }] }] });
  await using served = serveApp(app);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", PROGRAM, "run", "Wait", "--thread", "t1", "--agent", "waiter"],
    env: served.env,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  let printed = "";
  for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
    const begins = (printed + text).includes("tool: wait {") && !printed.includes("tool: wait {");
    printed += text;
    if (begins) child.kill("SIGINT");
  }
  assert.equal((await child.status).code, 1, printed);
  assert.match(printed, /cancelling; Ctrl-C again leaves at once[^]*failed: step_cancelled/);
  const response = await app.send("GET", "/v1/threads/t1");
  assert.equal((await response.json()).status, "cancelled");
});
