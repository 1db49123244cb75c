// What both contenders do in 50 steps: the same agent, the same tools, the same answers of the model.

import type { ParsedRequest, Reply } from "../../wire/openai/reply.ts";

export const STEPS = 50;

/**
 * What a run has besides its steps. `catalogue`: its tools are among 5,000 of a catalogue, which the model searches in every fourth
 * step.
 */
export type RunKind = "plain" | "mixed" | "catalogue";

export const TASK =
  "Check the open orders of this week one after the other, and tell me which of them are late.";

/** 30 tools; the parameters are the same for all. */
export const TOOLS: readonly { readonly name: string; readonly description: string }[] = [
  ...Array.from({ length: 27 }, (_, index) => ({
    name: `look_up_${String.fromCharCode(97 + index % 26)}${index}`,
    description:
      `Looks up table ${index} of the shop: orders, parcels, payments and returns that have to do with it. ` +
      "Answers with the newest 20 rows, the newest first, each with its state and the day on which it changed.",
  })),
  {
    name: "audit",
    description: "Writes what is known so far into the book of audits, which nobody can change.",
  },
  { name: "review", description: "Has a second person look at the orders that were found." },
  { name: "publish", description: "Publishes the list of late orders. Only after a review." },
];

export const PARAMETERS = {
  type: "object",
  properties: {
    order: { type: "string" as const, description: "The order's number, such as A-10023." },
    reason: { type: "string" as const, description: "In one sentence why this is looked up." },
  },
  required: ["order", "reason"],
};

/** Some 2,900 tokens, as the handbook of a shop has them. */
export const INSTRUCTIONS = [
  "You look after the orders of a shop.",
  ...Array.from({ length: 60 }, (_, index) => ruleOf(index + 1)),
].join("\n");

function ruleOf(number: number): string {
  return `Rule ${number}: look an order up before you speak about it, say in one sentence what you found and what ` +
    `you do next, and never invent a tracking number; orders above ${
      100 * number
    } euros are looked up twice.`;
}

/** What a call brings: some 460 tokens, 100 where a step has several. */
export function resultOf(name: string, order: string): string {
  const rows = order.includes("-p") ? 4 : 20;
  return Array.from({ length: rows }, (_, row) => rowOf(name, order, row)).join("\n");
}

function rowOf(name: string, order: string, row: number): string {
  return `${name} ${order}: row ${row}, state shipped, changed on the ${
    row + 1
  }th, carrier Post, weight 1480 g, ok.`;
}

/** The step in which the policy no longer forbids `publish`: a review has completed. */
const REVIEW = 20;

/** The model's answer in a step. */
export function replyOf(step: number, kind: RunKind): Reply {
  const call = (name: string, order: string) => {
    const reason = `Step ${step} needs to know what has become of order ${order}.`;
    return { name, arguments: JSON.stringify({ order, reason }) };
  };
  const tool = (index: number) => TOOLS[index % 27]?.name ?? "";
  const text = `Order A-${
    10_000 + step
  } is on its way and arrives in time. Next I look at what is left of the list.`;
  if (kind === "mixed" && isForced(step)) return { text, calls: [call("audit", `A-${step}`)] };
  if (kind === "mixed" && step === REVIEW) return { text, calls: [call("review", `A-${step}`)] };
  if (kind === "mixed" && PARALLEL.includes(step)) {
    return {
      text,
      calls: Array.from({ length: 11 }, (_, index) => call(tool(step + index), `A-${step}-p${index}`)),
    };
  }
  return { text, calls: [call(tool(step), `A-${step}`)] };
}

const PARALLEL = [5, 17, 26, 33, 44];

/** Every tenth step is forced to call `audit`. */
export function isForced(step: number): boolean {
  return step % 10 === 9;
}

/** The plan that holds from this step on, where another one begins to: five times. */
export function planFrom(step: number): string | undefined {
  const index = [7, 15, 23, 31, 41].indexOf(step);
  return index < 0
    ? undefined
    : `Part ${index + 1} of 5: the orders of day ${index + 1}, then those of the day after.`;
}

/** `publish` only after a review: what an app without a policy leaves out itself. */
export function mayPublish(step: number): boolean {
  return step > REVIEW;
}

/** The scripted model of a run: its n-th request is the n-th step. */
export function modelOf(kind: RunKind): (request: ParsedRequest) => Reply {
  return ({ turn, tools }) => {
    const reply = replyOf(turn, kind);
    return kind === "catalogue" ? throughCatalogue(reply, turn, tools) : reply;
  };
}

/** The same answer of a model that has some tools of a catalogue and finds the others. */
function throughCatalogue({ text = "", calls = [] }: Reply, step: number, tools: readonly string[]): Reply {
  if (step % 4 === 1) {
    const query = `look up table ${step % 27} of the shop`;
    return { text, calls: [{ name: "search_tools", arguments: JSON.stringify({ query }) }] };
  }
  return {
    text,
    calls: calls.map((call) =>
      tools.includes(call.name)
        ? call
        : { name: "call_tool", arguments: `{"name":"${call.name}","arguments":${call.arguments}}` }
    ),
  };
}
