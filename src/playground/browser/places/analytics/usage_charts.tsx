// The charts of tool use, as plain SVG: calls by week, and what was ranked first against what was called.

import type { ComponentChildren } from "preact";
import type { PairView, WeekView } from "../../../../plugins/selection/monitoring/contract.ts";
import { count } from "../../words.ts";

/** Characters of a label, and pixels of one. */
const CHARACTERS = 20;
const CHARACTER = 7.2;

/** Pixels of the words at the corner of a matrix. */
const AXIS_WIDTH = 148;

/** Most rows of a matrix; the others are one. */
const MOST = 12;

/** The row and the column of no tool. */
const NONE = "(none)";

/** Pixels of a row of weeks, and of the words above all of them. */
const ROW = 40;
const HEAD = 24;

/** Weeks closer than this have no number each. */
const WIDE_STEP = 30;

/** Pixels of a cell of the matrix. */
const CELL = 36;

interface CallsChartProps {
  readonly weeks: readonly WeekView[];
  readonly tools: readonly string[];
}

/** Bars by week, a row for each tool; a week whose calls fell is marked. The scale of a row is that of its tool. */
export function CallsChart({ weeks, tools }: CallsChartProps) {
  const step = weeks.length > 12 ? 26 : 52;
  const label = labelWidth(tools);
  const width = label + weeks.length * step + 8;
  return (
    <Picture
      width={width}
      height={HEAD + tools.length * ROW}
      label="Calls of each tool by week; the table behind it has the same numbers."
    >
      {weeks.map(({ week }, index) =>
        (step >= WIDE_STEP || index % 4 === 0) && (
          <text key={week} x={label + index * step + step / 2} y={14} class="axis" text-anchor="middle">
            {week.slice(5)}
          </text>
        )
      )}
      {tools.map((tool, place) => {
        const base = HEAD + (place + 1) * ROW - 4;
        const calls = weeks.map(({ tools }) => tools.find(({ name }) => name === tool)?.calls ?? 0);
        return (
          <g key={tool}>
            <text x={label - 8} y={base - 8} text-anchor="end">{shorten(tool)}</text>
            <path d={`M${label} ${base}H${width - 8}`} class="line" />
            {weeks.map((week, index) => (
              <WeekBar
                key={week.week}
                week={week}
                tool={tool}
                calls={calls[index] ?? 0}
                most={Math.max(1, ...calls)}
                x={label + index * step + step * 0.2}
                base={base}
                step={step}
              />
            ))}
          </g>
        );
      })}
    </Picture>
  );
}

interface WeekBarProps {
  readonly week: WeekView;
  readonly tool: string;
  readonly calls: number;
  /** Calls of the highest bar of the row. */
  readonly most: number;
  readonly x: number;
  /** Where the bar stands. */
  readonly base: number;
  /** From week to week. */
  readonly step: number;
}

function WeekBar({ week: { week, alerts, running }, tool, calls, most, x, base, step }: WeekBarProps) {
  const alert = alerts.find((each) => each.tool === tool);
  const height = 20 * calls / most;
  const fell = alert === undefined ? "" : `, fell from ${count(alert.before)}`;
  const mark = alert === undefined ? "" : "▼";
  const words = step < WIDE_STEP ? mark : `${mark} ${count(calls)}`.trim();
  return (
    <g>
      <title>{`${tool}, ${week}${running ? " so far" : ""}: ${count(calls)} calls${fell}`}</title>
      <rect
        x={x}
        y={base - height}
        width={step * 0.6}
        height={height}
        rx={2}
        class={alert !== undefined ? "bar fell" : running ? "bar running" : "bar"}
      />
      {words !== "" && (
        <text
          x={x + step * 0.3}
          y={base - height - 3}
          text-anchor="middle"
          class={alert === undefined ? "value" : "value fell"}
        >
          {words}
        </text>
      )}
    </g>
  );
}

/** The confusion matrix of a month: rows are what was ranked first, columns what was called. */
export function MatrixChart({ pairs }: { readonly pairs: readonly PairView[] }) {
  const { names, counts } = toGrid(pairs);
  const head = HEAD + 0.8 * labelWidth(names);
  const label = Math.max(AXIS_WIDTH, labelWidth(names));
  return (
    <Picture
      width={label + names.length * CELL + 64}
      height={head + names.length * CELL + 8}
      label="Rows: the tool that was ranked first. Columns: the tool that was called."
    >
      <text x={label - 8} y={head - 10} text-anchor="end" class="axis">ranked first ↓ called →</text>
      {names.map((name, index) => {
        const [x, y] = [label + index * CELL + CELL / 2 + 3, head - 8];
        return <text key={name} x={x} y={y} transform={`rotate(-50 ${x} ${y})`}>{shorten(name)}</text>;
      })}
      {names.map((ranked, place) => {
        const row = counts[place] ?? [];
        const whole = row.reduce((sum, value) => sum + value, 0);
        const y = head + place * CELL;
        return (
          <g key={ranked}>
            <text x={label - 8} y={y + CELL / 2 + 4} text-anchor="end">{shorten(ranked)}</text>
            {row.map((value, index) => (
              <Cell
                key={names[index]}
                title={`${ranked} ranked first, ${names[index]} called: ${value} of ${whole}`}
                value={value}
                share={value / whole}
                isRight={place === index}
                x={label + index * CELL}
                y={y}
              />
            ))}
          </g>
        );
      })}
    </Picture>
  );
}

interface CellProps {
  readonly title: string;
  readonly value: number;
  /** Of its row, from 0 to 1. */
  readonly share: number;
  /** What was ranked first was called. */
  readonly isRight: boolean;
  readonly x: number;
  readonly y: number;
}

function Cell({ title, value, share, isRight, x, y }: CellProps) {
  const size = CELL - 2;
  return (
    <g>
      <title>{title}</title>
      <rect x={x} y={y} width={size} height={size} rx={3} class="cell" />
      {value > 0 && (
        <>
          <rect
            x={x}
            y={y}
            width={size}
            height={size}
            rx={3}
            class={isRight ? "right" : "wrong"}
            fill-opacity={(0.12 + 0.28 * share).toFixed(2)}
          />
          <text x={x + CELL / 2 - 1} y={y + CELL / 2 + 4} text-anchor="middle">{count(value)}</text>
        </>
      )}
    </g>
  );
}

interface Grid {
  /** Of the rows and of the columns. */
  readonly names: readonly string[];
  readonly counts: readonly (readonly number[])[];
}

/** The names with the most cells beside the diagonal, and the counts among them. */
function toGrid(pairs: readonly PairView[]): Grid {
  const weights = new Map<string, number>();
  for (const { ranked, called, count } of pairs) {
    for (const name of [ranked, called]) {
      if (name !== null) {
        weights.set(name, (weights.get(name) ?? 0) + count * (ranked === called ? 1 : 1_000));
      }
    }
  }
  const known = [...weights].sort(([, one], [, other]) => other - one).map(([name]) => name);
  const named = known.slice(0, MOST).sort();
  const others = known.length > MOST ? [`(${known.length - MOST} others)`] : [];
  const names = [...named, ...others, NONE];
  const placeOf = (name: string | null) =>
    name === null ? names.length - 1 : named.includes(name) ? named.indexOf(name) : named.length;
  const counts = names.map(() => names.map(() => 0));
  for (const { ranked, called, count } of pairs) {
    const row = counts[placeOf(ranked)];
    if (row !== undefined) row[placeOf(called)] = (row[placeOf(called)] ?? 0) + count;
  }
  return { names, counts };
}

interface PictureProps {
  readonly width: number;
  readonly height: number;
  /** What it shows, for assistive technology. */
  readonly label: string;
  readonly children: ComponentChildren;
}

function Picture({ width, height, label, children }: PictureProps) {
  return (
    <svg
      class="chart"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    >
      {children}
    </svg>
  );
}

function labelWidth(names: readonly string[]): number {
  return 12 + CHARACTER * Math.max(0, ...names.map((name) => shorten(name).length));
}

function shorten(name: string): string {
  return name.length > CHARACTERS ? `${name.slice(0, CHARACTERS - 1)}…` : name;
}
