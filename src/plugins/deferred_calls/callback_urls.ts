// The URLs that accept results of deferred calls.

import type { HttpDeps } from "../../http/context.ts";
import type { LateResults } from "../../http/ports/late_results.ts";
import { signResult } from "./token.ts";

/** Makes the URLs; undefined where the deployment has no public URL, or signs no links. */
export function callbackUrls(
  { publicUrl, approvalSecrets: [secret] }: Pick<HttpDeps, "publicUrl" | "approvalSecrets">,
): LateResults["urlOf"] {
  if (publicUrl === undefined || secret === undefined) return undefined;
  return async (claims) => `${publicUrl}/callbacks/${await signResult(claims, secret)}`;
}
