// The URLs at which results of deferred calls are taken.

import { signResult } from "../http/results/token.ts";
import type { RuntimeDeps } from "../kernel/deps.ts";
import type { Settings } from "./settings.ts";

/** Makes the URLs; undefined where the deployment has no public URL, or signs no links. */
export function callbackUrls(
  { TREADLE_PUBLIC_URL: base, TREADLE_APPROVAL_SECRET: secret }: Pick<
    Settings,
    "TREADLE_PUBLIC_URL" | "TREADLE_APPROVAL_SECRET"
  >,
): RuntimeDeps["urlOfCallback"] {
  if (base === undefined || secret === undefined) return undefined;
  const below = base.endsWith("/") ? base : `${base}/`;
  return async (claims) => new URL(`callbacks/${await signResult(claims, secret)}`, below).href;
}
