// docs/assets/run.svg, which README.md shows, is a run as it happens today.

import assert from "node:assert/strict";
import { RECORDING, recordRun } from "../../../src/tasks/recording.ts";

/** What differs from run to run. */
function mask(line: string): string {
  return line.replaceAll(/call_\w{20}/g, "call_").replace(/kill -9 \d+/, "kill -9").replace(
    /in \d+ ms/,
    "in ms",
  )
    .replace(/head [\w-]{43}/, "head");
}

Deno.test("README.md: the recording is what the commands print, with a server that is killed between them", async () => {
  const svg = await Deno.readTextFile(RECORDING);
  const shown = [...svg.matchAll(/<text .*?>(.*)<\/text>/g)].map(([, text = ""]) =>
    text.replaceAll(/<[^>]*>/g, "").replaceAll("&lt;", "<").replaceAll("&amp;", "&")
  );
  const recorded = (await recordRun()).map(({ kind, text }) => kind === "command" ? `$ ${text}` : text);
  assert.deepEqual(shown.map(mask), recorded.map(mask));
  assert.match(recorded.at(-1) ?? "", /^Result: verified\.$/);
  assert.ok(svg.length < 20_000, `${svg.length} bytes`);
});
