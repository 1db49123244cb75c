// The recorded run of README.md: what an animated picture needs in order to be shown by a code host.

import assert from "node:assert/strict";
import { renderRecording } from "../../src/tasks/render_recording.ts";

const LINES = [
  { kind: "command", text: "echo '<b> & c'", atMs: 0 },
  { kind: "output", text: "<b> & c", atMs: 40 },
  { kind: "command", text: "kill -9 7", atMs: 50 },
] as const;

Deno.test("renderRecording: output appears as long behind its command as it took, the next command after a pause", () => {
  const svg = renderRecording(LINES);
  const wholeMs = Number(/animation:([\d.]+)s step-end infinite/.exec(svg)?.[1]) * 1000;
  const shownMs = [...svg.matchAll(/@keyframes l\d+\{0%\{opacity:0\}([\d.]+)%\{opacity:1\}\}/g)]
    .map(([, share]) => Math.round(Number(share) * wholeMs / 100 / 10) * 10);
  assert.deepEqual(shownMs, [0, 40, 1340]);
  assert.ok(wholeMs > 6_000, "the whole run stays before it begins again");
});

Deno.test("renderRecording: texts are escaped, and nothing is loaded or run", () => {
  const svg = renderRecording(LINES);
  assert.match(svg, /echo '&lt;b> &amp; c'/);
  assert.doesNotMatch(
    svg.replace('xmlns="http://www.w3.org/2000/svg"', ""),
    /<script|<image|href|url\(|https?:|@import/,
  );
  assert.match(svg, /prefers-reduced-motion:reduce\)\{text\{animation:none\}/);
});
