// A chart of bars over days: what it shows stands in a table beside it as well.

import { useEffect, useRef, useState } from "preact/hooks";
import type { ChartFacts } from "./chart_facts.ts";

interface ChartProps extends ChartFacts {
  /** What it shows, for assistive technology. */
  readonly label: string;
}

/** A chart as wide as its place. */
export function Chart({ label, times, bars, words }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    let leave = () => {};
    let isLeft = false;
    void import("./draw_chart.ts").then(({ drawChart }) => {
      if (frame.current !== null && !isLeft) leave = drawChart(frame.current, { times, bars, words });
    }).catch(() => setLost(true));
    return () => {
      isLeft = true;
      leave();
    };
  }, [times, bars, words]);
  if (isLost) return <p class="place-note">The chart could not be drawn; the table has the same numbers.</p>;
  return <div class="day-chart" role="img" aria-label={label} ref={frame} />;
}
