// Record: requests that led to nothing are named by the log as well, and written again from it: those of a step that failed, of a step
// that was cancelled, and of a summary that failed.

import assert from "node:assert/strict";
import type { FailureEntry } from "../../../src/core/entry.ts";
import { readExport } from "../../../src/cli/verify/exported_thread.ts";
import { partsFor } from "../../../src/cli/verify/parts.ts";
import { rewriteRequests } from "../../../src/cli/verify/rewrite_requests.ts";
import { readEntry } from "../../../src/kernel/history/codec.ts";
import { exportThread } from "../../../src/kernel/log/export.ts";
import type { WireCase } from "../case.ts";
import { CASES } from "../cases.ts";
import type { Simulator } from "../simulator.ts";
import { caseOf, openSession, type Session, thinksAndCalls, THREAD, tool } from "../thinking/_session.ts";

const AGENT = { instructions: "Look.", tools: [tool("look"), tool("find")] };

async function failuresOf({ store }: Session): Promise<readonly FailureEntry[]> {
  const page = await store.history(THREAD, { after: 0, limit: 1_000 });
  return (page?.entries ?? []).map(readEntry).flatMap((entry) => entry.type === "failure" ? [entry] : []);
}

/** Every request that the server was sent is among those that are written again, all of which are equal. */
async function assertAllWritten({ deps }: Session, server: Simulator): Promise<void> {
  const lines: string[] = [];
  for await (const line of await exportThread(THREAD, deps)) lines.push(`${JSON.stringify(line)}\n`);
  const written: string[] = [];
  for await (const { verdict, body } of rewriteRequests(await readExport(lines.join("")), partsFor({}))) {
    assert.equal(verdict.type, "equal", JSON.stringify(verdict));
    written.push(new TextDecoder().decode(body));
  }
  const sent = server.requests.map(({ text }) => {
    const { inputs } = JSON.parse(text);
    return inputs === undefined ? text : JSON.stringify(inputs); // the binding of Workers AI
  });
  assert.deepEqual(written.toSorted(), sent.toSorted());
}

for (const wire of CASES) {
  Deno.test(`record: ${wire.name}: the requests of a step that failed are named and written again`, async () => {
    let fails = false;
    await using server = await wire.start({
      reply: (request) => fails ? { status: 400 } : thinksAndCalls(request),
    });
    const session = openSession(wire, server, AGENT);
    await session.run({ input: "What colour?" });
    fails = true;
    const { error } = await session.attempt({ input: "And now?" });
    assert.ok(error);
    fails = false;
    await session.run({ input: "And then?" });
    const [failure, ...others] = await failuresOf(session);
    assert.equal(failure?.code, error.code);
    assert.deepEqual(failure?.record.earlier?.at(-1)?.why, "failure");
    assert.deepEqual(others, []);
    await assertAllWritten(session, server);
  });
}

Deno.test("record: a first step that failed names the definition of its agent", async () => {
  const wire = caseOf("gemini");
  await using server = await wire.start({ reply: () => ({ status: 400 }) });
  const session = openSession(wire, server, AGENT);
  await session.attempt({ input: "What colour?" });
  const [failure] = await failuresOf(session);
  assert.match(failure?.record.definition ?? "", /^.{43}$/);
  await assertAllWritten(session, server);
});

Deno.test("record: the request of a step that was cancelled while its calls came is named and written again", async () => {
  const wire: WireCase = caseOf("openai chat");
  const sessions: Session[] = [];
  await using server = await wire.start({
    reply: async () => {
      await sessions[0]?.store.cancel(THREAD);
      return { calls: [{ name: "look", arguments: '{"at":"sky"}' }] };
    },
  });
  const session = openSession(wire, server, AGENT);
  sessions.push(session);
  assert.equal((await session.attempt({ input: "What colour?" })).error?.code, "step_cancelled");
  assert.deepEqual((await failuresOf(session)).map(({ code }) => code), ["step_cancelled"]);
  await assertAllWritten(session, server);
});

const COMPACTION = { afterEntries: 5, keepEntries: 2 };

for (
  const [how, asks, compaction] of [
    ["behind the last request", /Answer with the summary only, in plain words/, COMPACTION],
    ["in a prompt of its own", /Summarise the conversation below/, { ...COMPACTION, model: "mistral/other" }],
  ] as const
) {
  Deno.test(`record: the request for a summary ${how} that failed is named and written again`, async () => {
    const wire = caseOf("mistral");
    await using server = await wire.start({
      reply: (request) => asks.test(JSON.stringify(request.body)) ? { status: 400 } : thinksAndCalls(request),
    });
    const session = openSession(wire, server, { ...AGENT, compaction });
    for (const input of ["What colour?", "And now?", "And then?"]) await session.run({ input });
    const failures = await failuresOf(session);
    assert.ok(failures.length > 0);
    for (const { through } of failures) assert.ok((through ?? 0) > 0);
    await assertAllWritten(session, server);
  });
}

const REFUSED = { status: 400, error: { message: "compaction: Extra inputs are not permitted" } };

for (const status of [200, 400]) {
  const what = status === 200 ? "the model writes one" : "that of the model, which fails too";
  Deno.test(`record: a summary that Claude's API refuses is named as well: ${what}`, async () => {
    const wire = { ...caseOf("anthropic"), model: "claude-opus-5-5" };
    await using server = await wire.start({
      reply: (request) => {
        const text = JSON.stringify(request.body);
        if (request.body.compaction !== undefined) return REFUSED;
        if (/Answer with the summary only/.test(text)) return status === 200 ? { text: "Blue." } : { status };
        return thinksAndCalls(request);
      },
    });
    const session = openSession(wire, server, { ...AGENT, compaction: { afterEntries: 5, by: "provider" } });
    for (const input of ["What colour?", "And now?", "And then?"]) await session.run({ input });
    const failures = await failuresOf(session);
    assert.equal(failures[0]?.record.continues, "provider");
    assert.equal(failures.some(({ record }) => record.continues === "model"), status !== 200);
    await assertAllWritten(session, server);
  });
}
