// The confusion matrix as a picture: an SVG that stands inside a page and takes its colours.

import type { ConfusionMatrix } from "../measures/confusion.ts";
import { NONE } from "../measures/confusion.ts";

/** Most rows of a picture; a larger matrix shows the tools that are confused most, and the others as one. */
const MOST = 24;

const CELL = 34;
const LABEL = 150;
/** Characters of a label. */
const CHARACTERS = 20;

/**
 * The picture. Rows are expected tools, columns called ones; a colour says the share of its row, the number how often. Its colours are
 * those of the classes `right` and `wrong` of the page.
 */
export function matrixSvg(matrix: ConfusionMatrix): string {
  const { names, counts } = shrink(matrix);
  const size = names.length * CELL;
  const [width, height] = [LABEL + size + 60, LABEL + size + 40];
  const at = (index: number) => LABEL + index * CELL;
  const rows = counts.flatMap((row, expected) => {
    const n = row.reduce((sum, count) => sum + count, 0);
    const y = at(expected);
    return [
      text(LABEL - 8, y + CELL / 2 + 4, names[expected] ?? "", 'text-anchor="end"'),
      text(at(names.length) + 8, y + CELL / 2 + 4, String(n), 'class="sum"'),
      ...row.map((count, called) => {
        const share = n === 0 ? 0 : count / n;
        const x = at(called);
        const kind = expected === called ? "right" : "wrong";
        const told = `expected ${names[expected]}, called ${names[called]}: ${count} of ${n}`;
        const box = `<rect x="${x}" y="${y}" width="${CELL - 2}" height="${CELL - 2}" rx="3" class="cell"/>`;
        if (count === 0) return box;
        const strength = (0.15 + 0.7 * share).toFixed(2);
        const shade = `<rect x="${x}" y="${y}" width="${CELL - 2}" height="${
          CELL - 2
        }" rx="3" class="${kind}" fill-opacity="${strength}"/>`;
        return `<g><title>${escapeXml(told)}</title>${box}${shade}${
          text(x + CELL / 2 - 1, y + CELL / 2 + 4, String(count), 'text-anchor="middle"')
        }</g>`;
      }),
    ];
  });
  const columns = names.map((name, index) => {
    const [x, y] = [at(index) + CELL / 2 + 3, LABEL - 8];
    return text(x, y, name, `transform="rotate(-60 ${x} ${y})"`);
  });
  const label = "Confusion matrix: rows are expected tools, columns are called tools";
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${label}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-size="12">
${text(8, LABEL - 8, "expected ↓  called →", 'class="axis"')}
${text(at(names.length) + 8, LABEL - 8, "n", 'class="sum"')}
${columns.join("\n")}
${rows.join("\n")}
</svg>`;
}

/** The rows with the most counts beside the diagonal, `(others)` for the rest, and no tool. */
function shrink({ names, counts }: ConfusionMatrix): ConfusionMatrix {
  if (names.length <= MOST) return { names, counts };
  const wrong = names.map((_, index) =>
    counts.reduce((sum, row, expected) => {
      const own = expected === index ? row.reduce((all, count) => all + count, 0) : row[index] ?? 0;
      return sum + own - (expected === index ? row[index] ?? 0 : 0);
    }, 0)
  );
  const kept = names.map((_, index) => index).filter((index) => names[index] !== NONE)
    .sort((one, other) => (wrong[other] ?? 0) - (wrong[one] ?? 0)).slice(0, MOST - 2)
    .sort((one, other) => one - other);
  const none = names.indexOf(NONE);
  const others = kept.length;
  const placeOf = (index: number) => {
    const place = kept.indexOf(index);
    return index === none ? others + 1 : place < 0 ? others : place;
  };
  const places = names.map((_, index) => placeOf(index));
  const shown = [
    ...kept.map((index) => names[index] ?? ""),
    `(${names.length - 1 - kept.length} others)`,
    NONE,
  ];
  const sums = shown.map(() => shown.map(() => 0));
  for (const [expected, row] of counts.entries()) {
    for (const [called, count] of row.entries()) {
      const [to, column] = [sums[places[expected] ?? 0], places[called] ?? 0];
      if (to !== undefined) to[column] = (to[column] ?? 0) + count;
    }
  }
  return { names: shown, counts: sums };
}

function text(x: number, y: number, words: string, attributes: string): string {
  const short = words.length > CHARACTERS ? `${words.slice(0, CHARACTERS - 1).toWellFormed()}…` : words;
  return `<text x="${x}" y="${y}" ${attributes}>${escapeXml(short)}</text>`;
}

/** Text inside of elements and of attributes in double quotes. */
export function escapeXml(text: string): string {
  return text.replaceAll(
    /[&<>"']|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/g,
    (found) => found.length === 1 && "&<>\"'".includes(found) ? `&#${found.charCodeAt(0)};` : "\ufffd",
  );
}
