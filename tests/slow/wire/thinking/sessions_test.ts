// C4: Claude refuses thinking whose prefix has changed. The server checks producer, prefix, chain and the places of system messages as
// the vendor documents them (anthropic/binding.ts). Ordinary sessions never change a prefix, except at a cut, where thinking is left
// out beforehand: no request of them is refused.
import assert from "node:assert/strict";
import type { AgentDefinition } from "../../../../src/agents/define_agent.ts";
import type { WireCase } from "../../../wire/case.ts";
import { type Asked, caseOf, openSession, thinksAndCalls, tool } from "../../../wire/thinking/_session.ts";

interface Ordinary {
  readonly definition?: Omit<AgentDefinition, "name">;
  readonly requests: readonly Asked[];
}

const TOOLS = { tools: [tool("look"), tool("listen")] };
const input = (text: string, asked: Asked = {}): Asked => ({ input: text, ...asked });
const LOOK = { type: "tool", name: "look" } as const;
const many = (count: number): Asked[] =>
  Array.from({ length: count }, (_, index) => input(`Question ${index}?`));

const SESSIONS: Readonly<Record<string, Ordinary>> = {
  "words alone": { requests: many(4) },
  "calls under auto": { definition: TOOLS, requests: many(3) },
  "one tool forced in step 2": {
    definition: TOOLS,
    requests: [input("What colour?", { until: "step" }), { toolChoice: LOOK }, input("And now?")],
  },
  "the input after a forced tool": {
    definition: TOOLS,
    requests: [input("What colour?", { toolChoice: LOOK }), input("And now?"), input("And then?")],
  },
  "the input after required": {
    definition: TOOLS,
    requests: [input("What colour?", { toolChoice: { type: "required" } }), ...many(2)],
  },
  "an agent whose choice is required": {
    definition: { ...TOOLS, toolChoice: "required" },
    requests: many(3),
  },
  "an agent whose choice is one tool": { definition: { ...TOOLS, toolChoice: "listen" }, requests: many(3) },
  "execution generate": { definition: { ...TOOLS, execution: "generate" }, requests: many(2) },
  "generate once": { definition: TOOLS, requests: [input("Look.", { execution: "generate" }), ...many(2)] },
  "tokenEfficient": { definition: { ...TOOLS, tokenEfficient: true }, requests: many(3) },
  "tokenEfficient with a forced tool": {
    definition: { ...TOOLS, tokenEfficient: true },
    requests: [input("What colour?", { toolChoice: LOOK }), ...many(2)],
  },
  "a policy that begins with a tool": {
    definition: { ...TOOLS, policy: { rules: [{ type: "first", tool: "listen" }] } },
    requests: many(3),
  },
  "a policy of an order": {
    definition: { ...TOOLS, policy: { rules: [{ type: "after", tool: "listen", after: ["look"] }] } },
    requests: many(3),
  },
  "a policy of one call": {
    definition: { ...TOOLS, policy: { rules: [{ type: "at_most", tool: "look", times: 1 }] } },
    requests: many(3),
  },
  "an allowed set": {
    definition: TOOLS,
    requests: [
      input("What colour?", { toolChoice: { type: "allowed", names: ["listen"], mode: "auto" } }),
      ...many(2),
    ],
  },
  "no tools for an input": {
    definition: TOOLS,
    requests: [input("What colour?"), input("Say it.", { toolChoice: { type: "none" } }), ...many(2)],
  },
  "a window that moves": { definition: { ...TOOLS, limits: { historyEntries: 8 } }, requests: many(6) },
  "a window of tokens": { definition: { ...TOOLS, limits: { historyTokens: 200 } }, requests: many(6) },
  "a summary": {
    definition: { ...TOOLS, compaction: { afterEntries: 8, keepEntries: 4 } },
    requests: many(6),
  },
  "a summary by a function": {
    definition: {
      ...TOOLS,
      compaction: { afterEntries: 8, keepEntries: 4, summarize: () => "Blue so far." },
    },
    requests: many(6),
  },
  "a pinned answer before a window that moves": {
    definition: { ...TOOLS, limits: { historyEntries: 8 } },
    requests: [...many(2), input("Keep it.", { pins: { add: [1, 4], remove: [] } }), ...many(4)],
  },
  "an output in part": {
    definition: { tools: [tool("look", "blue ".repeat(500))], limits: { outputChars: 500 } },
    requests: many(3),
  },
  "the last step without tools": { definition: { ...TOOLS, limits: { stepsPerRun: 2 } }, requests: many(3) },
  "one call at a time": {
    definition: TOOLS,
    requests: [input("What colour?", { toolChoice: { type: "required" }, parallel: false }), ...many(2)],
  },
  "a corrected answer": {
    definition: { ...TOOLS, onViolation: "retry" },
    requests: [input("What colour?", { toolChoice: { type: "tool", name: "listen" } }), ...many(2)],
  },
};

const CLAUDES: readonly (readonly [dialect: string, model: string])[] = [
  ["anthropic", "claude-opus-5-5"],
  ["anthropic", "claude-fable-5-2"],
  ["anthropic", "claude-sonnet-5-5"],
  ["anthropic", "claude-haiku-5-5"],
  ["bedrock", "us.anthropic.claude-opus-5-5-v1:0"],
];

for (const [dialect, model] of CLAUDES) {
  for (const [name, { definition = {}, requests }] of Object.entries(SESSIONS)) {
    Deno.test(`C4, L4: ${dialect}/${model}: a session reaches its end: ${name}`, async () => {
      const wire: WireCase = { ...caseOf(dialect), model };
      await using server = await wire.start({ reply: thinksAndCalls });
      const { attempt, statuses, verdict } = openSession(wire, server, definition);
      let refusals = 0;
      for (const asked of requests) {
        const { thread, warnings, error } = await attempt(asked);
        // The model keeps to no choice that is only announced.
        const violates = definition.onViolation === "retry" && error?.code === "choice_unsupported";
        assert.ok(error === undefined || violates, JSON.stringify(error));
        assert.equal(thread.status, violates ? "failed" : asked.until === "step" ? "open" : "done");
        const refused = statuses().filter((status) => status !== 200).length;
        const isLost = ({ code }: { code: string }) =>
          code === "thinking_left_out" || code === "prefix_changed";
        assert.deepEqual(warnings.filter(isLost), []);
        refusals += refused;
      }
      assert.equal(refusals, 0, `${refusals} requests were refused`);
      assert.equal(await verdict(), "verified");
    });
  }
}
