// `treadle eval`: runs evaluations of agents, of a model's choice of tools and of selectors, and compares them with earlier ones.

import { Command, InvalidArgumentError } from "commander";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import process from "node:process";
import { parseJson } from "../../core/json.ts";
import { type Report, reportOf, reportSchema } from "../../evaluation/data/report.ts";
import type { Threshold } from "../../evaluation/data/evaluation.ts";
import { parseData } from "../../evaluation/data/schema.ts";
import type { Evaluation } from "../../evaluation/define.ts";
import { compareReports, type Comparison } from "../../evaluation/measures/compare.ts";
import { toHtml } from "../../evaluation/reports/html.ts";
import { toMarkdown } from "../../evaluation/reports/markdown.ts";
import { runEvaluation } from "../../evaluation/runner.ts";
import { CommandError } from "../command_error.ts";
import { loadEvaluations } from "../eval/load.ts";
import { reportText } from "../eval/print.ts";
import { progressBar } from "../eval/progress.ts";
import { openResults } from "../eval/results.ts";
import { examples } from "../output.ts";
import { readEnvFile } from "../project/project.ts";
import { onInterrupt } from "../terminal/signals.ts";
import { STANDARD } from "../terminal/standard.ts";
import { evalRecordCommand } from "./eval_record.ts";

/** Files with variables; the first that is there counts. */
const ENV_FILES = [".env", ".dev.vars"] as const;

interface EvalOptions {
  readonly agents?: string;
  readonly tools?: string;
  readonly queries?: string;
  readonly selector?: string;
  readonly agent?: string;
  readonly examples?: number;
  readonly seed?: number;
  readonly split?: readonly string[];
  readonly at?: readonly number[];
  readonly least?: Readonly<Record<string, number>>;
  readonly most?: Readonly<Record<string, number>>;
  readonly repeats?: number;
  readonly concurrency: number;
  readonly case?: readonly string[];
  readonly results?: string;
  readonly report?: string;
  readonly markdown?: string;
  readonly html?: string;
  readonly compare?: string;
  readonly envFile?: string;
  readonly json?: boolean;
}

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
      process.exitCode = await evaluate(files, options);
    });
}

async function evaluate(files: readonly string[], options: EvalOptions): Promise<number> {
  const before = options.compare === undefined ? undefined : await readReport(options.compare);
  const loaded = await loadEvaluations({ files, ...options });
  const evaluations = loaded.map((each) => withBounds(each, options));
  const { env } = process;
  const file = options.envFile ?? ENV_FILES.find((name) => existsSync(name));
  const fromFile = file === undefined ? undefined : readEnvFile(file);
  const variables = { ...fromFile, ...env };
  const results = await openResults(options.results);
  const stop = new AbortController();
  const offInterrupt = onInterrupt(() => {
    if (stop.signal.aborted) process.exit(130);
    stop.abort();
    STANDARD.note("\nending what runs; Ctrl-C again leaves at once\n");
  });
  const bar = progressBar();
  const reports = [];
  try {
    for (const evaluation of evaluations) {
      reports.push(
        await runEvaluation(evaluation, {
          env: variables,
          signal: stop.signal,
          concurrency: options.concurrency,
          repeats: options.repeats,
          only: options.case === undefined ? undefined : (id) => options.case?.includes(id) === true,
          previous: await results.attempts(evaluation),
          onAttempt: async (attempt, progress) => {
            await results.append(attempt);
            bar.show(evaluation.name, progress);
          },
        }),
      );
    }
  } finally {
    bar.clear();
    offInterrupt();
  }
  const report = reportOf(reports);
  const comparisons = before === undefined ? [] : compareReports(before, report);
  await writeReports(report, comparisons, options);
  if (options.json === true) {
    console.log(JSON.stringify(before === undefined ? report : { ...report, comparisons }, null, 2));
  } else console.log(reportText(report, comparisons));
  return report.passed && comparisons.every(({ regressed }) => !regressed) ? 0 : 1;
}

async function writeReports(
  report: Report,
  comparisons: readonly Comparison[],
  { report: json, markdown, html }: EvalOptions,
): Promise<void> {
  if (json !== undefined) await writeFile(json, `${JSON.stringify(report, null, 2)}\n`);
  if (markdown !== undefined) await writeFile(markdown, toMarkdown(report, comparisons));
  if (html !== undefined) await writeFile(html, toHtml(report, comparisons));
}

async function readReport(path: string): Promise<Report> {
  const text = await readFile(path, "utf8").catch(() => {
    throw new CommandError("evaluation_unreadable", `The report ${path} cannot be read.`);
  });
  return parseData(reportSchema, parseJson(text), `The report ${path}`);
}

/** The evaluation with the bounds of the command line beside its own. */
function withBounds<E extends Evaluation>(evaluation: E, { least = {}, most = {} }: EvalOptions): E {
  const names = [...Object.keys(least), ...Object.keys(most)];
  const thresholds: Record<string, Threshold> = { ...evaluation.thresholds };
  for (const name of names) {
    const own = thresholds[name];
    thresholds[name] = { ...own, least: least[name] ?? own?.least, most: most[name] ?? own?.most };
  }
  return { ...evaluation, thresholds };
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
