// A process of its own: `cold.ts ENGINE COUNT` prints the milliseconds of the first build, `cold.ts ENGINE COUNT FILE` those of the
// first read of what was built. Nothing of the engine has run before.

import { benchCatalogue } from "./catalogue.ts";
import { type Engine, ENGINES } from "./engines.ts";

const [name = "", count = "", file] = Deno.args;
const engine: Engine | undefined = Object.entries(ENGINES).find(([known]) => known === name)?.[1];
if (engine === undefined) throw new Error(`There is no engine ${name}.`);
const catalogue = benchCatalogue(Number(count));
const written = file === undefined ? undefined : await Deno.readFile(file);
const begin = performance.now();
if (written === undefined) engine.build(catalogue);
else engine.read(written, catalogue);
console.log(performance.now() - begin);
