// `treadle eval`: runs evaluations of agents, of a model's choice of tools and of selectors, and compares them with earlier ones.

import { Command, InvalidArgumentError } from "commander";
import process from "node:process";
import type { EvalOptions } from "../eval/evaluate.ts";
import { examples } from "../output.ts";
import { evalRecordCommand } from "./eval_record.ts";

/** The command. Its exit code is 1 when a gate does not hold, an attempt is missing, or a measure is worse than before. */
export function evalCommand(): Command {
  return new Command("eval")
    .description("Evaluates agents, a model's choice of tools, and selectors.")
    .argument("[files...]", "*.eval.ts and *.eval.json; by default those below this folder")
    .option("--agents <module>", "the module with the agents that *.eval.json and --agent name")
    .option("--tools <file>", "a data set: its tools, a JSON array")
    .option("--queries <file>", "its queries, a line of JSON each")
    .option(
      "--selector <module>",
      "the module that exports the selector for the data set; lexical() by default",
    )
    .option("--agent <name>", "the agent whose choice is evaluated on the data set")
    .option(
      "--examples <count>",
      "so many queries of each tool become its examples, and are not asked",
      toCount,
    )
    .option("--seed <number>", "which ones; 1 by default", toCount)
    .option("--split <name...>", "only queries of these splits")
    .option("--at <places>", "where recall is measured, such as 1,5,8", toPlaces)
    .option("--least <measure=number>", "a gate: the measure is at least this", toBounds)
    .option("--most <measure=number>", "a gate: the measure is at most this", toBounds)
    .option("--repeats <count>", "how often each case runs", toCount)
    .option("--concurrency <count>", "attempts at the same time", toCount, 1)
    .option("--case <id...>", "only these cases")
    .option("--results <file>", "appends each attempt; a second run with the file goes on")
    .option("--report <file>", "writes the report as JSON, for --compare")
    .option("--markdown <file>", "writes it as Markdown")
    .option("--html <file>", "writes it as a page")
    .option("--compare <file>", "an earlier report: what is worse is a failure")
    .option("--env-file <file>", "the file with the variables of the project")
    .option("--json", "prints the report as JSON")
    .addHelpText(
      "after",
      examples({
        "eval": "Run every evaluation below this folder:",
        "eval support.eval.ts --repeats 5 --results run.jsonl --html report.html":
          "Five times each, resumable, as a page:",
        "eval --report new.json --compare old.json": "Fail in CI when a measure is worse:",
        "eval --tools tools.json --queries queries.jsonl --least recall@8=0.7": "Measure a selector:",
      }),
    )
    .addCommand(evalRecordCommand())
    .action(async (files: readonly string[], options: EvalOptions) => {
      const { evaluate } = await import("../eval/evaluate.ts");
      process.exitCode = await evaluate(files, options);
    });
}

function toPlaces(text: string): number[] {
  return text.split(",").map(toCount);
}

function toCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new InvalidArgumentError("Write a whole number from 1.");
}

function toBounds(text: string, before: Readonly<Record<string, number>> = {}): Record<string, number> {
  const place = text.lastIndexOf("=");
  const bound = Number(text.slice(place + 1));
  if (place > 0 && text.slice(place + 1).trim() !== "" && Number.isFinite(bound)) {
    return { ...before, [text.slice(0, place)]: bound };
  }
  throw new InvalidArgumentError("Write a measure and a number, such as recall@8=0.7.");
}
