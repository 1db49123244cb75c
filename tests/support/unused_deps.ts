// Parts of RuntimeDeps for tests that use none of them.

import type { Wakes } from "../../src/core/wake.ts";
import type { RuntimeDeps } from "../../src/kernel/deps.ts";

/** Wake-ups of a deployment that sends none: what is sent is dropped, and nothing has work. */
export const NO_WAKES: Wakes = {
  knows: (kind) => kind === undefined,
  schedule: () => Promise.resolve(),
  handle: () => Promise.resolve({ type: "stale" }),
  pump: () => Promise.resolve({ woken: 0, stale: 0 }),
};

const unused = (): never => {
  throw new Error("No agent of this test has tools of a server.");
};

/** Sources of tools, for agents whose tools are all their own: any use fails. */
export const NO_SOURCES: RuntimeDeps["sources"] = {
  get store(): never {
    return unused();
  },
  get outbound(): never {
    return unused();
  },
  clock: unused,
  log: unused,
  env: {},
  sleep: unused,
  random: unused,
  sealSecrets: [],
  check: unused,
};
