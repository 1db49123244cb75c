// A time as people say it, with the exact one behind it.

import { timeWords } from "../words.ts";

const UNITS = [["day", 86_400_000], ["hour", 3_600_000], ["minute", 60_000]] as const;

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });

/** `5 min. ago`, `in 2 days`, in a list as an age, `5m`; from a month on the date. */
export function Time({ at, isShort }: { readonly at: string; readonly isShort?: boolean }) {
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()}>
      {(isShort ? ageWords : relativeWords)(Date.parse(at), Date.now())}
    </time>
  );
}

/** `now`, `5m`, `3h`, `2d`, `11/22/26`. */
function ageWords(at: number, now: number): string {
  const far = now - at;
  if (far > 30 * 86_400_000) return new Date(at).toLocaleDateString([], { dateStyle: "short" });
  const [unit, ms] = UNITS.find(([, size]) => far >= size) ?? [];
  return unit === undefined ? "now" : `${Math.floor(far / ms)}${unit[0]}`;
}

/** The same with the date and time in a second line, where the first does not say them already. */
export function TimeAndDate({ at }: { readonly at: string }) {
  const date = timeWords(at);
  return (
    <>
      <Time at={at} />
      {relativeWords(Date.parse(at), Date.now()) !== date && <span class="facts second-line">{date}</span>}
    </>
  );
}

/** `at` and `now` in epoch milliseconds. */
function relativeWords(at: number, now: number): string {
  const distance = at - now;
  const far = Math.abs(distance);
  if (far < 60_000) return distance > 0 ? "in a moment" : "just now";
  if (far > 30 * 86_400_000) return timeWords(at);
  const [unit, ms] = UNITS.find(([, size]) => far >= size) ?? UNITS[2];
  return relative.format(Math.round(distance / ms), unit);
}
