// The part of RuntimeDeps that lists the tools of servers, for agents whose tools are all their own.

import type { RuntimeDeps } from "../../src/runtime/request.ts";

const unused = (): never => {
  throw new Error("No agent of this test has tools of a server.");
};

/** Any use fails. */
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
