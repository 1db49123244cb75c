// The endpoints that a tenant has made by the API. All of a tenant's are one definition of the store, so that they are one read.

import * as z from "zod/mini";
import { AgentError } from "../../core/error.ts";
import type { Store } from "../../core/store.ts";
import { changeDefinition } from "../../core/store/change_definition.ts";
import { type Endpoint, OUTGOING_EVENTS } from "./endpoint.ts";

/** The kind and the name of the definition. */
const KIND = "webhook_endpoints";
const NAME = "all";

/** Endpoints that a tenant may have; their texts together stay below 64 KB. */
export const MAX_ENDPOINTS = 16;

const stored = z.array(z.object({
  id: z.string(),
  url: z.string(),
  events: z.optional(z.array(z.enum(OUTGOING_EVENTS))),
  agents: z.optional(z.array(z.string())),
  description: z.optional(z.string()),
  createdAt: z.number(),
  secrets: z.array(z.object({ sealed: z.string(), until: z.optional(z.number()) })),
  disabledAt: z.optional(z.number()),
}));

/** An endpoint as the store has it. Times are epoch milliseconds. */
export interface StoredEndpoint extends Endpoint {
  readonly description?: string | undefined;
  readonly createdAt: number;
  /** The newest first; one with `until` signs no more from then on. */
  readonly secrets: readonly { readonly sealed: string; readonly until?: number | undefined }[];
}

/** The tenant's endpoints, in the order in which they were made. One request. */
export async function readStored(tenant: string, store: Store): Promise<readonly StoredEndpoint[]> {
  return parse(await store.readDefinition(tenant, KIND, NAME));
}

/**
 * Changes the tenant's endpoints. `change` is called again when another change came first.
 *
 * @throws {AgentError} endpoint_limit; store_unavailable - others have changed them all the time
 */
export async function changeStored<T>(
  tenant: string,
  store: Store,
  change: (
    endpoints: readonly StoredEndpoint[],
  ) => { readonly endpoints: readonly StoredEndpoint[]; readonly result: T },
): Promise<T> {
  return await changeDefinition({
    tenant,
    kind: KIND,
    name: NAME,
    what: "The endpoints",
    change(text) {
      const { endpoints, result } = change(parse(text));
      if (endpoints.length > MAX_ENDPOINTS) {
        throw new AgentError(
          "endpoint_limit",
          `A tenant has at most ${MAX_ENDPOINTS} endpoints; remove one first.`,
        );
      }
      return { text: JSON.stringify(endpoints), result };
    },
  }, store);
}

/** What each purpose of a sealed secret is called. */
export function toPurpose(tenant: string, id: string): string {
  return `webhook_endpoint/${tenant}/${id}`;
}

function parse(text: string | undefined): readonly StoredEndpoint[] {
  if (text === undefined) return [];
  const read = z.safeParse(stored, JSON.parse(text));
  if (read.success) return read.data;
  throw new AgentError("store_corrupt", "The webhook endpoints of the tenant cannot be read.");
}
