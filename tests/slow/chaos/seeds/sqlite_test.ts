// Row E3: the chaos on a sqlite file.

import { sqliteStores } from "../../../chaos/stores.ts";
import { livesOf } from "../../../support/lives.ts";
import { assertHolds, nameOf } from "./_holds.ts";
import { seedsOfCommit, SOME_CRASHES } from "../../../chaos/seeds/seeds.ts";

const SEEDS = livesOf(1);

for (const crash of SOME_CRASHES) {
  Deno.test(
    nameOf("sqlite", crash),
    async () => assertHolds(sqliteStores(), crash, await seedsOfCommit(SEEDS)),
  );
}
