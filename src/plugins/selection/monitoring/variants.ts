// Which variant of a description a thread has, and the categories of tools, from the version of the catalogue that it keeps.

import { AgentError, failureFields } from "../../../core/error.ts";
import { isJsonObject } from "../../../core/json.ts";
import type { Agent } from "../../../core/agent.ts";
import type { AgentState, ThreadMeta } from "../../../core/state.ts";
import type { ThreadRef } from "../../../core/store/thread.ts";
import type { HttpDeps } from "../../../http/context.ts";
import type { CatalogueName } from "../catalogue/pieces.ts";
import type { CatalogueReader } from "../catalogue/reader.ts";
import { assignVariant } from "../catalogue/variant.ts";
import type { ThreadTerms } from "./count_thread.ts";

/**
 * The variants and the categories of a thread's tools. There are none where its agent has no catalogue any more, and where the version of the
 * catalogue is no longer kept. A catalogue in code has categories alone, those of now.
 *
 * @throws {AgentError} what the store throws
 */
export async function readTerms(
  ref: ThreadRef,
  { meta, state }: {
    readonly meta: Pick<ThreadMeta, "agent">;
    readonly state: Pick<AgentState, "selection">;
  },
  { deps, reader }: { readonly deps: HttpDeps; readonly reader: CatalogueReader },
): Promise<ThreadTerms> {
  const { number = 0 } = state.selection ?? {};
  const agent = deps.agents.get(meta.agent);
  const catalogue = findCatalogue(agent, ref.tenant);
  const ofCode: ThreadTerms = {
    variantOf: () => undefined,
    categoriesOf: (name) => agent?.threadTools?.categoriesOf?.(name),
  };
  if (number === 0 || catalogue === undefined) return ofCode;
  try {
    const snapshot = await reader.open(catalogue.tenant, catalogue.name, number, deps);
    return {
      variantOf(name) {
        const tool = snapshot.findByName(name)?.tool;
        return tool?.description.variants === undefined ? undefined : assignVariant(tool, ref.thread).name;
      },
      categoriesOf: (name) => snapshot.findByName(name)?.tool.categories,
    };
  } catch (thrown) {
    const isGone = thrown instanceof AgentError &&
      ["catalogue_unknown", "catalogue_version_unknown", "store_corrupt"].includes(thrown.code);
    if (!isGone) throw thrown;
    deps.log("info", "a thread keeps a catalogue that is gone: its variants are not counted", {
      tenant: ref.tenant,
      thread: ref.thread,
      number,
      ...failureFields(thrown),
    });
    return ofCode;
  }
}

/** The catalogue of the store that an agent selects from, as its settings name it. */
function findCatalogue(agent: Agent | undefined, tenant: string): CatalogueName | undefined {
  const catalogue = agent?.threadTools?.settings?.catalogue;
  if (!isJsonObject(catalogue) || typeof catalogue.name !== "string") return undefined;
  return { name: catalogue.name, tenant: typeof catalogue.tenant === "string" ? catalogue.tenant : tenant };
}
