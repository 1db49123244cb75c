// Bars over days, drawn by uPlot on a canvas. The page loads it with the first chart.

import uPlot from "uplot";
import type { ChartFacts } from "./chart_facts.ts";

const HEIGHT = 220;

/** Draws a chart as wide as its frame, again when the theme changes. What it returns takes it away. */
export function drawChart(frame: HTMLElement, facts: ChartFacts): () => void {
  let plot = plotIn(frame, facts);
  const width = new ResizeObserver(() => plot.setSize({ width: frame.clientWidth, height: HEIGHT }));
  width.observe(frame);
  const theme = new MutationObserver(() => {
    plot.destroy();
    plot = plotIn(frame, facts);
  });
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => {
    width.disconnect();
    theme.disconnect();
    plot.destroy();
  };
}

const DAY_SECONDS = 86_400;

function plotIn(frame: HTMLElement, { times, bars, words }: ChartFacts): uPlot {
  const axis: uPlot.Axis = {
    stroke: readColour(frame, "--muted"),
    grid: { stroke: readColour(frame, "--line"), width: 1 },
    ticks: { show: false },
    font: "12px system-ui",
  };
  const colour = readColour(frame, "--accent");
  const options: uPlot.Options = {
    width: frame.clientWidth,
    height: HEIGHT,
    tzDate: (time) => uPlot.tzDate(new Date(time * 1000), "Etc/UTC"),
    legend: { markers: { show: false } },
    hooks: { setLegend: [hideEmptyLegend] },
    cursor: { points: { show: false }, drag: { x: false, y: false } },
    series: [
      { label: "Day", value: "{YYYY}-{MM}-{DD}" },
      {
        label: bars.title,
        fill: colour,
        stroke: colour,
        paths: uPlot.paths.bars?.({ size: [0.6, 48], radius: 0.15 }),
        points: { show: false },
        value: (_plot, value: number | null) => value === null ? "–" : words(value),
      },
    ],
    axes: [
      {
        ...axis,
        incrs: [1, 7, 14, 28].map((days) => days * DAY_SECONDS),
        values: "{MMM} {D}",
        grid: { show: false },
      },
      { ...axis, size: 72, values: (_plot, values) => values.map(words) },
    ],
    scales: {
      x: { range: (_plot, least, most) => [least - DAY_SECONDS / 2, most + DAY_SECONDS / 2] },
      y: { range: (_plot, _least, most) => [0, most > 0 ? most * 1.1 : 1] },
    },
  };
  const plot = new uPlot(options, [[...times], [...bars.values]], frame);
  hideEmptyLegend(plot);
  return plot;
}

/** The legend says the values under the pointer: without one it has nothing to say. Its line stays free. */
function hideEmptyLegend({ root, legend }: uPlot): void {
  root.classList.toggle("pointless", typeof legend.idx !== "number");
}

/** A colour of the style sheet as a canvas takes it: `light-dark()` is resolved on an element. */
function readColour(frame: HTMLElement, name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  frame.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
