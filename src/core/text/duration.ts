// Durations as people write them.

/** Milliseconds of the units of a duration. */
const DURATIONS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of `90s`, `15m`, `2h` or `7d`; undefined for any other text. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit = ""] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * (DURATIONS[unit] ?? 0);
}
