// The summary that the API of a provider has signed, where a request may begin with it.

import type { Opaque } from "../../core/entry.ts";
import type { Lacks } from "../../core/model/capability.ts";
import type { ReadHistory } from "../history/read_history.ts";
import type { ResolvedModel } from "../resolved_model.ts";

/**
 * What a request to the model begins with in place of the entries before the window. Undefined where these have no such summary, it is
 * of another provider, or the model does not take it: then the text of the summary stands in the system prompt.
 */
export function findCompacted(
  history: ReadHistory,
  { provider }: Pick<ResolvedModel, "provider">,
  lacks: Lacks,
): Opaque | undefined {
  if (lacks.compaction !== undefined) return undefined;
  const meta = history.compaction();
  return meta?.provider === provider.name ? meta : undefined;
}
