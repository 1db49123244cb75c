// Where the times of a timeline stand: to scale, with breaks where nothing happens.

import { Axis } from "../../../../plugins/trace_svg/drawing/axis.ts";
import type { OpenWait } from "./open_wait.ts";
import type { PhaseRow } from "./phases.ts";
import type { TimelineStep } from "./step.ts";

/** Units from the beginning of the axis to its end. */
export const AXIS_WIDTH = 1_000;

/** A step that runs has room for this many milliseconds, and for this part more than it has had. */
const LEAST_MS = 100;
const GROWTH = 0.25;

/** The part of the axis, at most, that a wait which is open has for itself: it would be a break alone. */
const WAIT_PART = 0.15;

/** What stands on the axis besides steps. */
export interface AxisAdditions {
  readonly phases: readonly PhaseRow[];
  readonly wait: OpenWait | undefined;
}

/** The axis of the steps; a wait is a break where nothing else happens. */
export class TimelineAxis {
  #key = "";
  #axis = new Axis([], AXIS_WIDTH);

  /** The same object as before where no place on it is another one, as for most events of a step that runs. */
  of(steps: readonly TimelineStep[], { phases, wait }: AxisAdditions): Axis {
    const live = steps.find(({ isLive }) => isLive);
    const end = live === undefined ? 0 : grownEnd(live);
    const times = phases.flatMap(({ time }) => time === undefined ? [] : [time]);
    const key = [
      end,
      wait?.to,
      ...times.flatMap(({ from, to }) => [from, to]),
      ...steps.map(({ number, version, bars, failure }) =>
        `${number}.${version}.${bars[0]?.from}.${failure?.at}`
      ),
    ].join(" ");
    if (key === this.#key) return this.#axis;
    this.#key = key;
    const busy = steps.flatMap(({ bars, lanes, failure }) => [
      ...[...bars, ...lanes].flatMap(({ kind, from, to }) =>
        kind === "hold" ? [{ from, to: from }, { from: to, to }] : [{ from, to }]
      ),
      ...(failure === undefined ? [] : [{ from: failure.at, to: failure.at }]),
    ]);
    const grown = live === undefined ? [] : [{ from: live.bars[0]?.from ?? end, to: end }];
    return this.#axis = new Axis([...busy, ...times, ...grown, ...waitTimes(wait, busy)], AXIS_WIDTH);
  }
}

/** The beginning of a wait, and as much of its end as the rest of the axis leaves it. */
function waitTimes(wait: OpenWait | undefined, busy: readonly Stretch[]): Stretch[] {
  if (wait === undefined) return [];
  const { from, to } = wait;
  const active = busy.reduce((ms, each) => ms + each.to - each.from, 0);
  const width = Math.max(LEAST_MS, active * WAIT_PART);
  return [{ from, to: from }, { from: Math.max(from, to - width), to }];
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The end of a step that grows, which is a quarter further whenever it is reached. */
function grownEnd({ bars }: TimelineStep): number {
  const from = bars[0]?.from ?? 0;
  const length = Math.max(LEAST_MS, (bars.at(-1)?.to ?? from) - from);
  return from + LEAST_MS * (1 + GROWTH) ** Math.ceil(Math.log(length / LEAST_MS) / Math.log(1 + GROWTH));
}
