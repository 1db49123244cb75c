// All endpoints of a tenant, and the isolate's copy of them.

import { Lru } from "../../core/lru.ts";
import type { Sealer } from "../../outbound/seal.ts";
import type { HttpDeps } from "../../http/context.ts";
import type { ConfiguredEndpoint } from "./configured.ts";
import { type Endpoint, type EventFacts, takes } from "./endpoint.ts";
import { changeStored, readStored, type StoredEndpoint, toPurpose } from "./stored_endpoints.ts";

/** Milliseconds that an isolate knows the endpoints of a tenant for; a new endpoint gets every event from then on. */
const KNOWN_MS = 60_000;

/** Tenants whose endpoints an isolate knows. */
const KNOWN_TENANTS = 10_000;

interface Known {
  readonly until: number;
  readonly endpoints: readonly Endpoint[];
}

/** The endpoints of a deployment. */
export class Endpoints {
  readonly #configured: readonly ConfiguredEndpoint[];
  readonly #deps: Pick<HttpDeps, "store" | "clock">;
  readonly #sealer: Sealer;
  /** Tenants may make endpoints of their own. */
  readonly #hasStored: boolean;
  readonly #known = new Lru<Known>(KNOWN_TENANTS);

  constructor(
    configured: readonly ConfiguredEndpoint[],
    deps: Pick<HttpDeps, "store" | "clock">,
    { sealer, hasStored }: { readonly sealer: Sealer; readonly hasStored: boolean },
  ) {
    this.#configured = configured;
    this.#deps = deps;
    this.#sealer = sealer;
    this.#hasStored = hasStored;
  }

  /**
   * True when the tenant has an endpoint for such an event, as far as is known; also when it is not known. Without endpoints
   * of the API it makes no request, then or later.
   */
  mayTake(tenant: string, facts: EventFacts): boolean {
    if (this.#of(tenant).some((endpoint) => takes(endpoint, facts))) return true;
    if (!this.#hasStored) return false;
    const known = this.#known.get(tenant);
    if (known !== undefined && known.until > this.#deps.clock()) {
      return known.endpoints.some((endpoint) => takes(endpoint, facts));
    }
    // The next step of the tenant in this isolate knows, also when the delivery is made by another one.
    void this.read(tenant).catch(() => {});
    return true;
  }

  /** The tenant's endpoints, as they are now, also those that are disabled. At most one request. */
  async read(tenant: string): Promise<readonly (Endpoint | StoredEndpoint)[]> {
    if (!this.#hasStored) return this.#of(tenant);
    const stored = await readStored(tenant, this.#deps.store);
    this.#known.set(tenant, { until: this.#deps.clock() + KNOWN_MS, endpoints: stored });
    return [...this.#of(tenant), ...stored];
  }

  /** Forgets what is known of a tenant: its endpoints have changed. */
  forget(tenant: string): void {
    this.#known.delete(tenant);
  }

  /**
   * The secrets that a message to the endpoint is signed with.
   *
   * @throws {AgentError} secrets_not_configured
   */
  async secretsOf(tenant: string, endpoint: Endpoint | StoredEndpoint): Promise<readonly string[]> {
    const configured = this.#of(tenant).find(({ id }) => id === endpoint.id);
    if (configured !== undefined) return configured.secrets;
    const sealed = "secrets" in endpoint ? endpoint.secrets : [];
    const current = sealed.filter(({ until }) => until === undefined || until > this.#deps.clock());
    const purpose = toPurpose(tenant, endpoint.id);
    return await Promise.all(
      current.map(async ({ sealed }) => (await this.#sealer.open(sealed, purpose)).text),
    );
  }

  /** The endpoint gets nothing from now on. One of the configuration stays as it is. */
  async disable(tenant: string, id: string): Promise<void> {
    if (this.#configured.some((configured) => configured.id === id)) return;
    const disabledAt = this.#deps.clock();
    await changeStored(tenant, this.#deps.store, (endpoints) => ({
      endpoints: endpoints.map((endpoint) => endpoint.id === id ? { ...endpoint, disabledAt } : endpoint),
      result: undefined,
    }));
    this.forget(tenant);
  }

  #of(tenant: string): readonly ConfiguredEndpoint[] {
    return this.#configured.filter(({ tenants }) => tenants?.includes(tenant) ?? true);
  }
}
