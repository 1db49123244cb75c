// E17: each exit code of the table in docs/cli.md is returned, and there is no other.

import assert from "node:assert/strict";
import { join } from "node:path";
import { createTestApp, REMOVES } from "../../../http/_app.ts";
import { fromFileUrl, projectRoot } from "../../../support/project.ts";
import { serveApp, type Served } from "../../../cli/_serve.ts";
import { runTreadle } from "../../../cli/_treadle.ts";
import { PROGRAM } from "../_process.ts";

/** What ends with each code: a name, and the code that the process had. */
type Endings = Readonly<Record<number, Readonly<Record<string, (at: World) => Promise<number>>>>>;

interface World {
  readonly served: Served;
  readonly folder: string;
}

const ENDINGS: Endings = {
  0: {
    "threads list": async ({ served }) => (await served.treadle("threads", "list")).code,
    "threads delete with --dry-run": async ({ served }) =>
      (await served.treadle("threads", "delete", "--all", "--dry-run")).code,
    "--help": async () => (await runTreadle("threads", "list", "--help")).code,
  },
  1: {
    "a refusal of the server": async ({ served }) => (await served.treadle("threads", "show", "none")).code,
    "an option that is not there": async () => (await runTreadle("usage", "--none")).code,
    "a command without its subcommand": async () => (await runTreadle("threads")).code,
    "no server at the address": async () =>
      (await runTreadle("inbox", "list", "--url", "http://127.0.0.1:1")).code,
    "threads cancel by a filter without --yes": async ({ served }) =>
      (await served.treadle("threads", "cancel", "--agent", "tester")).code,
    "threads delete with a thread that is unknown": async ({ served }) =>
      (await served.treadle("threads", "delete", "none", "neither")).code,
    "a step that fails": async ({ served }) =>
      (await served.treadle("run", "Go.", "--agent", "tester", "--thread", "t1", "--model", "none/m")).code,
    "lint below a grade": async ({ folder }) => {
      const file = join(folder, "tools.json");
      await Deno.writeTextFile(file, JSON.stringify([{ name: "x", description: "x", parameters: {} }]));
      return (await runTreadle("lint", file, "--min-grade", "A")).code;
    },
    "policies check with a refusal": async ({ folder, served }) => {
      const file = join(folder, "t1.json");
      const history = await served.json("threads", "show", "t1");
      await Deno.writeTextFile(file, JSON.stringify({ entries: history.entries }));
      const policy = join(folder, "policy.json");
      const rules = [{ type: "at_most", tool: "remove", times: 0 }];
      await Deno.writeTextFile(policy, JSON.stringify({ name: "none", rules }));
      return (await runTreadle("policies", "check", "--policy", policy, "--threads", file)).code;
    },
    "verify of a changed export": async ({ folder, served }) => {
      const file = join(folder, "changed.jsonl");
      await Deno.writeTextFile(file, (await exportOf(served, "t1")).replaceAll("r1", "r9"));
      return (await runTreadle("verify", file)).code;
    },
  },
  2: {
    "verify of a thread with a decision that no step has recorded": async ({ folder, served }) => {
      const file = join(folder, "partly.jsonl");
      await served.treadle("inbox", "approve", "t3");
      await Deno.writeTextFile(file, await exportOf(served, "t3"));
      return (await runTreadle("verify", file)).code;
    },
  },
  3: {
    "a run that waits": async ({ served }) =>
      (await served.treadle("run", "Go.", "--agent", "tester", "--thread", "t2")).code,
    "verify without a file": async ({ folder }) => (await runTreadle("verify", join(folder, "none"))).code,
  },
  129: { "threads tail and SIGHUP": async ({ served }) => await endTail(served, "SIGHUP") },
  130: { "threads tail and Ctrl-C": async ({ served }) => await endTail(served, "SIGINT") },
  143: { "threads tail and SIGTERM": async ({ served }) => await endTail(served, "SIGTERM") },
};

async function exportOf({ url, env }: Served, thread: string): Promise<string> {
  const headers = { authorization: `Bearer ${env.TREADLE_KEY}` };
  return await (await fetch(`${url}/v1/threads/${thread}/export`, { headers })).text();
}

async function endTail({ env }: Served, signal: Deno.Signal): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", PROGRAM, "threads", "tail"],
    env,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const reader = child.stderr.getReader();
  await reader.read(); // it says what it follows
  child.kill(signal);
  reader.releaseLock();
  await child.stderr.cancel();
  return (await child.status).code;
}

Deno.test("E17: the table of exit codes has the codes that are tested here, and no other", async () => {
  const page = await Deno.readTextFile(fromFileUrl(new URL("docs/cli.md", projectRoot)));
  const [, table = ""] = /\*\*Exit codes\*\*[^|]*((?:\|.*\n)+)/.exec(page) ?? [];
  const codes = [...table.matchAll(/^\| (\d+)/gm)].map(([, code]) => Number(code));
  assert.deepEqual(codes, Object.keys(ENDINGS).map(Number));
});

Deno.test("E17: each exit code of the table is returned", async (test) => {
  const app = createTestApp({ scenario: REMOVES });
  for (const thread of ["t1", "t3"]) {
    const body = { agent: "tester", input: "Go.", until: "done" };
    await (await app.send("POST", `/v1/threads/${thread}/steps`, body)).body?.cancel();
  }
  const folder = await Deno.makeTempDir({ prefix: "exit_codes_" });
  await using served = serveApp(app);
  for (const [code, endings] of Object.entries(ENDINGS)) {
    for (const [name, end] of Object.entries(endings)) {
      await test.step(`${code}: ${name}`, async () => {
        assert.equal(await end({ served, folder }), Number(code));
      });
    }
  }
  await Deno.remove(folder, { recursive: true });
});
