// Rows E3, E5, E6, E7, V5, V7: stories of tabs of five doors, as `deno task stories` plays them. See tests/support/lives.ts for their number.

import fc from "fast-check";
import { livesOf, seedOf } from "../../../support/lives.ts";
import { playStory, plots } from "./_story.ts";

Deno.test({
  name:
    "E3, E5, E6, E7, V5, V7: tabs of five doors end with what the store has, whatever they do, with lost answers and killed servers",
  // A server that is killed leaves its timers.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await fc.assert(fc.asyncProperty(plots, async (plot) => await playStory(plot)), {
      numRuns: livesOf(12),
      seed: seedOf(3),
      endOnFailure: true,
    });
  },
});
