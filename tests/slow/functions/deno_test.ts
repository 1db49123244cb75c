// functions/deno.ts as a process of its own, with no key and no service.

import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { BUILD_FOLDER, buildDeno } from "../../../src/tasks/build.ts";
import { projectRoot } from "../../support/project.ts";

const ENTRYPOINT = new URL("functions/deno.ts", projectRoot);
const BUNDLE = new URL("deno.js", BUILD_FOLDER);

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

Deno.test("E15: the server sends the first load of its page in 6 responses below 60 KiB, and nothing of it again", async () => {
  await using server = await boot({});
  const get = async (path: string, ...headers: string[]) => {
    const args = ["-si", "-H", "accept-encoding: gzip, br", ...headers.flatMap((line) => ["-H", line])];
    const { stdout } = await new Deno.Command("curl", { args: [...args, `${server.url}${path}`] }).output();
    const [head = ""] = new TextDecoder("latin1").decode(stdout).split("\r\n\r\n", 1);
    return { head, bytes: stdout.length - head.length - 4 };
  };
  const html = await (await fetch(`${server.url}/`)).text();
  const named = [...html.matchAll(/ (?:src|href)="(\/playground\/[^"]+)"/g)].map(([, path = ""]) => path);
  assert.equal(named.length, 5);
  let bytes = 0;
  for (const path of ["/", ...named]) {
    const first = await get(path);
    assert.match(first.head, /^HTTP\/1\.1 200 /);
    assert.match(first.head, /^content-encoding: br\r$/im);
    assert.match(first.head, /^vary: .*accept-encoding\r$/im);
    bytes += first.bytes;
    const tag = /^etag: (W\/"\w+")\r$/im.exec(first.head)?.[1] ?? assert.fail(first.head);
    const again = await get(path, `if-none-match: ${tag}`);
    assert.match(again.head, /^HTTP\/1\.1 304 /);
    assert.equal(again.bytes, 0);
  }
  assert.ok(bytes < 60 * 1024, `${bytes} bytes`);
  assert.match((await get("/openapi.json")).head, /^content-encoding: br\r$/im);
  assert.doesNotMatch((await get("/v1/agents")).head, /^content-encoding:/im);
});

Deno.test("E1: the health of a server is answered while hundreds of streams begin, and not behind them", async () => {
  const STREAMS = 400;
  await using server = await boot({});
  let begun = 0;
  const first = Promise.withResolvers<void>();
  const streams = Array.from({ length: STREAMS }, async (_, index) => {
    const response = await fetch(`${server.url}/v1/threads/s${index}/steps`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream" },
      body: JSON.stringify({ agent: "demo", input: "hello" }),
    });
    begun++;
    first.resolve();
    return (await response.text()).includes("step.finished");
  });
  await first.promise;
  const health = await fetch(`${server.url}/healthz`);
  const before = begun;
  assert.equal((await health.json()).status, "ok");
  assert.ok(before < STREAMS / 2, `${before} of ${STREAMS} streams had begun`);
  assert.deepEqual(await Promise.all(streams), Array(STREAMS).fill(true));
});

Deno.test("E4: the bundle of deno task build serves the page, runs a thread to its end and loads a provider on first use", async () => {
  await buildDeno();
  await using server = await boot({ OPENAI_API_KEY: "sk-test" }, undefined, "run", "127.0.0.1", BUNDLE);
  assert.match(await (await fetch(`${server.url}/`)).text(), /<!doctype html>/i);
  const step = await fetch(`${server.url}/v1/threads/built/steps`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ agent: "demo", input: "What is the weather in Paris?", until: "done" }),
  });
  const { thread, output } = await step.json();
  assert.deepEqual([thread.status, output], ["done", "It is 18 °C and clear in Paris."]);
  const { configured } = await (await fetch(`${server.url}/v1/providers/openai`)).json();
  assert.equal(configured, true);
});

Deno.test("E4: deno task build removes the files of the build before it, and no folder", async () => {
  const path = await Deno.makeTempDir({ prefix: "treadle-build-" });
  const folder = pathToFileURL(`${path}/`);
  await Deno.mkdir(new URL("npm/", folder));
  for (const name of ["old_chunk.js", "npm/a.tgz"]) await Deno.writeTextFile(new URL(name, folder), "");
  await buildDeno(folder);
  const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
  assert.deepEqual(
    ["deno.js", "npm", "old_chunk.js"].map((name) => names.includes(name)),
    [true, true, false],
  );
  assert.equal((await Deno.stat(new URL("npm/a.tgz", folder))).size, 0);
  await Deno.remove(path, { recursive: true });
});

Deno.test("E14: without keys nobody else is served: no rebound name, no proxy, no page of another origin", async () => {
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

Deno.test("E16: a page of an origin that TREADLE_CORS_ORIGINS lists may use a server that serves this machine alone", async () => {
  await using server = await boot({ TREADLE_CORS_ORIGINS: "https://app.example" });
  const from = async (origin: string, method: string, ...headers: string[]) => {
    const args = [`origin: ${origin}`, "sec-fetch-site: cross-site", ...headers].flatMap((
      line,
    ) => ["-H", line]);
    const body = method === "POST" ? ["-d", '{"agent":"demo","input":"hello"}'] : [];
    const url = `${server.url}/v1/threads/cors/steps`;
    const { stdout } = await new Deno.Command("curl", { args: ["-si", "-X", method, ...args, ...body, url] })
      .output();
    return new TextDecoder().decode(stdout);
  };
  const json = "content-type: application/json";
  const preflight = ["access-control-request-method: POST", "access-control-request-headers: content-type"];
  for (const [method, status, ...headers] of [["OPTIONS", 204, ...preflight], ["POST", 200, json]] as const) {
    const answer = await from("https://app.example", method, ...headers);
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `), answer);
    assert.match(answer, /^access-control-allow-origin: https:\/\/app\.example\r$/im);
  }
  for (
    const [origin, says] of [
      ["https://evil.example", /Set TREADLE_API_KEYS to tenant:key/],
      ["http://localhost:5173", /with TREADLE_CORS_ORIGINS=http:\/\/localhost:5173\./],
    ] as const
  ) {
    const other = await from(origin, "POST", json);
    assert.match(other, /"code":"not_configured"/);
    assert.match(other, says);
    assert.doesNotMatch(other, /access-control-allow-origin/i);
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

for (const command of ["run", "serve"] as const) {
  Deno.test(`E4: SIGTERM under deno ${command} lets a running step answer before the process ends`, async () => {
    const asked = Promise.withResolvers<void>();
    const opened = Promise.withResolvers<void>();
    await using model = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async () => {
      asked.resolve();
      await opened.promise;
      return new Response("no model here", { status: 400 });
    });
    const env = {
      TREADLE_STORE: "memory",
      TREADLE_MODEL: "openai/x",
      OPENAI_BASE_URL: `http://127.0.0.1:${model.addr.port}/v1`,
    };
    const server = await boot(env, undefined, command);
    const answering = fetch(`${server.url}/v1/threads/t/steps`, {
      method: "POST",
      headers: { "content-type": "application/json", connection: "close" },
      body: JSON.stringify({ agent: "demo", input: "x".repeat(200_000) }),
    });
    await asked.promise;
    const ended = server[Symbol.asyncDispose]();
    await refusing(server.url);
    opened.resolve();
    const response = await answering;
    assert.equal(response.status, 502);
    assert.equal((await response.json()).code, "model_invalid_request");
    await ended;
  });
}

Deno.test("E1: a wrong environment is one clear line, behind it names that look mistyped, and exit code 1, and a port in use says how to choose another", async () => {
  const occupied = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const port = String(occupied.addr.port);
  const cases: readonly [string, string[], Record<string, string>, RegExp][] = [
    ["run", [], { TREADLE_STORE: "paper" }, /^TREADLE_STORE names no store .*\n$/],
    [
      "run",
      [],
      { UPSTASH_REDIS_REST_URL: "https://x.example", UPSTASH_REDIS_REST_TOKN: "secret" },
      /must be set.*\nUPSTASH_REDIS_REST_TOKN: did you mean UPSTASH_REDIS_REST_TOKEN\?\n$/,
    ],
    ["serve", ["--port", "0"], { TREADLE_OPEN: "yes" }, /^The environment is wrong: TREADLE_OPEN .*\n$/],
    [
      "run",
      [],
      { TREADLE_STORE: "memory", PORT: port },
      /^(?:warning: .*\n)?Port \d+ is in use by another program\. Start on another port:\nPORT=\d+ deno run .*\n$/,
    ],
    [
      "serve",
      ["--host", "127.0.0.1", "--port", port],
      { TREADLE_STORE: "memory" },
      /^Port \d+ is in use by another program\. Start on another port:\ndeno serve --port \d+ .*\n$/,
    ],
  ];
  for (const [command, args, env, says] of cases) {
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [command, ...FLAGS, ...args, ENTRYPOINT.href],
      env: { ...ENV, ...env },
    }).output();
    assert.deepEqual([code, command], [1, command]);
    assert.match(new TextDecoder().decode(stderr), says);
  }
  occupied.close();
});

Deno.test("E14: a socket that others can reach is closed without keys, and the greeting says so", async () => {
  await using server = await boot({ TREADLE_STORE: "memory" }, undefined, "serve", "0.0.0.0");
  assert.match(server.greeting, /is closed: set TREADLE_API_KEYS/);
  const response = await fetch(`${server.url}/v1/agents`);
  assert.equal((await response.json()).code, "not_configured");
});

Deno.test("E16: without a terminal the greeting and the log are JSON, and variables that look mistyped are a warning", async () => {
  const cwd = await Deno.makeTempDir();
  const env = { ...ENV, TREADLE_LOG: "", TREADLE_STORE: "memory", TREDLE_MODEL: "sk-secret" };
  const process = new Deno.Command(Deno.execPath(), {
    args: ["serve", ...FLAGS, "--host", "127.0.0.1", "--port", "0", ENTRYPOINT.href],
    env,
    cwd,
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const [info = "", warning = ""] = await Promise.all([process.stdout, process.stderr].map(firstLine));
  const { message, models, store, agents, access } = JSON.parse(info);
  assert.deepEqual([message, models, store, access], [
    "Treadle listens",
    "scripted/demo: it needs no key",
    "memory, this process",
    "served",
  ]);
  assert.match(agents, /^demo: get_weather, .*; travel: /);
  assert.deepEqual([JSON.parse(warning).level, JSON.parse(warning).variables], [
    "warn",
    "TREDLE_MODEL: did you mean TREADLE_MODEL?",
  ]);
  process.kill("SIGTERM");
  await process.status;
  await Deno.remove(cwd, { recursive: true });
});

/** The first line of a stream, which is then closed. */
async function firstLine(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  let text = "";
  for await (const piece of stream.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (text.includes("\n")) break;
  }
  return text.split("\n")[0] ?? "";
}

/** Resolves when the server takes no more: `deno run` answers 503, `deno serve` has closed its port already. */
async function refusing(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/healthz`).catch(() => undefined);
    await response?.body?.cancel();
    if (response === undefined || response.status === 503) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const ENV = {
  PORT: "0",
  TREADLE_API_KEYS: "",
  TREADLE_OPEN: "",
  TREADLE_STORE: "",
  TREADLE_LOG: "text",
  NO_COLOR: "1",
};
const FLAGS = ["-A", "-q", "--no-prompt", "--config", new URL("deno.json", projectRoot).pathname];

interface Server extends AsyncDisposable {
  readonly url: string;
  readonly greeting: string;
}

/** Starts the entrypoint in a folder of its own; disposing it sends SIGTERM and expects a clean end. */
async function boot(
  env: Record<string, string>,
  folder?: string,
  command: "run" | "serve" = "run",
  host = "127.0.0.1",
  entrypoint = ENTRYPOINT,
): Promise<Server> {
  const cwd = folder ?? await Deno.makeTempDir();
  const process = new Deno.Command(Deno.execPath(), {
    args: [
      command,
      ...FLAGS,
      ...(command === "serve" ? ["--host", host, "--port", "0"] : []),
      entrypoint.href,
    ],
    env: { ...ENV, ...env },
    cwd,
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = process.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let greeting = "";
  while (!/(?:curl|closed:) .*\n/.test(greeting)) {
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
