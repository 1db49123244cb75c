// C4: a prompt that does not go on from that of the last answer is the warning `prefix_changed`, in words; a refusal of thinking says
// which part of the prompt differs from the one that it was thought in. Neither reads or writes the store.
import assert from "node:assert/strict";
import type { Provider } from "../../../src/core/model/provider.ts";
import { withStream } from "../../../src/core/model/with_stream.ts";
import type { RuntimeDeps } from "../../../src/kernel/deps.ts";
import type { WireCase } from "../case.ts";
import type { ParsedRequest, Reply } from "../openai/reply.ts";
import type { Simulator } from "../simulator.ts";
import { type Asked, caseOf, openSession, type Session, thinksAndCalls, tool } from "./_session.ts";

const TOOLS = { instructions: "Help.", tools: [tool("look"), tool("listen")] };

type Request = Parameters<Provider["stream"]>[0];

/** A provider of one's own that writes each request but the first in another way. */
function editing(deps: RuntimeDeps, edit: (request: Request) => Request): void {
  const { model } = deps;
  let requests = 0;
  const edited = async (ref: string | undefined) => {
    const found = await model(ref);
    const provider = withStream(
      found.provider,
      (request, io) => found.provider.stream(requests++ === 0 ? request : edit(request), io),
    );
    return { ...found, provider };
  };
  Object.assign(deps, { model: edited, prefixChecks: 1 });
}

interface Edited {
  readonly name: string;
  readonly edit: (request: Request) => Request;
  readonly words: RegExp;
}

const EDITORS: readonly Edited[] = [
  {
    name: "the date in the instructions",
    edit: (request) => ({ ...request, system: `${request.system} Today is Tuesday.` }),
    words: /(?:\w+\[0\]\S*|instructions|systemInstruction) changed/,
  },
  {
    name: "a description of a tool",
    edit: ({ tools, ...request }) => ({
      ...request,
      tools: tools.map((each) => each.name === "listen" ? { ...each, description: "Hears." } : each),
    }),
    words: /tools\[[01]\]\S*\.description changed/,
  },
  {
    name: "a tool that is left out",
    edit: ({ tools, ...request }) => ({ ...request, tools: tools.slice(0, 1) }),
    words: /tools\S*\[1\]\S* is gone|functionDeclarations\[1\] is gone/,
  },
  {
    name: "an earlier question in other words",
    edit: (request) => ({
      ...request,
      older: undefined as never,
      messages: [...request.older?.messages() ?? [], ...request.messages].map((message) =>
        message.role === "user" && message.text === "What colour?"
          ? { ...message, text: "What shade?" }
          : message
      ),
    }),
    words: /(?:messages|input|contents)\[\d\]\S* changed/,
  },
];

async function warningsOf(session: Session, requests: readonly Asked[]): Promise<string[]> {
  const found: string[] = [];
  for (const asked of requests) {
    const { warnings } = await session.run(asked);
    found.push(...warnings.flatMap(({ code, message }) => code === "prefix_changed" ? [message] : []));
  }
  return found;
}

const DIALECTS = ["openai responses", "openai chat", "gemini", "mistral", "cohere"];

for (const dialect of DIALECTS) {
  for (const { name, edit, words } of EDITORS) {
    Deno.test(`C4: ${dialect}: a request that is edited on its way is found once it is answered: ${name}`, async () => {
      const wire = caseOf(dialect);
      await using server = await wire.start({ reply: thinksAndCalls });
      const session = openSession(wire, server, TOOLS);
      editing(session.deps, edit);
      const found = await warningsOf(session, [{ input: "What colour?" }, { input: "And now?" }]);
      assert.ok(found.length > 0);
      for (const message of found) assert.match(message, words);
      // Where checks are strict, none of them is sent.
      const strict = openSession(wire, server, TOOLS);
      editing(strict.deps, edit);
      Object.assign(strict.deps, { prefixChecks: "strict" });
      const { error } = await strict.attempt({ input: "What colour?" });
      assert.equal(error?.code, "request_differs");
    });
  }
}

Deno.test("C4: the prompt of the driver react goes on under a forced choice", async () => {
  const wire = caseOf("openai chat");
  const decide = (tool: string) =>
    JSON.stringify({ thought: "Hm.", type: "call_tool", tool, args: { at: "sky" } });
  const answer = JSON.stringify({ thought: "Hm.", type: "final_answer", answer: "Blue." });
  await using server = await wire.start({ reply: [{ text: answer }, { text: decide("look") }] });
  const session = openSession(wire, server, { ...TOOLS, driver: "react" });
  const found = await warningsOf(session, [
    { input: "What colour?" },
    { input: "And now?", toolChoice: { type: "required" }, until: "step" },
  ]);
  assert.deepEqual(found, []);
});

Deno.test("C4, L6: every request that goes on is compared with the digest of the last one, and none outside of the share", async () => {
  const wire: WireCase = { ...caseOf("anthropic"), model: "claude-opus-5-5" };
  await using server = await wire.start({ reply: thinksAndCalls });
  const session = openSession(wire, server, TOOLS);
  const digested: string[] = [];
  const { sha256 } = session.deps;
  Object.assign(session.deps, { sha256: (text: string) => (digested.push(text), sha256(text)) });
  const timesWritten = () =>
    server.requests.map(({ text }) => digested.filter((each) => each === text).length);
  await session.run({ input: "What colour?" });
  await session.run({ input: "And now?" });
  // Each is digested as it is sent, and once more when the next one is compared with it.
  assert.deepEqual(timesWritten(), [2, 2, 2, 1]);
  Object.assign(session.deps, { prefixChecks: 0 });
  await session.run({ input: "And then?" });
  assert.deepEqual(timesWritten(), [2, 2, 2, 1, 1, 1]);
});

/** What stands between the threads and the server writes another word in the first question, from now on. */
function gateway(wire: WireCase, server: Simulator): { readonly wire: WireCase; isEditing: boolean } {
  const reach = wire.fetch?.(server) ?? fetch;
  const through: typeof fetch = (url, init) =>
    reach(url, {
      ...init,
      body: between.isEditing ? String(init?.body).replace("What colour", "What shade") : init?.body,
    });
  const between = { wire: { ...wire, fetch: () => through }, isEditing: false };
  return between;
}

for (
  const [dialect, model] of [["anthropic", "claude-opus-5-5"], [
    "bedrock",
    "us.anthropic.claude-opus-5-5-v1:0",
  ]]
) {
  const wire: WireCase = { ...caseOf(dialect ?? ""), model: model ?? "" };

  Deno.test(`C4: ${dialect}: refused thinking whose prompts are as they were was changed behind Treadle`, async () => {
    await using server = await wire.start({ reply: thinksAndCalls });
    const between = gateway(wire, server);
    const session = openSession(between.wire, server, TOOLS);
    await session.run({ input: "What colour?", until: "step" });
    between.isEditing = true;
    const { warnings } = await session.run({ until: "step" });
    const [warning] = warnings;
    assert.equal(warning?.code, "thinking_left_out");
    assert.match(
      warning?.message ?? "",
      /thought in, so something between here and the model changes it\.$/,
    );
    assert.deepEqual(await session.cuts(), ["thinking"]);
    assert.equal(warnings.length, 1);
  });

  Deno.test(`C4: ${dialect}: refused thinking names the part of the prompt that differs from its own`, async () => {
    await using server = await wire.start({ reply: thinksAndCalls });
    const session = openSession(wire, server, TOOLS);
    editing(session.deps, ({ tools, ...request }) => ({
      ...request,
      tools: tools.map((each) => each.name === "listen" ? { ...each, description: "Hears." } : each),
    }));
    await session.run({ input: "What colour?", until: "step" });
    const { warnings } = await session.run({ until: "step" });
    const message = warnings.find(({ code }) => code === "thinking_left_out")?.message ?? "";
    assert.match(
      message,
      /differs from the one that it was thought in: \S*tools\[1\]\S*\.description changed\.$/,
    );
  });
}

Deno.test("C4: a damaged signature is no matter of the prompt, and has no cause in it", async () => {
  const wire: WireCase = { ...caseOf("anthropic"), model: "claude-opus-5-5" };
  let asked = 0;
  const reply = (request: ParsedRequest): Reply =>
    ++asked === 2
      ? { status: 400, error: { message: "messages.1.content.0: Invalid `signature` in `thinking` block" } }
      : thinksAndCalls(request);
  await using server = await wire.start({ reply });
  const session = openSession(wire, server, TOOLS);
  await session.run({ input: "What colour?", until: "step" });
  const { warnings } = await session.run({ until: "step" });
  assert.match(warnings[0]?.message ?? "", /the thread goes on without it\.$/);
});
