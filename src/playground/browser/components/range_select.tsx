// How many days a place looks back.

const DAY_MS = 86_400_000;

/** The ranges that may be chosen, in days: a request may name 100 at most. */
const RANGES = [1, 7, 30, 90];

/** A control that chooses a number of days. */
export function RangeSelect(
  { days, onChange }: { readonly days: number; readonly onChange: (days: number) => void },
) {
  return (
    <select
      aria-label="Days"
      value={days}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    >
      {RANGES.map((each) => (
        <option key={each} value={each}>{each === 1 ? "Today" : `Last ${each} days`}</option>
      ))}
    </select>
  );
}

/** The last UTC days up to today, both ends included, such as `2026-11-22`. */
export function lastDays(days: number, now = Date.now()): { readonly from: string; readonly to: string } {
  return { from: toDay(now - (days - 1) * DAY_MS), to: toDay(now) };
}

/** The UTC day of a time in epoch milliseconds. */
export function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
