// Rows V5, V7: two pages with useThread on one thread, in React. Whatever they do, and whenever, with requests and answers that are lost: each
// input that was taken stands in the history once, no page shows anything twice, and both end with what the store has, in its order.

import fc from "fast-check";
import { livesOf, seedOf } from "../../support/lives.ts";
import { KEY } from "../../http/_app.ts";
import { playStory, plotsOf } from "../plugins/doors/_story.ts";
import { loadProgram } from "./_react.ts";
import { mountThread } from "./_versions.ts";

Deno.test({
  name: "V5, V7: two pages of one thread end with what the store has, whatever they do, with lost answers",
  sanitizeOps: false,
  sanitizeResources: false, // timers of React and of happy-dom
  async fn() {
    const program = await loadProgram("19");
    const mount = async (id: string, fetch: typeof globalThis.fetch) => {
      const retries = { count: 1, firstMs: 5 };
      const client = program.createClient({ url: "http://treadle.test", key: KEY, retries, fetch });
      return await mountThread(program, { client, id, agent: "slow" });
    };
    await fc.assert(
      fc.asyncProperty(plotsOf(["hooks"]), async (plot) => await playStory(plot, { mount })),
      { numRuns: livesOf(20), seed: seedOf(5), endOnFailure: true },
    );
  },
});
