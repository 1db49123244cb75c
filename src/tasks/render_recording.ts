// A recorded run as an animated picture: SVG with CSS alone, which code hosts show in an <img>, without a script and without a font
// of its own. Where motion is reduced it shows the whole run.

/** A line of a terminal. */
export interface RecordedLine {
  /** What is typed has a prompt before it. */
  readonly kind: "command" | "output";
  readonly text: string;
  /** When it came, in milliseconds from the first one. */
  readonly atMs: number;
}

/** Pixels. A character of the widest usual monospaced font has 0.61 of the size. */
const FONT_SIZE = 13;
const CHARACTER = FONT_SIZE * 0.61;
const LINE = 19;
const PADDING = 16;
const BAR = 30;

/** Between the output of a command and the next one, as a person needs to read it. Within a command the times are the recorded ones. */
const READING_MS = 1_300;
/** The whole run stays so long before it begins again. */
const LAST_MS = 5_000;

/**
 * The picture of a run.
 *
 * @example
 * ```ts
 * import { renderRecording } from "./render_recording.ts";
 * import assert from "node:assert/strict";
 *
 * const svg = renderRecording([{ kind: "command", text: "echo '<b>'", atMs: 0 }, { kind: "output", text: "<b>", atMs: 8 }]);
 * assert.match(svg, /echo '&lt;b>'/);
 * ```
 */
export function renderRecording(lines: readonly RecordedLine[]): string {
  const times = paceLines(lines);
  const wholeMs = (times.at(-1) ?? 0) + LAST_MS;
  const columns = Math.max(...lines.map(({ text }) => text.length + 2), 40);
  const width = Math.ceil(columns * CHARACTER + 2 * PADDING);
  const height = BAR + lines.length * LINE + PADDING;
  const frames = times.map((ms, index) =>
    `@keyframes l${index}{0%{opacity:0}${
      (100 * ms / wholeMs).toFixed(2)
    }%{opacity:1}}#l${index}{animation-name:l${index}}`
  );
  const texts = lines.map(({ kind, text }, index) => {
    const prompt = kind === "command" ? '<tspan class="p">$ </tspan>' : "";
    const y = BAR + (index + 1) * LINE - 5;
    return `<text id="l${index}" class="${kind}" x="${PADDING}" y="${y}">${prompt}${toText(text)}</text>`;
  });
  const dots = [0, 1, 2].map((index) => `<circle cx="${PADDING + 4 + index * 16}" cy="15" r="4.5"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
<title id="title">A recorded run in a terminal: ${
    toText(lines.filter(({ kind }) => kind === "command").map(({ text }) => text).join("; "))
  }</title>
<style>
text{font:${FONT_SIZE}px ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;white-space:pre;fill:#c9d1e3;animation:${
    (wholeMs / 1000).toFixed(2)
  }s step-end infinite}
.command{fill:#fff;font-weight:600}.p{fill:#7ee2a8}circle{fill:#3d4763}
${frames.join("\n")}
@media (prefers-reduced-motion:reduce){text{animation:none}}
</style>
<rect width="${width}" height="${height}" rx="8" fill="#12172a"/>
${dots.join("")}
${texts.join("\n")}
</svg>
`;
}

/** When each line appears: a command after a pause, what it printed as long behind it as it took. */
function paceLines(lines: readonly RecordedLine[]): number[] {
  let [shownMs, recordedMs] = [0, 0];
  return lines.map(({ kind, atMs }, index) => {
    shownMs += kind === "command" && index > 0 ? READING_MS : Math.max(0, atMs - recordedMs);
    recordedMs = atMs;
    return Math.round(shownMs);
  });
}

function toText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
