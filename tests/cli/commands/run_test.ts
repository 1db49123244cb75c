// E17: treadle run and treadle threads, with a server and without one.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { AgentError } from "../../../src/core/error.ts";
import { createTestApp, KEY } from "../../http/_app.ts";
import { fromBase64 } from "../../../src/core/content/base64.ts";
import { PNG } from "../../plugins/media/_media.ts";
import { testModel } from "../../support/model.ts";
import { freePort } from "../../support/requires.ts";
import { cancelsByFilter, cancelsWhatRuns, deletesAll, makeThreads, serveCounted } from "../_many_threads.ts";
import { serveApp, type Served } from "../_serve.ts";
import { media } from "../../../src/plugins/media/mod.ts";
import { serveProject } from "../_serve_project.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";

/** Runs commands against one server, with its address and key in the environment. */
async function withServer(test: (treadle: Served["treadle"], url: string) => Promise<void>) {
  await using served = serveProject();
  await test(served.treadle, served.url);
}

Deno.test("E17: treadle run prints the answer to stdout, and the tools to stderr", () =>
  withServer(async (treadle) => {
    const { code, stdout, stderr } = await treadle("run", "What is the weather in Paris?", "--agent", "demo");
    assert.equal(code, 0);
    assert.equal(stdout, "Let me check.\nIt is 18 °C and clear in Paris.\n");
    assert.match(stderr, /^tool: get_weather \{"city":"Paris"\}\ntool: get_weather completed in \d+ ms: /);
    assert.match(stderr, /thread: (cli_\w{12}) \(treadle run "\.\.\." --thread \1\)\n$/);
  }));

Deno.test("E17: treadle run --json prints each event as a line", () =>
  withServer(async (treadle) => {
    const { code, stdout, stderr } = await treadle(
      "run",
      "What is the weather in Paris?",
      "--agent",
      "demo",
      "--json",
    );
    assert.deepEqual([code, stderr], [0, ""]);
    const events = stdout.trim().split("\n").map((line) => JSON.parse(line));
    assert.equal(events[0].type, "step.started");
    assert.deepEqual([events.at(-1).type, events.at(-1).status], ["step.finished", "done"]);
  }));

Deno.test("P7: treadle run --model names a model of the agent, in each request; another one is refused", async () => {
  const models = ["first", "second"].map((name) =>
    testModel(() => name === "first" ? { says: "First." } : { says: "Second." }, { name })
  );
  const agent = defineAgent({ name: "asker", model: "first/m", models: ["second/n"] });
  const app = createTestApp({
    plugins: [media()],
    agents: [agent],
    providers: models.map(({ provider }) => provider),
  });
  await using served = serveApp(app);
  const run = (...words: string[]) => served.treadle("run", "hi", "--agent", "asker", ...words);
  assert.equal((await run()).stdout, "First.\n");
  assert.equal((await run("--model", "second/n")).stdout, "Second.\n");
  const { code, stdout, stderr } = await run("--model", "third/x");
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /Agent asker does not offer the model "third\/x"/);
  assert.deepEqual(models.map(({ requests }) => requests.length), [1, 1]);
});

Deno.test("E17: treadle run --file sends files with the input, and names one that it cannot send", () =>
  withServer(async (treadle, url) => {
    const folder = await Deno.makeTempDir({ prefix: "run_" });
    await Deno.writeFile(`${folder}/dot ü.png`, fromBase64(PNG));
    await Deno.writeTextFile(`${folder}/a.csv`, "a,b\n");
    const files = [`${folder}/dot ü.png`, `${folder}/a.csv`];
    const asked = ["run", "Hello", "--agent", "demo", "--thread", "t1"];
    const { code, stderr } = await treadle(...asked, "--file", ...files);
    assert.equal(code, 0, stderr);
    const headers = { authorization: `Bearer ${KEY}` };
    const { entries: [entry] } = await (await fetch(`${url}/v1/threads/t1/history`, { headers })).json();
    const parts: readonly { type: string; name?: string; bytes?: number }[] = entry.parts;
    assert.deepEqual(parts.map(({ type, name, bytes }) => [type, name, bytes]), [
      ["text", undefined, undefined],
      ["image", "dot ü.png", 68],
      ["file", "a.csv", 4],
    ]);
    for (
      const [name, message] of [["none.png", /none\.png cannot be read/], ["a.xyz", /no media type/]] as const
    ) {
      const refused = await treadle(...asked, "--file", `${folder}/${name}`);
      assert.notEqual(refused.code, 0);
      assert.match(refused.stderr, message);
    }
    await Deno.remove(folder, { recursive: true });
  }));

Deno.test("E17: a run that waits ends with 3 and the lines that answer it, and they do", () =>
  withServer(async (treadle) => {
    const waiting = await treadle("run", "delete record r1", "--agent", "demo", "--thread", "t1");
    assert.equal(waiting.code, 3);
    const [, call = ""] = /^ {4}treadle inbox approve t1 (call_\w+)$/m.exec(waiting.stderr) ?? [];
    assert.match(waiting.stderr, /^ {2}treadle run --thread t1$/m);
    const answered = await treadle("threads", "approve", "t1", call, "--deny", "not today");
    assert.match(answered.stdout, /is denied\. Go on: treadle run --thread t1/);
    const { code, stdout } = await treadle("run", "--thread", "t1");
    assert.deepEqual([code, stdout], [0, "I did not delete record r1.\n"]);
  }));

Deno.test("E17: X6: a run that waits for a result, and one that is parked, say so", async () => {
  let isBroken = false;
  const tool = defineTool({
    name: "export_records",
    description: "Exports, for hours.",
    run: (_args, context) => context.defer({ ref: "exp_7", expiresInMs: 7_200_000 }),
  });
  const { provider } = testModel(() =>
    isBroken
      ? { fails: new AgentError("model_server", "The provider is broken.") }
      : { calls: ["export_records"] }
  );
  const app = createTestApp({
    agents: [defineAgent({ name: "exporter", model: "first/m", tools: [tool] })],
    providers: [provider],
    env: { TREADLE_WAKE_FAILURES: "1" },
  });
  await using served = serveApp(app);
  const { treadle } = served;
  const ran = await treadle("run", "go", "--agent", "exporter", "--thread", "t1");
  assert.equal(ran.code, 3, ran.stderr);
  const line =
    /^ {2}call_\w+ export_records \{\} waits for its result since 20\S+, until 20\S+ \(ref exp_7\)$/m;
  assert.match(ran.stderr, /deferred: export_records waits for its result until 20/);
  assert.match(ran.stderr, line);
  assert.match((await treadle("threads", "show", "t1")).stdout, line);
  isBroken = true;
  await fetch(`${served.url}/v1/threads/t2/steps`, {
    method: "POST",
    headers: { "content-type": "application/json", "authorization": `Bearer ${KEY}` },
    body: '{"agent":"exporter","input":"go","wake":true,"until":"step"}',
  });
  const { stdout } = await treadle("threads", "show", "t2");
  assert.match(
    stdout,
    /^t2: Stopped trying\n {2}exporter, 1 step, .*\n {2}go\n {2}model_server: .*\n {2}parked at 20\S+; failed steps in a row: 1$/m,
  );
});

Deno.test("E17: treadle threads lists, shows, follows, forks and cancels", () =>
  withServer(async (treadle) => {
    assert.match((await treadle("threads", "list")).stdout, /^There is no thread/);
    await treadle("run", "What is the weather in Paris?", "--agent", "demo", "--thread", "t1");
    assert.match(
      (await treadle("threads", "list")).stdout,
      /^THREAD {2}STATUS {2}AGENT {2}STEPS {2}CHANGED +TITLE\nt1 {6}Done {4}demo {7}2 {2}20\S+Z {2}What is the weather in Paris\?\n$/,
    );
    const { stdout } = await treadle("threads", "show", "t1");
    assert.match(stdout, /^t1: Done\n {2}demo, 2 steps, \d+ tokens, version 2, changed 20\S+Z\n/);
    assert.match(
      stdout,
      /user: What is the weather in Paris\?\nassistant: Let me check\.\nassistant: calls get_weather/,
    );
    const { thread, entries } = JSON.parse((await treadle("threads", "show", "t1", "--json")).stdout);
    assert.deepEqual([thread.length, entries.length], [4, 4]);
    assert.match((await treadle("threads", "tail", "t1")).stdout, /It is 18 °C and clear in Paris\.\n$/);
    const fork = JSON.parse(
      (await treadle("threads", "fork", "t1", "--version", "1", "--id", "t2", "--json")).stdout,
    );
    assert.deepEqual([fork.id, fork.forkedFrom.version], ["t2", 1]);
    const cancelled = await treadle("threads", "cancel", "t2");
    assert.deepEqual([cancelled.code, cancelled.stdout], [0, "t2 is cancelled.\n"]);
  }));

Deno.test("V6: treadle threads filters, names, archives and indexes threads", () =>
  withServer(async (treadle) => {
    await treadle("run", "What is the weather in Paris?", "--agent", "demo", "--thread", "t1");
    const listed = async (...flags: string[]) =>
      JSON.parse((await treadle("threads", "list", "--json", ...flags)).stdout).threads.map(
        ({ id }: { id: string }) => id,
      );
    assert.deepEqual(await listed("--tool", "get_weather", "--status", "done", "--agent", "demo"), ["t1"]);
    assert.deepEqual(await listed("--metadata", "plan=pro", "--metadata", "seats=3"), []);
    assert.deepEqual(await listed("--user", "ann"), []);
    const renamed = await treadle("threads", "rename", "t1", "The trip of June");
    assert.deepEqual([renamed.code, renamed.stdout], [0, "t1: The trip of June\n"]);
    assert.deepEqual(await listed("--search", "june trip"), ["t1"]);
    assert.equal((await treadle("threads", "archive", "t1")).stdout, "t1: The trip of June (archived)\n");
    assert.deepEqual([await listed(), await listed("--archived", "only")], [[], ["t1"]]);
    assert.equal((await treadle("threads", "unarchive", "t1")).stdout, "t1: The trip of June\n");
    assert.deepEqual(await listed("--search", "june"), ["t1"]);
    assert.equal((await treadle("threads", "index")).stdout, "1 indexed; that is all\n");
    const wrong = await treadle("threads", "list", "--metadata", "plan");
    assert.match(wrong.stderr, /It must be a field and its text: plan=pro/);
    const long = await treadle("threads", "rename", "t1", "x".repeat(201));
    assert.match(long.stderr, /^invalid_request: .*title/);
  }));

Deno.test("E17: what cannot be done is a code with a message, the address that refused and the next command, and JSON with --json", () =>
  withServer(async (treadle, url) => {
    const missing = await treadle("threads", "show", "t9");
    assert.deepEqual([missing.code, missing.stderr], [
      1,
      `thread_unknown: Thread t9 does not exist.\nfrom: ${url}/v1/threads/t9\nnext: treadle threads list\n`,
    ]);
    const json = await treadle("threads", "show", "t9", "--json");
    assert.equal(JSON.parse(json.stderr).error.code, "thread_unknown");
    const several = await treadle("run", "Hello");
    assert.deepEqual([several.code, several.stderr], [
      1,
      'agent_unknown: Name an agent by --agent: demo, travel.\nnext: treadle run "..." --agent <name>\n',
    ]);
    const refused = await treadle("threads", "list", "--url", url, "--key", "another-key-0123456789");
    assert.match(refused.stderr, /^unauthorized: /);
    const nowhere = await treadle("threads", "list", "--url", `http://127.0.0.1:${freePort()}`);
    assert.match(
      nowhere.stderr,
      /^server_unreachable: http:\/\/127\.0\.0\.1:\d+ cannot be reached \(.*refused.*\): start it/,
    );
    const wrong = await treadle("threads", "list", "--url", "nonsense");
    assert.match(wrong.stderr, /^server_unreachable: nonsense is no address of a server: /);
  }));

Deno.test("E17: threads cancel by a filter prints its plan, and with --yes goes through all pages, eight requests at a time", () =>
  cancelsByFilter(createMemoryStore()));

Deno.test("E17: threads delete --all removes every thread, names what fails and ends with 1, and goes on when it is called again", () =>
  deletesAll(createMemoryStore()));

Deno.test("E17: --running finds and cancels threads whose step is in flight, which no status does", () =>
  cancelsWhatRuns(createMemoryStore()));

Deno.test("E17: threads cancel, delete and export refuse a line that chooses nothing, everything by accident, or two ways", async () => {
  await using served = serveApp(createTestApp());
  const all =
    /^command_line_invalid: This filter matches every thread: add another one, or name --all in its place\.$/m;
  for (
    const [words, message] of [
      [
        [],
        /^command_line_invalid: Name threads by their ids, by a filter such as --agent, or --all of them\.$/m,
      ],
      [["--archived", "all"], all],
      [["--before", "2100-01-01"], all],
      [["--before", "2100-01-01", "--archived", "all"], all],
      [["t1", "--agent", "tester"], /Threads are ids, what filters find, or --all: name one\./],
      [["t1", "--all"], /name one/],
      [["--all", "--running"], /name one/],
      [["--status", "running"], /Allowed choices are open, waiting, done, failed, cancelled/],
    ] as const
  ) {
    for (const name of ["cancel", "delete", "export"]) {
      const { code, stdout, stderr } = await served.treadle("threads", name, ...words);
      assert.deepEqual([code, stdout], [1, ""], `${name} ${words}`);
      assert.match(stderr, message);
      assert.match(stderr, new RegExp(`\nnext: treadle threads ${name} --help\n$`));
    }
  }
  const file = await served.treadle("threads", "export", "--agent", "tester", "--out", "all.jsonl");
  assert.match(file.stderr, /^command_line_invalid: all\.jsonl is a file, which takes one thread by its id/);
  const refused = await served.treadle("threads", "cancel", "--after", "soon", "--yes");
  assert.match(refused.stderr, /^invalid_request: [^]*\nnext: treadle threads cancel --help\n$/);
  for (const name of ["cancel", "delete", "export"]) {
    const unknown = await served.treadle("threads", name, "t9");
    assert.equal(unknown.code, 1);
    assert.match(
      unknown.stderr,
      /^thread_unknown: Thread t9 does not exist\.\nfrom: \S+\nnext: treadle threads list\n$/,
    );
  }
});

Deno.test("E17: several ids are changed without --yes; one that is unknown is named, and --dry-run says so beforehand", async () => {
  const app = createTestApp();
  await using served = serveCounted(app);
  await makeThreads(app, served, "t", 3);
  const words = ["threads", "delete", "t0", "t9", "t1", "t1"];
  const plan = await served.treadle(...words, "--dry-run");
  assert.equal(plan.code, 0);
  assert.match(
    plan.stdout,
    /^2 threads would be deleted:\n[^]*\nThere is no thread t9\.\ndo it: treadle threads delete t0 t9 t1\n$/,
  );
  const { code, stdout } = await served.treadle(...words);
  assert.deepEqual([code, stdout], [
    1,
    "2 threads deleted, 1 failed.\nt9: thread_unknown: Thread t9 does not exist.\n",
  ]);
  assert.deepEqual(await served.json("threads", "delete", "t2"), { id: "t2", deleted: true });
  assert.equal(served.count("DELETE", "/v1/threads"), 4);
});

Deno.test("E17: what each thread would be refused with ends the work: a key without the scope, and a list that breaks off", async () => {
  const app = createTestApp({ env: { TREADLE_TOKEN_SECRETS: "0123456789abcdef0123456789abcdef" } });
  let pages = 0;
  await using served = serveCounted(app, (request, path) => {
    const isLater = request.method === "GET" && path === "/v1/threads" && ++pages === 2;
    const body = { code: "store_corrupt", detail: "The page cannot be read." };
    return Promise.resolve(isLater ? Response.json(body, { status: 500 }) : undefined);
  });
  await makeThreads(app, served, "t", 105, { user: "ann" });
  const token = ["tokens", "create", "--agent", "tester", "--by", "ops", "--scope", "read"];
  const key = (await served.treadle(...token)).stdout.trim();
  const words = ["threads", "delete", "--user", "ann", "--yes"];
  const forbidden = await served.treadle(...words, "--key", key);
  const lines = forbidden.stdout.trimEnd().split("\n");
  assert.equal(forbidden.code, 1);
  assert.match(lines[0] ?? "", /^0 threads deleted, \d failed\.$/);
  assert.match(lines[1] ?? "", /^t\d+: forbidden: This caller lacks the scope run\.$/);
  assert.equal(lines.at(-1), "The other threads are as they were: none was tried behind this failure.");
  assert.ok(served.count("DELETE", "/v1/threads") <= 8);
  pages = 0;
  const broken = await served.treadle(...words, "--json");
  assert.equal(broken.code, 1);
  assert.deepEqual(JSON.parse(broken.stdout), {
    deleted: 100,
    ended: 0,
    gone: 0,
    failed: [{ code: "store_corrupt", message: "The page cannot be read." }],
    stopped: "failed",
  });
  assert.equal((await served.treadle(...words)).stdout, "5 threads deleted.\n");
});
