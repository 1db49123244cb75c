// The access token of an owner: as it is kept, or refreshed by one isolate while the others wait for what it finds.

import { OAuthError, refreshAuthorization } from "@modelcontextprotocol/client";
import { Lru } from "../../../../core/lru.ts";
import { AgentError } from "../../../../core/error.ts";
import type { SourcePorts } from "../../../../core/tool/tool_source.ts";
import { computeExpiry, createFetch } from "./authorize.ts";
import type { Grant, Owner, Records, Sealed } from "./records.ts";

/** Milliseconds before its end at which a token is refreshed. */
const EARLY_MS = 30_000;
/** Milliseconds for which an isolate uses a token without reading the store. */
const HELD_MS = 15_000;
/** Milliseconds that a refresh may take; after it another isolate tries. */
const CLAIM_MS = 15_000;
/** Milliseconds between two reads of the refresh of another isolate. */
const LOOK_MS = 100;
const OWNERS = 1_000;

/** The tokens of one server in one deployment. */
export class Tokens {
  readonly #records: Records;
  readonly #held = new Lru<{ readonly token: string; readonly until: number }>(OWNERS);

  constructor(records: Records) {
    this.#records = records;
  }

  /** The token that this isolate holds; undefined when it is to be read. */
  peek(owner: Owner, { clock }: Pick<SourcePorts, "clock">): string | undefined {
    const held = this.#held.get(toKey(owner));
    return held !== undefined && held.until > clock() ? held.token : undefined;
  }

  /**
   * The access token; undefined when the owner has to authorize the server. `refused` is one that the server did not take: it is
   * refreshed, unless another isolate has done so.
   *
   * @throws {AgentError} secrets_not_configured, store_*, outbound_*; tools_unavailable, when the refresh of another isolate does not end
   */
  async read(owner: Owner, ports: SourcePorts, refused?: string): Promise<string | undefined> {
    this.#held.delete(toKey(owner));
    const end = ports.clock() + CLAIM_MS + LOOK_MS;
    for (;;) {
      const record = await this.#records.read<Grant>("tokens", owner, ports);
      if (record === undefined) return undefined;
      const { tokens: { access_token: token, refresh_token: refresh }, expiresAt } = record.value;
      const now = ports.clock();
      const isGood = token !== refused && (expiresAt === undefined || expiresAt - EARLY_MS > now);
      if (isGood) return this.#hold(owner, record.value, ports);
      if (refresh === undefined) {
        if (token !== refused && (expiresAt ?? now) > now) return this.#hold(owner, record.value, ports);
        // Nothing makes another of it: the next step is refused before it plans.
        if (token === refused) await this.forget(owner, ports);
        return undefined;
      }
      if (record.claimedUntil > now) {
        if (now >= end) break;
        await ports.sleep(LOOK_MS);
        continue;
      }
      const claimed = await this.#records.claim(owner, record.text, now + CLAIM_MS, ports);
      if (claimed !== undefined) return await this.#refresh(owner, record, claimed, ports);
    }
    throw new AgentError(
      "tools_unavailable",
      "The tokens of a server of tools are being refreshed; try again.",
      {
        retryAfterMs: 1_000,
      },
    );
  }

  /** Forgets the tokens of an owner. False when there were none. */
  async forget(owner: Owner, ports: SourcePorts): Promise<boolean> {
    this.#held.delete(toKey(owner));
    return await this.#records.remove("tokens", owner, ports);
  }

  async #refresh(
    owner: Owner,
    { value, text }: Sealed<Grant>,
    claimed: string,
    ports: SourcePorts,
  ): Promise<string | undefined> {
    const { issuer, metadata, client, resource, tokens: { refresh_token: refreshToken = "" } } = value;
    try {
      // A server that rotates refresh tokens answers with another; one that does not, with the same.
      const tokens = await refreshAuthorization(issuer, {
        metadata,
        clientInformation: client,
        refreshToken,
        resource,
        fetchFn: createFetch(ports),
      });
      const next: Grant = { ...value, tokens, expiresAt: computeExpiry(tokens, ports) };
      // Where the tokens have left or changed since the claim, the user has decided so: what the refresh found is dropped.
      if (!await this.#records.put("tokens", owner, next, ports, claimed)) {
        return await this.read(owner, ports);
      }
      return this.#hold(owner, next, ports);
    } catch (thrown) {
      if (!(thrown instanceof OAuthError) || !FINAL.includes(thrown.code)) {
        await this.#records.release(owner, { text, claimed }, ports);
        throw thrown;
      }
      ports.log("warn", "an authorization of a server of tools is over", { reason: thrown.code });
      await this.forget(owner, ports);
      return undefined;
    }
  }

  #hold(owner: Owner, { tokens: { access_token: token }, expiresAt }: Grant, { clock }: SourcePorts): string {
    const until = Math.min(clock() + HELD_MS, (expiresAt ?? Infinity) - EARLY_MS);
    this.#held.set(toKey(owner), { token, until });
    return token;
  }
}

/** Answers after which a refresh token is worth nothing. */
const FINAL: readonly string[] = ["invalid_grant", "invalid_client", "unauthorized_client"];

// Tenants hold no control characters, so no key stands for two owners.
function toKey({ tenant, user }: Owner): string {
  return `${tenant}\n${user === undefined ? "" : `u${user}`}`;
}
