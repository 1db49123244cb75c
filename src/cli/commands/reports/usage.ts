// `treadle usage`: what the tenant of the key has used, by day or by user.

import { type Command, Option } from "commander";
import type { Amounts } from "../../../core/store/ledger.ts";
import type { UsageReport } from "../../../core/contract/usage.ts";
import { print } from "../../output.ts";
import { connect } from "../../project/connect.ts";
import { formatQuery } from "../../project/query.ts";
import { formatTable } from "../../terminal/table.ts";
import { toDuration } from "../../terminal/times.ts";
import { type DayOptions, toRange, withDays } from "./_days.ts";
import { serverCommand, type ServerCommandOptions } from "../_server_command.ts";

interface UsageOptions extends ServerCommandOptions, DayOptions {
  readonly by: "day" | "user";
}

/** The command. */
export function usageCommand(): Command {
  const command = serverCommand("usage", "Prints what was used: steps, calls, tokens, cost and time.", {
    "usage": "The last seven days:",
    "usage --by user --days 30": "Who has used most:",
    "usage --from 2026-11-01 --to 2026-11-30 --json": "A month, as JSON:",
  }).addOption(new Option("--by <part>", "a row for each").choices(["day", "user"]).default("day"));
  return withDays(command)
    .action(async ({ by, from, to, days, json = false, ...server }: UsageOptions) => {
      await using connection = await connect(server);
      const path = `/v1/usage${formatQuery({ ...toRange({ from, to, days }), by })}`;
      print(await connection.transport.json<UsageReport>(path), json, toText);
    });
}

interface Line extends Amounts {
  readonly label: string;
}

function toText({ from, to, total, limits, days, users }: UsageReport): string {
  const lines: readonly Line[] = users?.map((user) => ({ label: user.user, ...user })) ??
    days?.map((day) => ({ label: day.day, ...day })) ?? [];
  if (lines.length === 0 && total.steps === 0) return `Nothing was used from ${from} to ${to}.`;
  const table = formatTable<Line>([
    { head: users === undefined ? "DAY" : "USER", cell: ({ label }) => label, overflow: "cut" },
    { head: "STEPS", cell: ({ steps }) => formatCount(steps), align: "right" },
    { head: "CALLS", cell: ({ calls }) => formatCount(calls), align: "right" },
    { head: "TOKENS", cell: ({ tokens }) => formatCount(tokens), align: "right" },
    { head: "COST", cell: ({ microDollars }) => formatDollars(microDollars), align: "right" },
    { head: "TIME", cell: ({ wallMs }) => toDuration(wallMs), align: "right" },
  ], [...lines, { label: users === undefined ? "all" : "all, with and without a user", ...total }]);
  return limits === null ? table : `${table}\na day may use ${toLimitText(limits)}`;
}

/** What a budget permits, its amounts in the order of the table. */
function toLimitText(
  { steps, calls, tokens, microDollars, wallMs }: NonNullable<UsageReport["limits"]>,
): string {
  return [
    ...steps === undefined ? [] : [`${formatCount(steps)} steps`],
    ...calls === undefined ? [] : [`${formatCount(calls)} calls`],
    ...tokens === undefined ? [] : [`${formatCount(tokens)} tokens`],
    ...microDollars === undefined ? [] : [formatDollars(microDollars)],
    ...wallMs === undefined ? [] : [`${toDuration(wallMs)} of steps`],
  ].join(", ");
}

const whole = new Intl.NumberFormat("en");
const money = new Intl.NumberFormat("en", {
  style: "currency",
  currency: "USD",
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});

function formatCount(value: number): string {
  return whole.format(value);
}

function formatDollars(microDollars: number): string {
  return money.format(microDollars / 1_000_000);
}
