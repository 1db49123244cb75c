// Row E3: the chaos on a Redis behind the bridge. A run waits for the client's own retries, in real time.

import "../../_many_lives.ts";
import { startRedis } from "../../../support/redis/server.ts";
import { needsRedis } from "../../../support/requires.ts";
import { upstashStores } from "../../../chaos/stores.ts";
import { livesOf } from "../../../support/lives.ts";
import { assertHolds, nameOf } from "../../../slow/chaos/seeds/_holds.ts";
import { firstSeeds, SOME_CRASHES } from "../../../chaos/seeds/seeds.ts";

/** Always the first: answers come in another order every time, so that each run of it is another anyway. */
const SEEDS = firstSeeds(livesOf(1));

for (const crash of SOME_CRASHES) {
  needsRedis(nameOf("upstash", crash), async () => {
    await using redis = await startRedis();
    await assertHolds(upstashStores(redis), crash, SEEDS);
  });
}
