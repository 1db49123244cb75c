// Past requests are written again as bytes, each with its verdict.

import assert from "node:assert/strict";
import type { AssistantEntry } from "../../../src/core/entry.ts";
import { AgentError } from "../../../src/core/error.ts";
import { type ExportedThread, readExport } from "../../../src/cli/verify/exported_thread.ts";
import { partsFor } from "../../../src/cli/verify/parts.ts";
import { rewriteRequests } from "../../../src/cli/verify/rewrite_requests.ts";
import { withStream } from "../../../src/core/model/with_stream.ts";
import { type RequestRecord, WRITER } from "../../../src/core/record.ts";
import type { VerifyParts } from "../../../src/cli/verify/past_requests.ts";
import { CASES, triedCases } from "../../wire/cases.ts";
import { type Recorder, startRecorder, worker } from "../../cli/_recorded.ts";

for (const wire of triedCases()) {
  Deno.test(`record: the requests of ${wire.name} are written again as the bytes that were sent`, async () => {
    await using recorder = await startRecorder(wire);
    const exported = await threadOf(recorder);
    const answers = exported.entries.filter(({ type }) => type === "assistant").length;
    let count = 0;
    for await (const { record, body, verdict } of rewriteRequests(exported, recorder.parts)) {
      assert.deepEqual(verdict, { type: "equal" });
      assert.ok(body);
      assert.equal(await digestOf(body), record?.request);
      count++;
    }
    assert.equal(count, answers);
    assert.ok(count >= 2);
  });
}

// Each retry waits; what is recorded of it is the same for every dialect.
const RETRIED = new Set(["cohere", "bedrock", "gemini", "openai responses"]);

for (const wire of CASES.filter(({ name }) => RETRIED.has(name))) {
  Deno.test(`record: what was sent again to ${wire.name} after a failure is written again`, async () => {
    let failures = 1;
    await using recorder = await startRecorder(wire, {
      reply: (request) => failures-- > 0 ? { status: 503 } : worker(request),
    });
    const { entries, ...exported } = await threadOf(recorder);
    assert.deepEqual(await verdicts({ ...exported, entries }, recorder.parts), Array(3).fill(["equal"]));
    const [answer] = entries.filter((entry) => entry.type === "assistant");
    const { request, earlier } = answer?.record ?? {};
    assert.deepEqual(earlier?.map(({ why, request }) => [why, request]), [["retry", request]]);
  });
}

Deno.test("record: a request that cannot be written again says why", async () => {
  // Requests of before are written as those of today.
  const wire = CASES.find(({ name }) => name === "openai chat") ?? assert.fail();
  await using recorder = await startRecorder(wire);
  const exported = await threadOf(recorder);
  const { parts } = recorder;
  const choice: AssistantEntry["choice"] = {
    requested: { type: "auto" },
    source: "default",
    enforcement: "native",
    outcome: { type: "satisfied" },
    corrected: "missing",
  };
  const equal = ["equal"];
  assert.deepEqual(await verdicts(exported, parts), [equal, equal]);
  const isCorrected = withLast(exported, (entry) => ({ ...asBefore(entry), choice }));
  assert.deepEqual(await verdicts(isCorrected, parts), [
    equal,
    ["partly", "not_kept"],
    equal,
  ]);
  const isDropped = withLast(exported, (last) => {
    const { record, ...entry } = asBefore(last);
    assert.ok(record);
    return { ...entry, record: { ...record, dropped: 2 } };
  });
  assert.deepEqual(await verdicts(isDropped, parts), [
    equal,
    ["partly", "not_kept"],
    ["partly", "not_kept"],
    equal,
  ]);
  const quotes = withLast(exported, (last) => {
    const { record, ...entry } = asBefore(last);
    assert.ok(record);
    return { ...entry, record: { ...record, dropped: 1, request: "another".padEnd(43, "_") } };
  });
  assert.deepEqual((await verdicts(quotes, parts)).at(-1), ["partly", "quotes_dropped"]);
  const isUnnamed = withLast(exported, (entry) => withRecord(entry, { unnamed: 1 }));
  assert.deepEqual(await verdicts(isUnnamed, parts), [equal, ["partly", "not_kept"], equal]);
  const isLater = withLast(exported, (entry) => withRecord(entry, { writer: WRITER + 1 }));
  assert.deepEqual(await verdicts(isLater, parts), [equal, ["partly", "version"]]);
  const isUnrecorded = withLast(exported, ({ record: _, ...entry }) => entry);
  assert.deepEqual(await verdicts(isUnrecorded, parts), [equal, ["partly", "unrecorded"]]);
  const withoutModel: VerifyParts = {
    ...parts,
    model: () => Promise.reject(new AgentError("config_invalid", "This build has no such provider.")),
  };
  assert.deepEqual(await verdicts(exported, withoutModel), [["partly", "model"], ["partly", "model"]]);
  const wholes = exported.wholes.map((text) => text.replace("1 call", "1 Call"));
  assert.deepEqual(await verdicts({ ...exported, wholes }, parts), [["different"], ["different"]]);
});

Deno.test("record: a request is written again for the API and the kind of server that its record names", async () => {
  for (const wire of triedCases()) {
    await using recorder = await startRecorder(wire);
    const exported = await threadOf(recorder);
    const { apis } = (await recorder.parts.model(`${wire.provider}/${wire.model}`, undefined)).provider;
    const named = exported.entries.flatMap((entry) => entry.type === "assistant" ? [entry.record?.api] : []);
    assert.match(
      named[0] ?? apis?.usual ?? "",
      /^[a-z_]+\.[a-zA-Z]+(?:@(?:compatible|dated|binding))?$/,
      wire.name,
    );
    assert.notEqual(named[0], apis?.usual);
    // Without a variable of the deployment.
    assert.deepEqual(await verdicts(exported, partsFor({})), [["equal"], ["equal"]], wire.name);
    const elsewhere = withLast(
      exported,
      (entry) => withRecord(entry, { request: "another".padEnd(43, "_") }),
    );
    assert.deepEqual((await verdicts(elsewhere, partsFor({}))).at(-1), ["different"], wire.name);
  }
});

Deno.test("record: a request for another API than the model has now is partly written again, and says so", async () => {
  const wire = CASES.find(({ name }) => name === "openai responses");
  assert.ok(wire);
  await using recorder = await startRecorder(wire);
  const exported = await threadOf(recorder);
  const { provider, ...model } = await recorder.parts.model(`${wire.provider}/${wire.model}`, undefined);
  const chat: VerifyParts = {
    ...recorder.parts,
    model: () => ({
      ...model,
      provider: {
        ...withStream(provider, provider.stream),
        apis: { usual: "openai.chat", of: () => "openai.chat" },
        body: () => "{}",
      },
    }),
  };
  assert.deepEqual(await verdicts(exported, chat), [["partly", "api"], ["partly", "api"]]);
});

/** An answer of a version whose records named no writer. */
function asBefore(entry: AssistantEntry): AssistantEntry {
  const { record } = entry;
  assert.ok(record);
  const { writer: _, api: _api, ...rest } = record;
  return { ...entry, record: rest };
}

function withRecord(entry: AssistantEntry, change: Partial<RequestRecord>): AssistantEntry {
  assert.ok(entry.record);
  return { ...entry, record: { ...entry.record, ...change } };
}

async function threadOf({ step, export: exportOf }: Recorder): Promise<ExportedThread> {
  await step("rewritten", { agent: "worker", input: "1 call", until: "done" });
  return await readExport(await exportOf("rewritten"));
}

async function verdicts(exported: ExportedThread, parts: VerifyParts): Promise<string[][]> {
  const found: string[][] = [];
  for await (const { verdict } of rewriteRequests(exported, parts)) {
    found.push(verdict.type === "partly" ? [verdict.type, verdict.cause] : [verdict.type]);
  }
  return found;
}

/** The thread with another last answer. */
function withLast(
  exported: ExportedThread,
  change: (entry: AssistantEntry) => AssistantEntry,
): ExportedThread {
  const last = exported.entries.findLastIndex(({ type }) => type === "assistant");
  const entries = exported.entries.map((entry, index) =>
    index === last && entry.type === "assistant" ? change(entry) : entry
  );
  return { ...exported, entries };
}

async function digestOf(body: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", body))
    .toBase64({ alphabet: "base64url", omitPadding: true });
}
