/** Every store keeps the contract of src/core/store.ts. */
import { createMemoryStore } from "../../src/stores/memory.ts";
import { storeConformance } from "./store.ts";

storeConformance({
  name: "memory",
  open(lifetimes) {
    let now = 1_700_000_000_000;
    const store = createMemoryStore({ lifetimes, clock: () => now });
    return Promise.resolve({ store, advanceTime: (ms) => void (now += ms), close: () => store.close() });
  },
  skip: [{
    test: "a commit writes the same number of bytes at any length of the history",
    reason: "nothing is written anywhere",
  }],
});
