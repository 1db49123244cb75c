// The conformance suite on the Upstash store: real redis, the real client, the REST bridge between them.

import { storeConformance } from "../conformance/store.ts";
import { openUpstashStore } from "../support/upstash_store.ts";

storeConformance({
  name: "upstash",
  async open(lifetimes) {
    const opened = await openUpstashStore({ lifetimes });
    const { store, rest } = opened;
    return {
      store,
      async bytesWrittenBy(operation) {
        rest.stats.reset();
        await operation();
        return rest.stats.requests.reduce((sum, { bytesIn }) => sum + bytesIn, 0);
      },
      close: () => opened.close(),
    };
  },
});
