// `treadle feedback`: the answers that people have rated, the newest first.

import { type Command, InvalidArgumentError, Option } from "commander";
import type { RatingView } from "../../../core/contract/feedback.ts";
import type { RatingPage } from "../../../plugins/feedback/contract.ts";
import { print } from "../../output.ts";
import { connect, type Connection } from "../../project/connect.ts";
import { formatQuery } from "../../project/query.ts";
import { formatTable } from "../../terminal/table.ts";
import { showTime } from "../../terminal/times.ts";
import { requestDoor, serverCommand, type ServerCommandOptions } from "../_server_command.ts";
import { type DayOptions, toRange, withDays } from "./_days.ts";

const DOOR = { plugin: "feedback()", entry: "feedback" } as const;

/** Most ratings of one request. */
const PAGE = 100;

/** Which ratings are read. */
export interface RatedOptions extends DayOptions {
  readonly rating?: "up" | "down";
  readonly agent?: string;
  readonly limit: number;
}

/** The command. */
export function feedbackCommand(): Command {
  const command = serverCommand("feedback", "Lists the answers that people have rated.", {
    "feedback": "Those of the last seven days, the newest first:",
    "feedback --rating down --agent support": "Complaints about one agent:",
  })
    .addOption(new Option("--rating <rating>", "only these").choices(["up", "down"]))
    .option("--agent <agent>", "only answers of this agent");
  return withRange(command)
    .action(async ({ json = false, ...options }: ServerCommandOptions & RatedOptions) => {
      await using connection = await connect(options);
      print({ ratings: await readRated(connection, options) }, json, ({ ratings }) => toText(ratings));
    });
}

/**
 * The ratings of the days, the newest first.
 *
 * @throws {CommandError} door_missing
 * @throws {TreadleError} any other refusal
 */
export async function readRated(
  connection: Connection,
  { rating, agent, limit, ...days }: RatedOptions,
): Promise<readonly RatingView[]> {
  const { from, to } = toRange(days);
  const found: RatingView[] = [];
  for (let cursor: string | undefined = "";;) {
    const query = formatQuery({ from, to, rating, agent, limit: PAGE, cursor: cursor || undefined });
    const page: RatingPage = await requestDoor(connection, DOOR, `/v1/analytics/feedback${query}`);
    found.push(...page.ratings);
    cursor = page.cursor;
    if (cursor === undefined || found.length >= limit) return found.slice(0, limit);
  }
}

/** Adds the options for how many ratings of which days are read. */
export function withRange(command: Command): Command {
  return withDays(command).option("--limit <count>", "at most so many ratings", parseLimit, PAGE);
}

function parseLimit(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1) return count;
  throw new InvalidArgumentError("Write a whole number from 1 on.");
}

function toText(ratings: readonly RatingView[]): string {
  if (ratings.length === 0) return "No answer is rated so.";
  return formatTable<RatingView>([
    { head: "THREAD", cell: ({ thread }) => thread },
    { head: "VERSION", cell: ({ version }) => String(version), align: "right" },
    { head: "RATING", cell: ({ rating }) => rating },
    { head: "NOTE", cell: ({ note }) => note ?? "", overflow: "cut" },
    { head: "AGENT", cell: ({ agent }) => agent },
    { head: "BY", cell: ({ by, user }) => user ?? by ?? "", overflow: "drop" },
    { head: "AT", cell: ({ at }) => showTime(at), overflow: "drop" },
  ], ratings);
}
