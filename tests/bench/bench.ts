// `deno task bench`: what a step costs, contenders side by side. `deno task bench step` runs one part.

import { QUICK_STEP_OPTIONS, STEP_OPTIONS, stepPart } from "./parts/step.ts";

const quick = Deno.args.includes("--quick");
console.log(await stepPart(quick ? QUICK_STEP_OPTIONS : STEP_OPTIONS));
