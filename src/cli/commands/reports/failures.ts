// `treadle failures`: which errors steps failed with and how often, by day, agent or model, and how to list the threads.

import { type Command, InvalidArgumentError } from "commander";
import type { FailureCount } from "../../../plugins/analytics/contract.ts";
import { print } from "../../output.ts";
import { connect } from "../../project/connect.ts";
import { formatQuery } from "../../project/query.ts";
import { formatTable } from "../../terminal/table.ts";
import { type DayOptions, toRange, withDays } from "./_days.ts";
import { requestDoor, serverCommand, type ServerCommandOptions } from "../_server_command.ts";

const ANALYTICS = { plugin: "analytics()", entry: "analytics" } as const;

/** What rows are grouped by. */
const PARTS = ["day", "agent", "model"] as const;

interface FailuresOptions extends ServerCommandOptions, DayOptions {
  readonly by: string;
  readonly agent?: string;
}

/** The failures of a range of days. */
interface Report {
  readonly from: string;
  readonly to: string;
  /** A server of before has none. */
  readonly failures?: readonly FailureCount[];
}

/** The command. */
export function failuresCommand(): Command {
  const command = serverCommand("failures", "Prints which errors steps failed with, and how often.", {
    "failures": "Those of the last seven days, the most frequent first:",
    "failures --by day,model --agent support": "One agent, by day and model:",
  })
    .option(
      "--by <parts>",
      "a row for each: some of day, agent and model, with commas between",
      parseBy,
      "agent",
    )
    .option("--agent <agent>", "steps of this agent");
  return withDays(command)
    .action(async ({ by, agent, json = false, ...options }: FailuresOptions) => {
      await using connection = await connect(options);
      const query = formatQuery({ ...toRange(options), by, agent });
      const { from, to, failures = [] } = await requestDoor<Report>(
        connection,
        ANALYTICS,
        `/v1/analytics/choices${query}`,
      );
      print({ from, to, failures }, json, toText);
    });
}

function parseBy(text: string): string {
  if (text.split(",").every((part) => PARTS.some((known) => known === part))) return text;
  throw new InvalidArgumentError(`Write some of ${PARTS.join(", ")}, with commas between.`);
}

function toText({ from, to, failures }: Required<Report>): string {
  if (failures.length === 0) return `No failure was counted from ${from} to ${to}.`;
  return formatTable<FailureCount>([
    { head: "ERROR", cell: ({ error }) => error },
    ...PARTS.map((part) => ({ head: part.toUpperCase(), cell: (row: FailureCount) => row[part] ?? "" })),
    {
      head: "FAILED",
      cell: ({ failed }) => failed === 0 ? "0" : { text: String(failed), style: "red" },
      align: "right",
    },
    { head: "RETRYABLE", cell: ({ retryable }) => String(retryable), align: "right" },
    { head: "THREADS", cell: toThreads },
  ], failures);
}

/** The command that lists the threads whose last step failed so; those of steps that can be tried again have no such mark. */
function toThreads({ error, agent, failed }: FailureCount): string {
  if (failed === 0) return "";
  return `treadle threads list --error ${error}${agent === undefined ? "" : ` --agent ${agent}`}`;
}
