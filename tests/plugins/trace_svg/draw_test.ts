// Row E15: the picture of a thread, byte by byte. `deno run -A tests/plugins/trace_svg/write_golden.ts` writes the files again.

import assert from "node:assert/strict";
import fc from "fast-check";
import type { Entry } from "../../../src/core/entry.ts";
import type { EntryView } from "../../../src/core/contract/entries.ts";
import { anyHistory } from "../../support/any_entry.ts";
import { drawTrace } from "../../../src/plugins/trace_svg/drawing/draw.ts";
import { longTrace, TRACES } from "./_traces.ts";

for (const [name, trace] of Object.entries(TRACES)) {
  Deno.test(`E15: the picture of a thread, ${name}, has these bytes`, async () => {
    const golden = await Deno.readTextFile(new URL(`golden/${name}.svg`, import.meta.url));
    assert.equal(drawTrace(trace), golden);
    assert.equal(drawTrace(structuredClone(trace)), golden, "it is the same when it is drawn again");
  });

  Deno.test(`E15: the picture of a thread, ${name}, has sizes that are none below zero`, () => {
    const svg = drawTrace(trace);
    assertSizes(svg);
    assertWellFormed(svg);
  });
}

Deno.test("E15: the picture of any history is well-formed and has sizes that are none below zero", () => {
  fc.assert(
    fc.property(anyHistory, fc.boolean(), (history, running) => {
      const entries = history.map((entry) => toView(entry)).filter((entry) => entry !== undefined);
      const svg = drawTrace({ ...(TRACES.simple ?? assert.fail()), entries, running });
      assertWellFormed(svg);
      assertSizes(svg);
    }),
    { numRuns: 200, seed: 12 },
  );
});

Deno.test("E15: names and texts of a hostile thread are text of the picture", () => {
  const svg = drawTrace(TRACES.hostile ?? assert.fail());
  assert.doesNotMatch(svg, /<script|<image|<a |onload="|javascript:alert\(1\)'>/);
  // deno-lint-ignore no-control-regex
  assert.doesNotMatch(svg, /[\u0000-\u0008\u202e]|\p{Cs}/u);
  assert.equal(svg.match(/<title/g)?.length, 1);
  assert.match(svg, /&lt;script&gt;alert\(1\)&lt;\/script&gt;&quot;&amp;\ufffd\ufffd/);
});

Deno.test("E15: the picture of 10,000 entries has a bounded size and says what it leaves out", () => {
  const svg = drawTrace(longTrace(10_000));
  assert.ok(svg.length < 200_000, `${svg.length} characters`);
  assert.match(svg, /9760 rows/);
  assert.ok(svg.includes("v1<") && svg.includes("v5000<"), "the first step and the last one");
});

Deno.test("E15: a pause is cut out of the axis, and the wait says how long it was", () => {
  const svg = drawTrace(TRACES.approval ?? assert.fail());
  assert.match(svg, />\+1\.5 h</);
  assert.match(svg, /1 h 30 min · approved · by ana@example\.com/);
});

Deno.test("X6: a call that waits for its result says until when, and the calls beside it have their outcomes", () => {
  const svg = drawTrace(TRACES.deferred ?? assert.fail());
  assert.match(svg, /waits for its result until 2026-11-22T11:00Z</);
  assert.doesNotMatch(svg, /is to run/);
});

function assertSizes(svg: string): void {
  for (const [, value = ""] of svg.matchAll(/ (?:x|y|cx|cy|r|rx|width|height)="([^"]*)"/g)) {
    const number = Number(value);
    assert.ok(Number.isFinite(number) && number >= 0 && number < 10_000, value);
  }
  assert.doesNotMatch(svg, /NaN|Infinity|undefined/);
}

/** Elements are nested and closed, and between them is no character that belongs to a tag. */
function assertWellFormed(svg: string): void {
  const open: string[] = [];
  const rest = svg.replaceAll(
    /<(\/?)([a-zA-Z]+)((?: [a-zA-Z-]+="[^"<>&]*")*)(\/?)>/g,
    (_, end, name, _more, empty) => {
      if (end === "/") assert.equal(open.pop(), name);
      else if (empty !== "/") open.push(name);
      return "";
    },
  );
  assert.deepEqual(open, []);
  assert.doesNotMatch(rest, /[<>]|&(?!amp;|lt;|gt;|quot;|#39;)/);
}

/** As the API shows the entry; undefined for a time that it cannot have. */
function toView(entry: Entry): EntryView | undefined {
  const time = (at: number) => new Date(Math.min(at, 8.64e15)).toISOString();
  const at = time(entry.at);
  if (entry.type === "user") {
    const { parts: _, ...words } = entry;
    return { ...words, at };
  }
  if (entry.type !== "tool") return { ...entry, at };
  const { approval, media: _, ...rest } = entry;
  if (approval === undefined) return { ...rest, at };
  const decisions = approval.decisions.map((decision) => ({ ...decision, at: time(decision.at) }));
  return { ...rest, at, approval: { ...approval, decisions } };
}
