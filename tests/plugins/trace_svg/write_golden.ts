// Writes the golden files of the pictures. Look at them in a browser before they are committed.

import { drawTrace } from "../../../src/plugins/trace_svg/drawing/draw.ts";
import { TRACES } from "./_traces.ts";

for (const [name, trace] of Object.entries(TRACES)) {
  await Deno.writeTextFile(new URL(`golden/${name}.svg`, import.meta.url), drawTrace(trace));
}
