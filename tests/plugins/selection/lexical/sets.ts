// The sets of ../shared/data as catalogues and cases.

import type { RetrievalCase } from "../../../../src/plugins/selection/retrieval_measure.ts";
import type { SelectorIo, ToolCatalogue, ToolDocument } from "../../../../src/plugins/selection/selector.ts";
import { mulberry32 } from "../../../support/mulberry32.ts";
import { sharedPath } from "../../../support/shared.ts";

export interface SetCase extends RetrievalCase {
  readonly split: string;
}

export interface ToolSet {
  readonly catalogue: ToolCatalogue;
  /** Those that expect a tool. */
  readonly cases: readonly SetCase[];
}

/** Nothing that a selector without requests reaches. */
export const NO_IO: SelectorIo = {
  fetch: () => Promise.reject(new Error("A lexical selector sends no request.")),
  env: {},
  signal: new AbortController().signal,
};

export function readSet(name: string): ToolSet {
  const tools: {
    name: string;
    description: string;
    parameters?: ToolDocument["parameters"];
    category?: string;
  }[] = JSON.parse(Deno.readTextFileSync(sharedPath("data", name, "tools.json")));
  const lines = Deno.readTextFileSync(sharedPath("data", name, "queries.jsonl")).trim().split("\n");
  return {
    catalogue: {
      version: name,
      tools: tools.map(({ category, parameters = { type: "object" }, ...tool }) => ({
        ...tool,
        parameters,
        ...(category === undefined ? {} : { categories: [category] }),
      })),
    },
    cases: lines.map((line) => JSON.parse(line)).filter(({ expected }) => expected?.length > 0),
  };
}

/** A set whose tools have so many of the set's queries as examples, with the other queries as cases. The seed draws them. */
export function holdBack({ catalogue, cases }: ToolSet, examples: number, seed: number): ToolSet {
  const random = mulberry32(seed);
  const drawn = cases.map((each) => ({ each, order: random() })).sort((a, b) => a.order - b.order);
  const byTool = new Map<string, string[]>();
  const others: SetCase[] = [];
  for (const { each } of drawn) {
    const [name = ""] = each.expected;
    const taken = byTool.get(name) ?? [];
    if (taken.length < examples && !taken.includes(each.query)) byTool.set(name, [...taken, each.query]);
    else others.push(each);
  }
  const known = new Set([...byTool.values()].flat());
  return {
    catalogue: {
      version: `${catalogue.version} with ${examples} examples`,
      tools: catalogue.tools.map((tool) => ({ ...tool, examples: byTool.get(tool.name) ?? [] })),
    },
    cases: others.filter(({ query }) => !known.has(query)),
  };
}
