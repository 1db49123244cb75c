// The UTC days of a report: the options, and the days that they name.

import { type Command, InvalidArgumentError } from "commander";

const DAY_MS = 86_400_000;

/** Days of a report where no first one is named. */
const DAYS = 7;

/** The options. */
export interface DayOptions {
  readonly days: number;
  readonly from?: string;
  readonly to?: string;
}

/** Adds the options to a command. */
export function withDays(command: Command): Command {
  return command
    .option("--days <count>", "so many UTC days up to the last one, 1 to 100", parseDays, DAYS)
    .option("--from <day>", "the first UTC day, in place of --days")
    .option("--to <day>", "the last UTC day; today by default");
}

function parseDays(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= 100) return days;
  throw new InvalidArgumentError("Write a whole number from 1 to 100.");
}

/** The first day and the last one. What is no day goes to the server, which says what is wrong with it. */
export function toRange(
  { days, from, to = toDay(Date.now()) }: DayOptions,
): Required<Omit<DayOptions, "days">> {
  const last = Date.parse(to);
  return { from: from ?? (Number.isNaN(last) ? to : toDay(last - (days - 1) * DAY_MS)), to };
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
