// treadle policy check: past threads, judged by a policy without a model.
import assert from "node:assert/strict";
import { join } from "node:path";
import { definePolicy } from "../../../src/agents/define_policy.ts";
import {
  type ExportedEntry,
  readExportedThread,
  refusalsIn,
} from "../../../src/plugins/policies/judge_threads.ts";
import { runTreadle } from "../../cli/_treadle.ts";
import type { Outcome } from "../../../src/core/entry.ts";

const guarded = definePolicy({
  name: "guarded",
  rules: [
    { type: "first", tool: "search" },
    { type: "forbid_unless", tool: "delete", unless: "confirm" },
    { type: "at_least_one", tools: ["search", "confirm"] },
  ],
});

const user: ExportedEntry = { type: "user" };
const plan = (...names: string[]): ExportedEntry => ({
  type: "assistant",
  blocks: [{ type: "text" }, ...names.map((name) => ({ type: "call", id: `id_${name}`, name }))],
});
const observed = (name: string, outcome: Outcome = "completed"): ExportedEntry => ({
  type: "tool",
  callId: `id_${name}`,
  name,
  outcome,
});

const rulesIn = (...entries: ExportedEntry[]) =>
  refusalsIn(entries, guarded).map(({ entry, call, rule }) => [entry, call?.name ?? null, rule]);

Deno.test("C8: a past thread is judged call by call, with what had been observed by then", () => {
  assert.deepEqual(rulesIn(user, plan("search"), observed("search"), plan()), []);
  assert.deepEqual(
    rulesIn(user, plan("delete"), observed("delete"), plan("search"), observed("search"), plan()),
    [
      [1, "delete", "search first"],
    ],
  );
  assert.deepEqual(
    rulesIn(
      user,
      plan("search"),
      observed("search"),
      plan("confirm", "delete"),
      observed("confirm"),
      plan("delete"),
    ),
    [[3, "delete", "no delete unless confirm"]],
  );
  assert.deepEqual(rulesIn(user, plan()), [[1, null, "search first"]]);
  assert.deepEqual(rulesIn(user, plan("search"), observed("search", "failed"), plan()), [
    [3, null, "at least one of search, confirm"],
  ]);
});

Deno.test("C8: a page that is not the whole history is refused, whatever it says of itself", () => {
  const entries = [user, plan("search")];
  for (const whole of [entries, { entries }, { start: 0, length: 2, entries }, { history: { entries } }]) {
    assert.deepEqual(readExportedThread(JSON.stringify(whole), "t.json").length, 2);
  }
  for (const part of [{ start: 1 }, { start: 1, length: 2 }, { length: 3 }, { start: 1, length: 3 }]) {
    const text = JSON.stringify({ ...part, entries });
    assert.throws(
      () => readExportedThread(text, "t.json"),
      { code: "invalid_request", message: /2 of/ },
      text,
    );
  }
});

Deno.test("C8: a call that would have been refused permits nothing, and an input begins a new run", () => {
  const confirmsFirst = [
    user,
    plan("confirm"),
    observed("confirm"),
    plan("search"),
    observed("search"),
    plan("delete"),
  ];
  assert.deepEqual(rulesIn(...confirmsFirst), [
    [1, "confirm", "search first"],
    [5, "delete", "no delete unless confirm"],
  ]);
  const twoRuns = [user, plan("search"), observed("search"), plan(), user, plan("confirm")];
  assert.deepEqual(rulesIn(...twoRuns), [[5, "confirm", "search first"]]);
});

Deno.test("C8: exported threads are read as the API answers them", () => {
  const entries = [{ type: "user", text: "go", id: "e1", at: "2026-11-22T00:00:00.000Z", version: 1 }];
  for (
    const exported of [entries, { entries, start: 0, length: 1, next: null }, {
      thread: {},
      history: { entries },
    }]
  ) {
    assert.deepEqual(readExportedThread(JSON.stringify(exported), "t.json").map(({ type }) => type), [
      "user",
    ]);
  }
  assert.throws(() => readExportedThread("{}", "t.json"), /t\.json is no exported thread/);
});

Deno.test("C8: the command prints each refusal with its thread and rule, and its exit code says whether there is one", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const write = async (name: string, text: string) => {
      await Deno.writeTextFile(join(folder, name), text);
      return join(folder, name);
    };
    const yaml = "policies:\n  - {name: p, rules: [{type: at_most, tool: delete, times: 0}]}\n";
    const policy = await write("policies.yaml", yaml);
    const bad = await write("bad.json", JSON.stringify({ entries: [user, plan("delete")] }));
    const good = await write("good.json", JSON.stringify([user, plan("search")]));
    const refused = await run(["check", "--policy", policy, "--threads", bad, good]);
    assert.deepEqual([refused.code, refused.output], [1, [
      `${bad}: entry 1: delete (id_delete) is refused by "delete at most 0 times"`,
      "2 threads, 1 refusals by the rules of p.",
    ]]);
    assert.equal((await run(["check", "--policy", policy, "--name", "p", "--threads", good])).code, 0);
    assert.equal((await run(["check", "--policy", "production", "--threads", good])).code, 0);
    const answered = JSON.stringify({ ...guarded, origin: "stored", agents: [], choice: null });
    const json = await write("guarded.json", answered);
    assert.equal((await run(["check", "--policy", json, "--threads", good])).code, 0);
    for (const args of [[], ["check"], ["judge", "--policy", policy, "--threads", good], ["check", "--x"]]) {
      assert.equal((await run(args)).code, 1);
    }
    assert.match(
      (await run(["check", "--policy", "nowhere.json", "--threads", good])).error,
      /cannot be read/,
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

async function run(args: readonly string[]) {
  const { code, stdout, stderr } = await runTreadle("policy", ...args);
  return { code, output: stdout.trimEnd().split("\n"), error: stderr };
}

Deno.test("C8: a page that is not the whole history is refused, and no thread is judged by it", async () => {
  const directory = await Deno.makeTempDir();
  try {
    const entries = [user, plan("search"), observed("search"), plan()];
    const exitOf = async (page: object) => {
      const file = join(directory, "t.json");
      await Deno.writeTextFile(file, JSON.stringify(page));
      return (await run(["check", "--policy", "development", "--threads", file])).code;
    };
    assert.equal(await exitOf({ start: 0, length: 4, entries }), 0);
    assert.equal(await exitOf({ start: 0, length: 81, entries }), 1);
    assert.equal(await exitOf({ start: 77, length: 81, entries }), 1);
    assert.equal(await exitOf({ history: { start: 0, length: 5, entries } }), 1);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});
