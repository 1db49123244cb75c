// Changes of what stands beside the chain of an export: the waiting calls, their decisions, the summary and the form of the lines.

import assert from "node:assert/strict";
import { reportText } from "../../src/cli/verify/report_text.ts";
import { readExport } from "../../src/cli/verify/exported_thread.ts";
import { type Report, verifyThread } from "../../src/cli/verify/verify_thread.ts";
import { readEntry } from "../../src/kernel/history/codec.ts";
import { CASES } from "../wire/cases.ts";
import { assertVerified, type Recorder, startRecorder } from "./_recorded.ts";

// deno-lint-ignore no-explicit-any
type Line = any;
type Change = (lines: Line[]) => void;

Deno.test("record: the waiting calls are those of the last plan, each once", async () => {
  await using recorder = await start();
  await recorder.step("t", { agent: "worker", input: "1 call of remove" });
  assertVerified(await recorder.verify("t"), "waiting");
  const calls = (change: (calls: Line[]) => unknown): Change => ([head]) => {
    head.calls = JSON.stringify(change(JSON.parse(head.calls)));
  };
  const changes: Readonly<Record<string, Change>> = {
    none: ([head]) => head.calls = null,
    empty: calls(() => []),
    twice: calls((all) => [...all, ...all]),
    renamed: calls(([call]) => [{ ...call, name: "look" }]),
    "other arguments": calls(([call]) => [{ ...call, args: { at: "home" } }]),
    "arguments of a call that does not run": calls((
      [call],
    ) => [{ ...call, disposition: { type: "forbidden" } }]),
    "none, and cancelled": ([head]) => {
      head.calls = null;
      head.header.status = "cancelled";
    },
  };
  for (const [name, change] of Object.entries(changes)) {
    assert.equal((await changed(recorder, "t", change)).verdict, "differs", name);
  }
  const unreadable = [([head]: Line[]) => head.calls = "{", calls(([call]) => [{ ...call, note: "forged" }])];
  for (const change of unreadable) {
    assert.match(await refusal(recorder, "t", change), /Line 1 .* waiting calls/);
  }
});

Deno.test("record: calls of a cancelled thread wait, and the thread stays verified", async () => {
  await using recorder = await start();
  await recorder.step("t", { agent: "worker", input: "1 call of remove" });
  await recorder.post("/v1/threads/t/cancel", {});
  assertVerified(await recorder.verify("t"), "cancelled");
});

Deno.test("record: decisions about a call that waits are reported as not provable", async () => {
  await using recorder = await start();
  const { calls: [call] } = await recorder.step("t", { agent: "worker", input: "1 call of remove" });
  assert(call);
  const forged = { callId: call.id, approved: true, at: 1, by: "key_boss" };
  const report = await changed(recorder, "t", ([head]) => head.decisions = [forged]);
  assert.equal(report.verdict, "partly");
  assert.match(
    reportText(report),
    new RegExp(`^Not proven: the decisions about the call ${call.id}, `, "m"),
  );
  await recorder.decide("t", true, "Fine.");
  assert.equal((await recorder.verify("t")).verdict, "partly");
  await recorder.step("t", { until: "done" });
  assertVerified(await recorder.verify("t"), "decided");
});

Deno.test("record: the summary of a thread is that of its newest summary entry, in a fork too", async () => {
  await using recorder = await start();
  for (let job = 1; job <= 4; job++) {
    await recorder.step("t", { agent: "brief", input: `Job ${job}: 1 call`, until: "done" });
  }
  await recorder.post("/v1/threads/t/fork", { id: "fork" }, 201);
  assertVerified(await recorder.verify("fork"), "fork");
  const without: Change = ([head]) => Object.assign(head.header, { summary: null, base: 0 });
  assert.equal((await changed(recorder, "fork", without)).verdict, "partly", "no request shows it");
  await recorder.step("fork", { input: "0 calls" });
  const older: Change = (lines) => {
    const entries = lines.filter(({ type }) => type === "entry").map(({ text }) => readEntry(text));
    const summaries = entries.filter((entry) => entry.type === "summary");
    assert(summaries.length > 1);
    Object.assign(lines[0].header, { summary: summaries[0]?.text, base: summaries[0]?.through });
  };
  for (const thread of ["t", "fork"]) {
    assertVerified(await recorder.verify(thread), thread);
    const changes: Readonly<Record<string, Change>> = {
      without,
      older,
      "no text": ([head]) => head.header.summary = null,
      "another base": ([head]) => head.header.base++,
    };
    for (const [name, change] of Object.entries(changes)) {
      assert.equal((await changed(recorder, thread, change)).verdict, "differs", `${thread}: ${name}`);
    }
  }
});

Deno.test("record: an export of another format or with other fields is refused", async () => {
  await using recorder = await start();
  await recorder.step("t", { agent: "worker", input: "1 call", until: "done" });
  const { length } = (await recorder.export("t")).trimEnd().split("\n");
  for (let index = 0; index < length; index++) {
    const message = await refusal(recorder, "t", (lines) => lines[index].note = "forged");
    assert.match(
      message,
      new RegExp(`^Line ${index + 1} of the export .* other fields than one of format 1 or 2\\.$`),
    );
  }
  const changes: readonly Change[] = [
    ([head]) => head.format = 3,
    ([head]) => head.format = 1, // which has no rest
    ([head]) => delete head.format,
    ([head]) => delete head.rest,
    ([head]) => delete head.rest.inbox,
    ([head]) => head.rest.note = "forged",
    ([head]) => delete head.decisions,
    ([head]) => head.decisions = [{ callId: "x" }],
    ([head]) => head.header.note = "forged",
    ([head]) => head.header.schema++,
    ([head]) => head.header.counters.more = 1,
  ];
  for (const change of changes) assert.match(await refusal(recorder, "t", change), /^Line 1 of the export/);
});

function start(): Promise<Recorder & AsyncDisposable> {
  return startRecorder(CASES.find(({ name }) => name === "openai chat") ?? assert.fail());
}

/** The report on the export with the change; one that cannot be read differs. */
async function changed(
  { export: exported, parts }: Recorder,
  thread: string,
  change: Change,
): Promise<Report> {
  const lines = (await exported(thread)).trimEnd().split("\n").map((line): Line => JSON.parse(line));
  change(lines);
  return await verifyThread(
    await readExport(lines.map((line) => `${JSON.stringify(line)}\n`).join("")),
    parts,
  );
}

async function refusal(recorder: Recorder, thread: string, change: Change): Promise<string> {
  const refused = await changed(recorder, thread, change).catch((thrown: Error) => thrown);
  return refused instanceof Error ? refused.message : assert.fail("not refused");
}
