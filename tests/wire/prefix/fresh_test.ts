// C4: a request goes out only as a fresh reader of the store writes it. What a cache of the isolate has otherwise is found before
// anything is sent.

import assert from "node:assert/strict";
import type { WireCase } from "../case.ts";
import { CASES } from "../cases.ts";
import type { Simulator } from "../simulator.ts";
import { caseOf, openSession, type Session, thinksAndCalls, THREAD, tool } from "../thinking/_session.ts";

const AGENT = { instructions: "Look.", tools: [tool("look"), tool("find")] };

/** The text that the isolate holds of the thread's history gets another word. */
function alterHeldText({ deps }: Session): void {
  const history = deps.histories.get(THREAD)?.history ?? assert.fail("no history is held");
  const { rendered } = history;
  if (rendered === undefined) assert.fail("no text is held");
  assert.ok(rendered.text.includes("What colour"));
  history.forPlan([]).keep({ ...rendered, text: rendered.text.replace("What colour", "What shade") });
}

async function begun(wire: WireCase, server: Simulator, prefixChecks: number | "strict") {
  const session = openSession(wire, server, AGENT);
  const logged: { readonly message: string; readonly difference: unknown }[] = [];
  Object.assign(session.deps, {
    prefixChecks,
    log: (_level: string, message: string, { difference }: { difference?: unknown } = {}) =>
      void logged.push({ message, difference }),
  });
  await session.run({ input: "What colour?" });
  await session.run({ input: "And now?" });
  assert.deepEqual(logged.filter(({ message }) => message === DIFFERS), []);
  alterHeldText(session);
  return { session, logged };
}

const DIFFERS = "request differs from its log";

for (const wire of CASES) {
  Deno.test(`C4: ${wire.name}: a request that a cached text has changed is not sent where checks are strict`, async () => {
    await using server = await wire.start({ reply: thinksAndCalls });
    const { session } = await begun(wire, server, "strict");
    const before = server.requests.length;
    const { error } = await session.attempt({ input: "And then?" });
    assert.equal(error?.code, "request_differs");
    assert.match(error?.message ?? "", /(?:messages|input|contents)\[[01]\].*changed/);
    assert.equal(server.requests.length, before, "nothing is sent");
    // The store has what was said, and another isolate goes on.
    await openSession(wire, server, AGENT, session.store).run({ input: "And then?" });
  });
}

Deno.test("C4: in production a changed request is sent, and the log has the first difference", async () => {
  const wire = caseOf("anthropic");
  await using server = await wire.start({ reply: thinksAndCalls });
  const { session, logged } = await begun(wire, server, 1);
  await session.run({ input: "And then?" });
  assert.ok(server.requests.some(({ text }) => text.includes("What shade")));
  const found = logged.filter(({ message }) => message === DIFFERS);
  assert.ok(found.length > 0);
  assert.match(String(found[0]?.difference), /^messages\[0\]\.content.* changed$/);
});

Deno.test("C4: outside of the share nothing is compared, and inside of it a step reads its window once", async () => {
  const wire = caseOf("openai chat");
  const reads: number[] = [];
  for (const prefixChecks of [0, 1]) {
    await using server = await wire.start({ reply: thinksAndCalls });
    const session = openSession(wire, server, AGENT);
    Object.assign(session.deps, { prefixChecks });
    const { store } = session;
    const { history } = store;
    let count = 0;
    Object.assign(store, {
      history: (...args: Parameters<typeof history>) => (count++, history.apply(store, args)),
    });
    await session.run({ input: "What colour?" });
    await session.run({ input: "And now?" });
    reads.push(count);
  }
  // Four steps; the first has nothing to read.
  assert.deepEqual(reads, [0, 3]);
});
