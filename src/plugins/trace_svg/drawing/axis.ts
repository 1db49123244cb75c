// The axis of time: what happens is drawn to scale, and the time in which nothing happens is cut out.

/** A stretch of time without anything, which is drawn as a break. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  /** Where it is drawn. */
  readonly x: number;
  readonly width: number;
}

/** A line of the grid. */
export interface Tick {
  readonly at: number;
  readonly x: number;
}

/** Width of a break. */
const GAP_WIDTH = 40;

/** A gap is cut out when it is longer than this, and than a part of the rest. */
const MIN_GAP_MS = 500;
const GAP_PART = 0.2;

/** Breaks take at most this part of the width. */
const MOST_GAPS = 0.4;

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Maps times to places from 0 to `width`. */
export class Axis {
  readonly gaps: readonly Gap[];
  readonly start: number;
  readonly end: number;
  readonly #stretches: readonly Stretch[];
  readonly #perMs: number;

  /** `busy`: the times in which something happens, in any order. */
  constructor(busy: readonly Stretch[], width: number) {
    const merged = merge(busy);
    this.start = merged[0]?.from ?? 0;
    this.end = merged.at(-1)?.to ?? 0;
    const active = merged.reduce((sum, { from, to }) => sum + to - from, 0);
    const longest = Math.max(MIN_GAP_MS, active * GAP_PART);
    const cut = longestGaps(merged, longest, Math.floor(width * MOST_GAPS / GAP_WIDTH));
    this.#stretches = withoutGaps(merged, cut);
    const shown = this.#stretches.reduce((sum, { from, to }) => sum + to - from, 0);
    this.#perMs = shown === 0 ? 0 : (width - GAP_WIDTH * (this.#stretches.length - 1)) / shown;
    this.gaps = this.#stretches.slice(1).map(({ from: to }, index) => {
      const from = this.#stretches[index]?.to ?? to;
      return { from, to, x: this.xOf(from), width: GAP_WIDTH };
    });
  }

  /** The place of a time; a time within a break is where the break begins. */
  xOf(time: number): number {
    let x = 0;
    for (const { from, to } of this.#stretches) {
      if (time <= from) return x;
      if (time <= to) return x + (time - from) * this.#perMs;
      x += (to - from) * this.#perMs + GAP_WIDTH;
    }
    return Math.max(0, x - GAP_WIDTH);
  }

  /** Lines at round times since the start, at most about so many. */
  ticks(most: number): Tick[] {
    const shown = this.#stretches.reduce((sum, { from, to }) => sum + to - from, 0);
    const step = roundStep(shown / most);
    const ticks: Tick[] = [];
    for (const { from, to } of this.#stretches) {
      const first = Math.ceil((from - this.start) / step) * step + this.start;
      for (let at = first; at <= to; at += step) ticks.push({ at, x: this.xOf(at) });
    }
    return ticks;
  }
}

function merge(busy: readonly Stretch[]): Stretch[] {
  const merged: { from: number; to: number }[] = [];
  for (const { from, to } of [...busy].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

/** The starts of the gaps that are cut out: the longest of those that are long. */
function longestGaps(merged: readonly Stretch[], longest: number, most: number): ReadonlySet<number> {
  const gaps = merged.slice(1).map(({ from }, index) => {
    const begin = merged[index]?.to ?? from;
    return { begin, ms: from - begin };
  });
  const long = gaps.filter(({ ms }) => ms > longest).sort((a, b) => b.ms - a.ms || a.begin - b.begin);
  return new Set(long.slice(0, most).map(({ begin }) => begin));
}

function withoutGaps(merged: readonly Stretch[], cut: ReadonlySet<number>): Stretch[] {
  const stretches: { from: number; to: number }[] = [];
  for (const { from, to } of merged) {
    const last = stretches.at(-1);
    if (last !== undefined && !cut.has(last.to)) last.to = to;
    else stretches.push({ from, to });
  }
  return stretches;
}

/** 1, 2 or 5 times a power of ten, in milliseconds; above a second the same in seconds. */
function roundStep(ms: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, ms)));
  return (([1, 2, 5].find((factor) => factor * power >= ms)) ?? 10) * power;
}
