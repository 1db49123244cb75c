// C3, C4, L3: what a step reports of its prompt (`kept` or `cut`) is what the two bodies show, on every dialect, for every kind of choice,
// under both holds, for tools of the API and of the prompt, and with the tool that pages of long outputs are read by.

import assert from "node:assert/strict";
import { createDeps } from "../../../../src/deps/create_deps.ts";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import type { EffectiveChoice } from "../../../../src/core/tool_choice/choice_report.ts";
import type { Hold } from "../../../../src/core/tool_choice.ts";
import { startRun } from "../../../../src/kernel/run.ts";
import type { StepRequest } from "../../../../src/kernel/request.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { PROVIDERS } from "../../../../src/provider_registry.ts";
import type { WireCase } from "../../../wire/case.ts";
import { triedCases } from "../../../wire/cases.ts";
import type { ParsedRequest, Reply } from "../../../wire/openai/reply.ts";
import { breakBetween, promptOf } from "../../../wire/prefix/prompt_of.ts";

const tools = ["look", "find", "read"].map((name) =>
  defineTool({ name, description: `Can ${name}.`, effect: "pure", run: () => "done" })
);

const CHOICES = {
  auto: { type: "auto" },
  none: { type: "none" },
  required: { type: "required" },
  tool: { type: "tool", name: "look" },
  "allowed, auto": { type: "allowed", names: ["look"], mode: "auto" },
  "allowed, required": { type: "allowed", names: ["look", "find"], mode: "required" },
} as const satisfies Record<string, StepRequest["toolChoice"]>;

/** What agents differ in. */
const AGENTS = ["tool_calling", "react"].flatMap((driver) =>
  (["prefix", "strict"] satisfies Hold[]).flatMap((hold) =>
    [undefined, 600].map((outputChars) => ({ driver, hold, outputChars }))
  )
);

function reply({ body }: ParsedRequest): Reply {
  const isPrompted = JSON.stringify(body).includes("HOW TO ANSWER");
  const decision = { thought: "So.", type: "final_answer", tool: null, args: null, answer: "Done." };
  return { text: isPrompted ? JSON.stringify(decision) : "Done.", ignoresChoice: true };
}

for (const wire of triedCases()) {
  Deno.test(`C3, C4, L3: ${wire.name}: \`prefix\` of the report is what the bodies show`, async () => {
    const wrong: string[] = [];
    let count = 0;
    for (const agent of AGENTS) {
      for (const [label, choice] of Object.entries(CHOICES)) {
        const { reported, broken } = await secondStep(wire, agent, choice);
        count++;
        const isCut = broken !== undefined;
        if ((reported.prefix === "cut") !== isCut) {
          const what = `${agent.driver}, ${agent.hold}, ${agent.outputChars ?? "whole outputs"}: ${label}`;
          wrong.push(`${what}: ${reported.prefix} (${reported.enforcement}), ${broken ?? "nothing is cut"}`);
        }
      }
    }
    assert.equal(count, AGENTS.length * Object.keys(CHOICES).length);
    assert.deepEqual(wrong, []);
  });
}

/** A step under `auto`, then one under the choice: what the second reports, and where its prompt differs from the first. */
async function secondStep(
  wire: WireCase,
  { driver, hold, outputChars }: typeof AGENTS[number],
  toolChoice: typeof CHOICES[keyof typeof CHOICES],
): Promise<{ readonly reported: EffectiveChoice; readonly broken: string | undefined }> {
  await using server = await wire.start({ reply });
  const ref = { tenant: "acme", thread: "t1" };
  const store = createMemoryStore();
  const deps = createDeps({
    plugins: [],
    registry: PROVIDERS,
    env: { ...wire.env(server), TREADLE_OPEN: "1", TREADLE_STORE: "test" },
    ...(wire.bindings ? { bindings: wire.bindings(server) } : {}),
    ...(wire.fetch ? { fetch: wire.fetch(server) } : {}),
    agents: [defineAgent({
      name: "a",
      model: `${wire.provider}/${wire.model}`,
      instructions: "Do it.",
      tools,
      driver,
      hold,
      ...(wire.settings === undefined ? {} : { settings: wire.settings }),
      ...(outputChars === undefined ? {} : { limits: { outputChars } }),
    })],
    log: () => {},
    stores: { test: () => store },
  });
  const ask = async (request: Partial<StepRequest>): Promise<EffectiveChoice> => {
    const started = await startRun(
      {
        ref,
        agent: "a",
        inputs: ["Go on."],
        until: "step",
        toolResults: [],
        busy: "reject",
        resumable: false,
        ...request,
      },
      deps,
    );
    assert.ok(started.type === "running");
    const answer = await started.run(() => {});
    return answer.choice ?? assert.fail("no choice");
  };
  await ask({});
  const reported = await ask({ toolChoice });
  assert.deepEqual(server.complaints, []);
  const [first, second] = server.requests.map(({ text }) => promptOf(JSON.parse(text), false));
  assert.ok(first && second);
  return { reported, broken: breakBetween(first, second) };
}
