// functions/deno.ts as a process of its own, with no key and no service.

import assert from "node:assert/strict";
import { projectRoot } from "../support/project.ts";

const entrypoint = new URL("functions/deno.ts", projectRoot);

Deno.test("E1: the first command serves this machine without a key, and the curl line that it prints works", async () => {
  await using server = await boot({});
  const line = server.greeting.split("\n").find((text) => text.startsWith("curl ")) ?? assert.fail();
  const { stdout } = await new Deno.Command("sh", { args: ["-c", line] }).output();
  const events = new TextDecoder().decode(stdout);
  assert.match(events, /"city":"Paris","tempC":18,"sky":"clear"/);
  assert.match(events, /event: step\.finished\ndata: [^\n]*"status":"done"[^\n]*\n\n$/);
  const page = await fetch(`${server.url}/`);
  assert.match(await page.text(), /<!doctype html>/i);
});

Deno.test("E16: without keys nobody else is served: no rebound name, no proxy, no page of another origin", async () => {
  await using server = await boot({});
  const strangers = [
    { host: "evil.example" },
    { "x-forwarded-for": "203.0.113.7" },
    { forwarded: "for=203.0.113.7" },
    { origin: "https://evil.example" },
  ];
  for (const headers of strangers) {
    const args = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
    const { stdout } = await new Deno.Command("curl", { args: ["-s", ...args, `${server.url}/v1/agents`] })
      .output();
    assert.equal(
      JSON.parse(new TextDecoder().decode(stdout)).code,
      "not_configured",
      JSON.stringify(headers),
    );
  }
});

Deno.test("E11: a thread goes on after the process was ended and started again", async () => {
  const folder = await Deno.makeTempDir();
  for (const [input, version] of [["What is the weather in Paris?", 2], ["delete record r1", 3]] as const) {
    await using server = await boot({ TREADLE_STORE: `sqlite:${folder}/deep/threads.sqlite` }, folder);
    const response = await fetch(`${server.url}/v1/threads/kept/steps`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ agent: "demo", input, until: "done" }),
    });
    const { thread } = await response.json();
    assert.equal(thread.version, version);
  }
  await Deno.remove(folder, { recursive: true });
});

interface Server extends AsyncDisposable {
  readonly url: string;
  readonly greeting: string;
}

/** Starts the entrypoint in a folder of its own; disposing it sends SIGTERM and expects a clean end. */
async function boot(env: Record<string, string>, folder?: string): Promise<Server> {
  const cwd = folder ?? await Deno.makeTempDir();
  const process = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "-q",
      "--no-prompt",
      "--config",
      new URL("deno.json", projectRoot).pathname,
      entrypoint.href,
    ],
    env: { PORT: "0", TREADLE_API_KEYS: "", TREADLE_OPEN: "", TREADLE_STORE: "", NO_COLOR: "1", ...env },
    cwd,
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = process.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let greeting = "";
  while (!/curl .*\n/.test(greeting)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`The server ended: ${greeting}`);
    greeting += value;
  }
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(greeting)?.[0] ?? assert.fail(greeting);
  return {
    url,
    greeting,
    async [Symbol.asyncDispose]() {
      process.kill("SIGTERM");
      await reader.cancel();
      assert.equal((await process.status).code, 0);
      if (folder === undefined) await Deno.remove(cwd, { recursive: true });
    },
  };
}
