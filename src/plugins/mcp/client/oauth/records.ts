// The stored state of the authorization of one server: tokens by tenant and user, authorizations that are under way, and how this
// deployment is registered. A server is its name and its address: a token for one address is never sent to another. Everything is
// sealed; a claim on a refresh stands beside it.

import type {
  AuthorizationServerMetadata,
  OAuthClientInformationMixed,
  OAuthTokens,
} from "@modelcontextprotocol/client";
import { toBase64url } from "../../../../core/text/byte_text.ts";
import { fnv64 } from "../../../../core/text/hash.ts";
import type { SourcePorts } from "../../../../core/tool/tool_source.ts";
import { createSealer } from "../../../../outbound/seal.ts";

/** Whose tokens: those of a tenant's user, or of the tenant itself where its threads have none. */
export interface Owner {
  readonly tenant: string;
  readonly user: string | undefined;
}

/** The authorization server of a server of tools, and how this deployment is known there. */
export interface Issuer {
  readonly issuer: string;
  readonly metadata: AuthorizationServerMetadata;
  readonly client: OAuthClientInformationMixed;
  /** RFC 8707; undefined where the server names none. */
  readonly resource: string | undefined;
}

/** Tokens with everything that a refresh needs. */
export interface Grant extends Issuer {
  readonly tokens: OAuthTokens;
  /** Epoch milliseconds; undefined where the server says none. */
  readonly expiresAt: number | undefined;
}

/** An authorization that waits for its user. */
export interface Pending extends Issuer {
  readonly nonce: string;
  readonly verifier: string;
  readonly redirect: string;
  readonly url: string;
  /** Epoch milliseconds. */
  readonly expires: number;
  readonly thread: string | undefined;
}

/** What the `state` of an authorization says, sealed. */
export interface State {
  readonly tenant: string;
  readonly user: string | undefined;
  readonly server: string;
  /** The server's address; missing in a state of before 2026-11-29, whose authorization is begun again. */
  readonly url?: string;
  readonly nonce: string;
}

/** A record as it is in the store. */
export interface Sealed<T> {
  readonly value: T;
  /** Epoch milliseconds until which an isolate refreshes it; 0 when none does. */
  readonly claimedUntil: number;
  /** The text in the store, for a change that must meet it. */
  readonly text: string;
}

const KIND = "oauth";

/** The records of one server. */
export class Records {
  readonly #server: string;
  readonly #url: string;

  constructor({ name, url }: { readonly name: string; readonly url: string }) {
    this.#server = name;
    this.#url = url;
  }

  /** @throws {AgentError} secrets_not_configured */
  async read<T>(kind: RecordKind, owner: Owner, ports: SourcePorts): Promise<Sealed<T> | undefined> {
    const text = await ports.store.readDefinition(owner.tenant, KIND, this.#name(kind, owner));
    if (text === undefined) return undefined;
    const { sealed, claimedUntil } = JSON.parse(text);
    const opened = await openSealer(ports).open(String(sealed), this.#purpose(kind, owner));
    return { value: JSON.parse(opened.text), claimedUntil: Number(claimedUntil), text };
  }

  /** Keeps a value; with `expected` only in the place of that text. */
  async put(
    kind: RecordKind,
    owner: Owner,
    value: object,
    ports: SourcePorts,
    expected?: string,
  ): Promise<boolean> {
    const sealed = await openSealer(ports).seal(JSON.stringify(value), this.#purpose(kind, owner));
    return await this.#write(kind, owner, JSON.stringify({ sealed, claimedUntil: 0 }), ports, expected);
  }

  /** Claims a refresh until a time: the text with the claim, or undefined when another isolate was first. */
  async claim(
    owner: Owner,
    text: string,
    claimedUntil: number,
    ports: SourcePorts,
  ): Promise<string | undefined> {
    // A store answers a text that is there already as put: each claim has a text of its own.
    const by = toBase64url(ports.random(12));
    const claimed = JSON.stringify({ ...JSON.parse(text), claimedUntil, by });
    return await this.#write("tokens", owner, claimed, ports, text) ? claimed : undefined;
  }

  /** Puts back what a claim has changed. */
  async release(owner: Owner, { text, claimed }: { text: string; claimed: string }, ports: SourcePorts) {
    await this.#write("tokens", owner, text, ports, claimed);
  }

  /** False when there was none: of two removals one is true. */
  async remove(kind: RecordKind, owner: Owner, { store }: SourcePorts): Promise<boolean> {
    // Before 2026-11-29 names had no address, and nothing reads such a record any more.
    await store.removeDefinition(owner.tenant, KIND, `${kind}.${this.#server}${ofUser(kind, owner)}`);
    return await store.removeDefinition(owner.tenant, KIND, this.#name(kind, owner));
  }

  #write(kind: RecordKind, owner: Owner, text: string, { store }: SourcePorts, expected?: string) {
    return store.putDefinition(owner.tenant, KIND, this.#name(kind, owner), text, expected);
  }

  #name(kind: RecordKind, owner: Owner): string {
    return `${kind}.${this.#server}.${fnv64(this.#url)}${ofUser(kind, owner)}`;
  }

  /** A sealed text opens for its tenant, server, address and user alone. */
  #purpose(kind: RecordKind, { tenant, user }: Owner): string {
    const owner = kind === "client" ? null : user ?? null;
    return JSON.stringify(["mcp", kind, tenant, this.#server, this.#url, owner]);
  }
}

function ofUser(kind: RecordKind, { user }: Owner): string {
  return user === undefined || kind === "client" ? "" : `.${fnv64(user)}${fnv64(`${user} `)}`;
}

/** `tokens`, an authorization that is under way, and the registration of this deployment. */
export type RecordKind = "tokens" | "pending" | "client";

/** The `state` parameter of an authorization. */
export async function sealState(state: State, ports: SourcePorts): Promise<string> {
  return await openSealer(ports).seal(JSON.stringify(state), STATE);
}

/** What a `state` says; undefined for one that this deployment has not written. */
export async function openState(text: string, ports: SourcePorts): Promise<State | undefined> {
  try {
    return JSON.parse((await openSealer(ports).open(text, STATE)).text);
  } catch {
    return undefined;
  }
}

const STATE = "mcp/state";

function openSealer({ sealSecrets, random }: SourcePorts) {
  return createSealer(sealSecrets, random);
}
