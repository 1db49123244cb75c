// `treadle tools`: how the calls of tools ended, and of one tool the last failures with their threads.

import { type Command, InvalidArgumentError } from "commander";
import process from "node:process";
import type { ChoiceCountsRow } from "../../../plugins/analytics/contract.ts";
import { CommandError } from "../../command_error.ts";
import { print } from "../../output.ts";
import { connect, type Connection } from "../../project/connect.ts";
import { formatQuery } from "../../project/query.ts";
import { formatTable } from "../../terminal/table.ts";
import { formatCount } from "../../terminal/text.ts";
import { showTime, toDuration } from "../../terminal/times.ts";
import { type DayOptions, toRange, withDays } from "./_days.ts";
import { toExitCode, toFailureLines } from "../../threads/each_thread.ts";
import { type FailedCall, type Failures, readFailures } from "./_failed_calls.ts";
import { requestDoor, serverCommand, type ServerCommandOptions } from "../_server_command.ts";

const ANALYTICS = { plugin: "analytics()", entry: "analytics" } as const;

/** Threads that are looked into. */
const THREADS = 100;

interface ToolsOptions extends ServerCommandOptions, DayOptions {
  readonly agent?: string;
  readonly threads: number;
  readonly limit: number;
}

/** The counts of a range of days, as far as they are read here. */
interface Counts {
  readonly from: string;
  readonly to: string;
  readonly rows: readonly ChoiceCountsRow[];
}

/** The command. */
export function toolsCommand(): Command {
  const command = serverCommand("tools", "Prints how calls of tools ended, and why those of one failed.", {
    "tools": "The tools of the last seven days, the one with the most failures first:",
    "tools refund": "Why the calls of one failed, and in which threads:",
    "tools refund --agent support --days 1 --threads 500": "In more threads, of one agent and day:",
  })
    .argument("[name]", "the tool whose failures are looked for")
    .option("--agent <agent>", "calls of this agent");
  return withDays(command)
    .option("--threads <count>", "of one tool: look into so many of the newest threads", parseCount, THREADS)
    .option("--limit <count>", "of one tool: show so many of the last failures", parseCount, 10)
    .action(async (name: string | undefined, { json = false, ...options }: ToolsOptions) => {
      await using connection = await connect(options);
      if (name === undefined) return print(await readCounts(connection, options), json, toTable);
      const report = await readReport(connection, name, options);
      print(report, json, (report) => toText(report, options));
      process.exitCode = toExitCode(report);
    });
}

function parseCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1) return count;
  throw new InvalidArgumentError("Write a whole number from 1 on.");
}

/** Rows about tools; of one agent where the options name it. @throws {CommandError} door_missing */
async function readCounts(
  connection: Connection,
  { agent, ...days }: Pick<ToolsOptions, "agent" | keyof DayOptions>,
  tool?: string,
): Promise<Counts> {
  const query = formatQuery({ ...toRange(days), by: "tool", agent, tool });
  return await requestDoor<Counts>(connection, ANALYTICS, `/v1/analytics/choices${query}`);
}

/** The counts of a tool, and its failures. */
interface ToolReport extends Failures {
  readonly tool: string;
  readonly from: string;
  readonly to: string;
  /** Undefined where the deployment counts none, or none of a tool of this name. */
  readonly counts: ChoiceCountsRow | undefined;
}

async function readReport(connection: Connection, tool: string, options: ToolsOptions): Promise<ToolReport> {
  const { agent, threads, limit } = options;
  const range = toRange(options);
  const counted = await readCounts(connection, options, tool).catch((thrown) => {
    if (!(thrown instanceof CommandError)) throw thrown; // the threads have the failures without counts, too
  });
  const failures = await readFailures(connection.client, { tool, agent, ...range, threads, limit });
  return { tool, ...range, counts: counted?.rows[0], ...failures };
}

function toTable({ from, to, rows: all }: Counts): string {
  const rows = all.filter((row) => row.calls + (row.invalid ?? 0) + countRefused(row) > 0) // others were offered alone
    .sort((left, right) => right.callsFailed - left.callsFailed || right.calls - left.calls);
  const [worst] = rows;
  if (worst === undefined) return `No call of a tool was counted from ${from} to ${to}.`;
  const table = formatTable<ChoiceCountsRow>([
    { head: "TOOL", cell: ({ tool = "" }) => tool },
    { head: "CALLS", cell: ({ calls }) => String(calls), align: "right" },
    {
      head: "FAILED",
      cell: ({ callsFailed }) => callsFailed === 0 ? "0" : { text: String(callsFailed), style: "red" },
      align: "right",
    },
    { head: "SHARE", cell: toShare, align: "right" },
    { head: "UNKNOWN", cell: ({ callsUnknown = 0 }) => toNumber(callsUnknown), align: "right" },
    { head: "INVALID", cell: ({ invalid = 0 }) => toNumber(invalid), align: "right" },
    { head: "REFUSED", cell: (row) => toNumber(countRefused(row)), align: "right" },
    {
      head: "A CALL",
      cell: ({ calls, latency }) => calls === 0 ? "" : toDuration(latency.ms / calls),
      align: "right",
    },
  ], rows);
  return worst.callsFailed === 0 ? table : `${table}\nwhy: treadle tools ${worst.tool}`;
}

function toNumber(count: number): string {
  return count === 0 ? "" : String(count);
}

function toShare({ calls, callsFailed }: ChoiceCountsRow): string {
  return callsFailed === 0 ? "" : `${Math.round(100 * callsFailed / calls)} %`;
}

/** Calls that a rule, a choice, a person or a hook has refused. */
function countRefused(
  { refusedByPolicy, refusedByChoice, refusedByPeople, blocked = 0 }: ChoiceCountsRow,
): number {
  return refusedByPolicy + refusedByChoice + refusedByPeople + blocked;
}

function toText(report: ToolReport, { agent, threads: most }: ToolsOptions): string {
  const { tool, from, to, counts, threads, more, kinds, last } = report;
  const days = `from ${from} to ${to}`;
  const counted = counts === undefined
    ? `${tool}: no call is counted ${days}`
    : `${tool}: ${formatCount(counts.calls, "call")} ${days}, ${counts.callsFailed} failed, ${
      counts.invalid ?? 0
    } invalid, ${countRefused(counts)} refused`;
  const looked = `${formatCount(threads, more ? "newest thread" : "thread")} with calls of it`;
  const [first] = last;
  const found = first === undefined ? [`no failure in ${looked}`] : [
    `in ${looked}: ${Object.entries(kinds).map(([kind, count]) => `${count} ${kind}`).join(", ")}`,
    formatTable<FailedCall>([
      { head: "AT", cell: ({ at }) => showTime(at) },
      { head: "THREAD", cell: ({ thread }) => thread },
      { head: "AGENT", cell: (call) => call.agent, overflow: "drop" },
      { head: "KIND", cell: ({ kind }) => ({ text: kind, style: "red" }) },
      { head: "WHY", cell: ({ message }) => message, overflow: "cut" },
      { head: "TITLE", cell: ({ title = "" }) => title, overflow: "drop" },
    ], last),
    `look at one: treadle threads show ${first.thread}`,
  ];
  const named = agent === undefined ? "" : ` --agent ${agent}`;
  return [
    counted,
    ...found,
    ...more ? [`older threads: treadle tools ${tool}${named} --threads ${10 * most}`] : [],
    ...toFailureLines(report),
  ].join("\n");
}
