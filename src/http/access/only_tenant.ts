// The tenant of the threads that a machine makes, where its settings name none.

import { unreachable } from "../../core/error.ts";
import type { EnvSource } from "../../core/tool/bindings.ts";
import type { Access } from "./access.ts";
import { LOCAL_TENANT, OPEN_TENANT } from "./auth.ts";

/** The only tenant of the deployment; undefined where there may be several. */
export function findOnlyTenant(access: Access, env: EnvSource): string | undefined {
  switch (access.type) {
    case "closed":
      return LOCAL_TENANT;
    case "open":
      return OPEN_TENANT;
    case "custom":
      return undefined;
    case "keys": {
      const pairs = String(env.TREADLE_API_KEYS).split(",").map((pair) => pair.trim()).filter((pair) =>
        pair !== ""
      );
      const [tenant, ...others] = new Set(pairs.map((pair) => pair.split(/[:/]/, 1)[0]));
      return others.length === 0 ? tenant : undefined;
    }
    default:
      return unreachable(access);
  }
}
