// The door of catalogues: tools that are published, changed and withdrawn without a deploy.

import type { WakeHandler } from "../../../core/wake.ts";
import { parseWakeName } from "../../../core/wake.ts";
import type { Plugin } from "../../../http/plugin.ts";
import { CATALOGUE_WAKE } from "../catalogue/commit_change.ts";
import { PublishedIndexes } from "../catalogue/published_index.ts";
import { CatalogueReader } from "../catalogue/reader.ts";
import { removeExpired } from "../catalogue/retention.ts";
import module from "./page.js" with { type: "text" };
import { type CatalogueParts, catalogueRoutes } from "./routes.ts";

/** What the door of catalogues is made from; all of it has a default. */
export interface CataloguesOptions {
  /** The catalogues that this isolate has read: that of the selection of tools, so that a publication counts in it at once. */
  readonly reader?: CatalogueReader;
  /**
   * Names of environment variables that tools behind HTTP may have in their secrets and headers; none by default. Who publishes a tool
   * says where these values are sent.
   */
  readonly variables?: readonly string[];
}

/**
 * The door of catalogues. `PUT /v1/catalogues/:name/tools` publishes versions of tools; `/deprecate`, `/archive`, `/accept` and
 * `/rollback` change what is offered; the other routes read. Reading needs the scope `read`, everything else `manage`.
 *
 * A catalogue belongs to the tenant of the caller. One for the whole deployment belongs to a tenant of the deployment's own, such as
 * `platform`: its key publishes, and agents name that tenant beside the name of the catalogue.
 *
 * @example
 * ```ts
 * import { createTreadle, defineAgent, standard } from "../../../mod.ts";
 * import { catalogues } from "./mod.ts";
 * import assert from "node:assert/strict";
 *
 * const agents = [defineAgent({ name: "shop", model: "scripted/demo" })];
 * const env = { TREADLE_API_KEYS: "acme:a-key-of-16-or-more-bytes" };
 * const treadle = createTreadle({ agents, store: "memory", env, plugins: [...standard(), catalogues()] });
 * const refund = {
 *   id: "refund",
 *   name: "refund_order",
 *   version: "1.0.0",
 *   description: "Pays an order back.",
 *   parameters: { type: "object", properties: { order: { type: "string" } } },
 *   effect: "keyed",
 *   source: { type: "code" },
 * };
 * const response = await treadle.fetch(
 *   new Request("https://example.com/v1/catalogues/shop/tools", {
 *     method: "PUT",
 *     headers: { authorization: "Bearer a-key-of-16-or-more-bytes", "content-type": "application/json" },
 *     body: JSON.stringify({ tools: [refund] }),
 *   }),
 * );
 * assert.equal((await response.json()).number, 1);
 * await treadle.close();
 * ```
 */
export function catalogues(
  { reader = new CatalogueReader(), variables = [] }: CataloguesOptions = {},
): Plugin {
  return {
    name: "catalogues",
    open({ deps }) {
      const parts = { deps, reader, variables, indexes: new PublishedIndexes(deps) };
      return {
        routes: catalogueRoutes(parts),
        page: { title: "Catalogues", module },
        wakes: { [CATALOGUE_WAKE]: retentionHandler(parts) },
      };
    },
  };
}

/** Removes what was kept long enough, and enters the time of the next removal in the due index. */
function retentionHandler({ deps, reader }: CatalogueParts): WakeHandler {
  return async ({ tenant, name, due }) => {
    const { store, clock, random, sha256 } = deps;
    const catalogue = { tenant, name: parseWakeName(name).id };
    const next = await removeExpired(catalogue, { store, clock, random, sha256, reader });
    if (next !== undefined) await store.moveDue(tenant, name, { to: next });
    else if (due !== undefined) await store.moveDue(tenant, name, { from: due });
    return { type: "handled" };
  };
}
