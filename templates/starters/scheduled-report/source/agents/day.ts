// Days where the shop is.

/** The time zone of the schedules, and of the days that the tools read. */
export const TIME_ZONE = "Europe/Berlin";

/** The date so many days before `now` (epoch milliseconds) in the time zone: `2026-11-30`. */
export function dayBefore(now: number, daysAgo: number): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone: TIME_ZONE, dateStyle: "short" });
  const { year, month, day } = toNumbers(parts.formatToParts(now));
  return new Date(Date.UTC(2000 + year, month - 1, day - daysAgo)).toISOString().slice(0, 10);
}

function toNumbers(parts: readonly Intl.DateTimeFormatPart[]) {
  const find = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return { year: find("year"), month: find("month"), day: find("day") };
}
