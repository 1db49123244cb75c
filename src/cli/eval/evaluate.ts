// What `treadle eval` does: loads evaluations, runs them one after the other, and writes their report.

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
import { readEnvFile } from "../project/project.ts";
import { onInterrupt } from "../terminal/signals.ts";
import { STANDARD } from "../terminal/standard.ts";
import { loadEvaluations } from "./load.ts";
import { reportText } from "./print.ts";
import { progressBar } from "./progress.ts";
import { openResults } from "./results.ts";

/** Files with variables; the first that is there counts. */
const ENV_FILES = [".env", ".dev.vars"] as const;

/** Options of `treadle eval`. */
export interface EvalOptions {
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

/** Runs them and prints the report. Returns the exit code. */
export async function evaluate(files: readonly string[], options: EvalOptions): Promise<number> {
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
