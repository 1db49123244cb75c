// A plan of a run while it comes: its texts, its calls, and what became of them.

import type { ToolEntry } from "../../../core/entry.ts";
import type { Json } from "../../../core/json.ts";
import type { ToolFailure } from "../../../core/tool/tool_error.ts";

/** A call of a plan, with its arguments as the model wrote them. */
export interface ReadCall {
  readonly id: string;
  readonly name: string;
  readonly args: string;
}

/** A call that the server has run. */
export interface RanCall extends ReadCall {
  /** What the model reads of it: text, or JSON text. */
  readonly text: string;
  readonly output: Json;
  readonly failed: boolean;
}

/** A plan whose calls have run: the text before them, and the calls in the order of the plan. */
export interface RanPlan {
  readonly text: string;
  readonly calls: readonly RanCall[];
}

/** What a plan has so far, by the numbers of its blocks. */
export interface OpenPlan {
  readonly texts: Map<number, string>;
  readonly calls: Map<number, ReadCall>;
  readonly ran: Map<string, RanCall>;
}

/** What the model reads of a call that the server has run. */
export function ranText(
  { outcome, output, error }: Pick<ToolEntry, "outcome" | "output"> & {
    readonly error?: ToolFailure | undefined;
  },
): string {
  if (outcome === "completed") return typeof output === "string" ? output : JSON.stringify(output);
  return JSON.stringify({ error: error ?? { kind: outcome } });
}

/** A plan of which nothing has come. */
export function newPlan(): OpenPlan {
  return { texts: new Map(), calls: new Map(), ran: new Map() };
}

/** The calls in the order of the plan: those whose arguments come side by side may be whole in another order. */
export function listCalls({ calls }: OpenPlan): ReadCall[] {
  return byBlock(calls);
}

/** The text of the plan. */
export function joinText({ texts }: OpenPlan): string {
  return byBlock(texts).join("");
}

function byBlock<T>(blocks: ReadonlyMap<number, T>): T[] {
  return [...blocks].sort(([a], [b]) => a - b).map(([, block]) => block);
}

/** The plan, whose calls have run. */
export function toRan(plan: OpenPlan): RanPlan {
  const { ran } = plan;
  const planned = listCalls(plan).flatMap(({ id }) => ran.get(id) ?? []);
  return { text: joinText(plan), calls: planned.length === 0 ? [...ran.values()] : planned };
}

/** As the output of an `execute` run: the JSON of one output, or of a list of several. */
export function outputText({ calls }: RanPlan): string {
  const outputs = calls.map(({ output }) => output);
  return JSON.stringify(outputs.length === 1 ? outputs[0] : outputs);
}
