// Access: which requests a deployment serves, and how it finds their callers.

import type { Authenticate } from "./identity.ts";
import type { Caller, Keyring } from "./keyring.ts";

/** Which requests a deployment serves. */
export type Access =
  /** Those of this machine alone: no keys are configured. */
  | { readonly type: "closed" }
  /** All that come by one of its names, as one tenant (TREADLE_OPEN=1). */
  | { readonly type: "open"; readonly hosts: readonly string[] }
  /** Those with a key. `callers` are those of TREADLE_API_KEYS: their tenants alone may have stored keys beside. */
  | { readonly type: "keys"; readonly keyring: Keyring; readonly callers: readonly Caller[] }
  /** Those whose caller the deployment's own function finds. */
  | { readonly type: "custom"; readonly authenticate: Authenticate };
