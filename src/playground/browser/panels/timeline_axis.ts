// Where the times of a timeline stand: to scale, with breaks where nothing happens.

import { Axis } from "../../../plugins/trace_svg/drawing/axis.ts";
import type { TimelineStep } from "./timeline_step.ts";

/** Units from the beginning of the axis to its end. */
export const AXIS_WIDTH = 1_000;

/** A step that runs has room for this many milliseconds, and for this part more than it has had. */
const LEAST_MS = 100;
const GROWTH = 0.25;

/** The axis of the steps; what holds them is shown as a break where nothing else happens. */
export class TimelineAxis {
  #key = "";
  #axis = new Axis([], AXIS_WIDTH);

  /** The same object as before where no place on it is another one, as for most events of a step that runs. */
  of(steps: readonly TimelineStep[]): Axis {
    const live = steps.find(({ isLive }) => isLive);
    const end = live === undefined ? 0 : grownEnd(live);
    const key = `${end} ${
      steps.map(({ number, version, bars }) => `${number}.${version}.${bars[0]?.from}`).join(" ")
    }`;
    if (key === this.#key) return this.#axis;
    this.#key = key;
    const busy = steps.flatMap(({ bars, lanes }) =>
      [...bars, ...lanes].flatMap(({ kind, from, to }) =>
        kind === "hold" ? [{ from, to: from }, { from: to, to }] : [{ from, to }]
      )
    );
    const grown = live === undefined ? [] : [{ from: live.bars[0]?.from ?? end, to: end }];
    return this.#axis = new Axis([...busy, ...grown], AXIS_WIDTH);
  }
}

/** The end of a step that grows, which is a quarter further whenever it is reached. */
function grownEnd({ bars }: TimelineStep): number {
  const from = bars[0]?.from ?? 0;
  const length = Math.max(LEAST_MS, (bars.at(-1)?.to ?? from) - from);
  return from + LEAST_MS * (1 + GROWTH) ** Math.ceil(Math.log(length / LEAST_MS) / Math.log(1 + GROWTH));
}
