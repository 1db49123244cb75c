// The plugins whose price in a step is measured. A spending limit is none of them: threads are grown without a price, which it refuses.

import { approvalRules } from "../../../docs/examples/plugins/approval_rules.ts";
import { redactPii } from "../../../docs/examples/plugins/redact_pii.ts";
import { todoList } from "../../../docs/examples/plugins/todo_list.ts";
import { toolCache } from "../../../docs/examples/plugins/tool_cache.ts";
import type { Plugin } from "../../../src/http/plugin.ts";
import { TOOL_NAME } from "../lab/workload.ts";

/** By the names that the table has. */
export const STEP_PLUGINS: Readonly<Record<string, () => Plugin>> = {
  approvalRules: () =>
    approvalRules({ tools: { pay: "amount" }, onePersonAbove: 100, twoPeopleAbove: 1_000 }),
  redactPii: () => redactPii(),
  todoList: () => todoList(),
  toolCache: () => toolCache({ [TOOL_NAME]: { retries: 1 } }),
};

/** The standard set with those of a list such as `redactPii,todoList`, and without those behind a minus: `-analytics`. */
export function stepPlugins(list: string, standard: readonly Plugin[]): readonly Plugin[] {
  const names = list.split(",").filter((name) => name !== "");
  const added = names.filter((name) => !name.startsWith("-")).map((name) => {
    const make = STEP_PLUGINS[name];
    if (make === undefined) throw new Error(`There is no plugin ${name} to measure.`);
    return make();
  });
  return [...standard.filter(({ name }) => !names.includes(`-${name}`)), ...added];
}
