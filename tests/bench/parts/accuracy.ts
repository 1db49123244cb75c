// The right tool among many: all tools in the prompt beside a selection of them.

import type { Part } from "../lab/part.ts";
import { toTable } from "../lab/table.ts";
import { drawSample, measureAccuracy } from "../selection/accuracy.ts";

const COUNTS = [6, 50, 200, 1_000];

export const accuracy: Part = {
  title: "The right tool among many",
  note:
    "Tools of MetaTool and Seal-Tools drawn by a seed, with queries that one of them is right for. The simulated model prefers the tool " +
    "that shares most words with the query and errs more the more it sees; it is no measure of real models. " +
    "`TREADLE_BENCH_MODEL=openai/gpt-5-mini` with its key has one answer instead. Tokens are those of input, all requests of a task.",
  async measure({ quick }) {
    const rows: string[][] = [];
    for (const count of COUNTS) {
      const sample = drawSample(count, quick ? 50 : 300, 1);
      const [all, some] = [
        await measureAccuracy(sample, "all in the prompt"),
        await measureAccuracy(sample, "selection"),
      ];
      const share = ({ right, tasks }: typeof all) => `${(100 * right / tasks).toFixed(1)} %`;
      const each = (value: number, { tasks }: typeof all) =>
        (value / tasks).toFixed(value / tasks < 10 ? 1 : 0);
      rows.push([
        count.toLocaleString("en"),
        String(all.tasks),
        share(all),
        each(all.requests, all),
        each(all.tokens, all),
        share(some),
        each(some.requests, some),
        each(some.tokens, some),
      ]);
    }
    const head = [
      "tools",
      "tasks",
      "all: right",
      "requests",
      "tokens",
      "selection: right",
      "requests",
      "tokens",
    ];
    return toTable(head, rows);
  },
};
