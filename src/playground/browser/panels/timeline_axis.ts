// Where the times of a timeline stand: to scale, with breaks where nothing happens.

import { Axis } from "../../../plugins/trace_svg/drawing/axis.ts";
import type { TimelineStep } from "./timeline_step.ts";

/** Units from the beginning of the axis to its end. */
export const AXIS_WIDTH = 1_000;

/** A timeline that grows is laid out anew when it is longer by this part. */
const GROWTH = 0.25;

/** The axis of the steps; what holds them is shown as a break where nothing else happens. */
export function axisOf(steps: readonly TimelineStep[]): Axis {
  const busy = steps.flatMap(({ bars, lanes }) =>
    [...bars, ...lanes].flatMap(({ kind, from, to }) =>
      kind === "hold" ? [{ from, to: from }, { from: to, to }] : [{ from, to }]
    )
  );
  const live = steps.find(({ isLive }) => isLive);
  const end = Math.max(...busy.map(({ to }) => to));
  const begin = live?.bars[0]?.from ?? end;
  return new Axis(live === undefined ? busy : [...busy, { from: begin, to: grown(begin, end) }], AXIS_WIDTH);
}

/** The end of a stretch that grows, in steps of a quarter. */
function grown(from: number, to: number): number {
  const length = Math.max(100, to - from);
  return from + 100 * (1 + GROWTH) ** Math.ceil(Math.log(length / 100) / Math.log(1 + GROWTH));
}
