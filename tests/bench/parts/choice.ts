// The choice path: what it takes to decide, write and verify a tool choice, for every provider, and from tools and a choice to
// the body of a request beside the AI SDK.

import { toolsToSend } from "../../../src/kernel/choice/tool_trimming.ts";
import { enforce } from "../../../src/kernel/choice/enforce.ts";
import { resolveChoice } from "../../../src/kernel/choice/resolve.ts";
import { verifyChoice } from "../../../src/kernel/choice/verify.ts";
import { amended } from "../../../src/core/model/capability.ts";
import { ZERO_COUNTERS } from "../../../src/core/usage.ts";
import { type Ask, askOfAiSdk, askOfTreadle, translate, workOf } from "../contenders/translation.ts";
import {
  ANY_OF_50,
  type Dialected,
  dialects,
  ONE_OF_8,
  type PlanChoice,
  SOME_OF_50,
} from "../lab/choices.ts";
import { figuresAt, QUICK, THOROUGH } from "../lab/compare.ts";
import { Lab, WARM_BYTES } from "../lab/lab.ts";
import type { Part } from "../lab/part.ts";
import { toTable } from "../lab/table.ts";
import { microseconds, type Subject, type TurnsOptions } from "../lab/turns.ts";

export const choice: Part = {
  title: "The choice path",
  note:
    "What a step spends on its tool choice: resolve it, ask the model's capabilities, enforce, write the wire value, " +
    "verify the answer. One of 8 tools is forced; 5 of 50 are allowed, one of them required. The share is of the CPU " +
    "time of a whole warm step in process at 10 steps of history, measured in the same run, in which neither the model " +
    "nor the store is.",
  async measure({ quick }) {
    const stepMs = await ownTimeOfStep(quick);
    await using stack = new AsyncDisposableStack();
    const all = await dialects(stack);
    return [
      await choosing(all, stepMs, quick),
      "From messages, tools and a choice to the body that is handed to fetch, enforcement included, beside the AI SDK's " +
      "provider of the same API, both asked to stream. Both bodies offer the same tools under the same choice.",
      await translating(all, quick),
    ].join("\n\n");
  },
};

/** CPU milliseconds of one warm step. */
async function ownTimeOfStep(quick: boolean): Promise<number> {
  await using lab = await Lab.open();
  const child = await lab.contender({ name: "treadle", layout: "treadle", historyCache: WARM_BYTES });
  const warm = {
    label: "Treadle, warm",
    layout: "treadle",
    warm: true,
    run: (threads: readonly string[]) => child.ask("run", { threads }),
  } as const;
  return (await figuresAt(lab, warm, 10, quick ? QUICK : THOROUGH)).cpuMs;
}

async function choosing(all: readonly Dialected[], stepMs: number, quick: boolean): Promise<string> {
  const agents = [ONE_OF_8, SOME_OF_50];
  const subjects = all.flatMap((dialect) => agents.map((agent) => pathOf(dialect, agent)));
  const taken = await microseconds(subjects, quick ? QUICK_TURNS : TURNS);
  const rows = all.map((dialect) => [
    dialect.name,
    ...agents.flatMap((agent) => {
      const us = taken.get(labelOf(dialect, agent)) ?? NaN;
      return [us.toFixed(1), (us / (stepMs * 10)).toFixed(2)];
    }),
  ]);
  const head = agents.flatMap(({ label }) => [`${label}, µs`, "% of a step"]);
  return toTable(["provider", ...head], rows);
}

/** Turns are shorter than what another process takes of the core at a time, and many. */
const TURNS: TurnsOptions = { rounds: 51, times: 300, warmUp: 12_000 };
const QUICK_TURNS: TurnsOptions = { rounds: 15, times: 300, warmUp: 3_000 };

function labelOf({ name }: Dialected, { label }: PlanChoice): string {
  return `${name}: ${label}`;
}

/** What the step does about the choice, without the rest of the step. */
function pathOf(dialect: Dialected, choosing: PlanChoice): Subject {
  const { provider, model, settings } = dialect;
  const { agent, called } = choosing;
  let violated = 0;
  const once = () => {
    const resolved = resolveChoice({
      agent,
      run: { execution: "loop", steps: 1 },
      counters: ZERO_COUNTERS,
      environment: undefined,
      acted: false,
    });
    const capabilities = amended(provider.capabilities(model, settings), agent.capabilities, []);
    const { choice, tools, parallel } = enforce({
      choice: resolved.choice,
      tools: toolsToSend(agent),
      parallel: undefined,
      capabilities,
      onUnsupported: agent.onUnsupported,
      hold: agent.hold ?? "prefix",
    });
    provider.map({ model, choice, tools, parallel, settings, lacks: capabilities.lacks });
    const answered = { called, tools: agent.tools, finish: "calls", oneAtMost: false } as const;
    if (verifyChoice(resolved.choice, answered).outcome.type === "violated") violated++;
  };
  return {
    label: labelOf(dialect, choosing),
    turn(times) {
      const began = performance.now();
      for (let run = 0; run < times; run++) once();
      const ms = performance.now() - began;
      if (violated > 0) throw new Error(`${labelOf(dialect, choosing)} was violated.`);
      return ms;
    },
  };
}

async function translating(all: readonly Dialected[], quick: boolean): Promise<string> {
  const rows: string[][] = [];
  for (const choosing of [ONE_OF_8, ANY_OF_50]) {
    for (const dialect of all) {
      const theirs = askOfAiSdk(dialect, choosing);
      if (theirs === undefined) continue;
      const ours = askOfTreadle(dialect, choosing);
      await assertSameWork(labelOf(dialect, choosing), ours, theirs);
      const taken = await microseconds(
        [toSubject("ours", ours), toSubject("theirs", theirs)],
        quick ? { rounds: 15, times: 50, warmUp: 500 } : { rounds: 51, times: 100, warmUp: 3_000 },
      );
      const [us, them] = [taken.get("ours") ?? NaN, taken.get("theirs") ?? NaN];
      rows.push([choosing.label, dialect.name, us.toFixed(0), them.toFixed(0), (them / us).toFixed(1)]);
    }
  }
  return toTable(["choice", "provider", "Treadle, µs", "AI SDK, µs", "AI SDK to Treadle"], rows);
}

function toSubject(label: string, ask: Ask): Subject {
  return { label, turn: async (times) => (await translate(ask, times)).ms };
}

async function assertSameWork(label: string, ours: Ask, theirs: Ask): Promise<void> {
  const [our, their] = [await translate(ours, 1), await translate(theirs, 1)];
  if (workOf(our.body) === workOf(their.body)) return;
  throw new Error(`Not the same work, ${label}: ${workOf(our.body)}; the AI SDK: ${workOf(their.body)}`);
}
