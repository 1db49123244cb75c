// Row E3: the chaos on a sqlite file.

import { sqliteStores } from "../stores.ts";
import { assertHolds, nameOf } from "./_holds.ts";
import { CRASHES } from "./seeds.ts";

const SEEDS = 3;

for (const crash of CRASHES) {
  Deno.test(nameOf("sqlite", crash), () => assertHolds(sqliteStores(), crash, SEEDS));
}
