// The definitions of tenants: hashes of names to texts, and the learned capabilities of models. Every method is one request without a
// script, except a definition that is compared before it is written.

import type { Pipeline } from "@upstash/redis/cloudflare";
import { type Feature, FEATURES } from "../../core/model/capability.ts";
import type { Store } from "../../core/store.ts";
import type { DefinitionStore } from "../../core/store/definition_store.ts";
import type { Database } from "./database.ts";
import { malformedReply } from "./errors.ts";
import { definitionsKey, learnedCapabilityKeys } from "./keys.ts";
import { PUT_DEFINITION } from "./lua/due.ts";
import { Reader } from "./replies.ts";

/** The role {@link DefinitionStore}. */
export class Definitions implements DefinitionStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async putDefinition(
    ...[tenant, kind, name, text, expected]: Parameters<Store["putDefinition"]>
  ): Promise<boolean> {
    const { client, prefix } = this.#database;
    const key = definitionsKey(prefix, tenant, kind);
    if (expected === undefined) {
      await client.pipeline("putDefinition", [(pipeline) => pipeline.hset(key, { [name]: text })]);
      return true;
    }
    const args = { name, text, expected: expected ?? undefined };
    return await client.run(PUT_DEFINITION.call({ keys: { definitions: key }, args })) === 1;
  }

  async readDefinition(tenant: string, kind: string, name: string): Promise<string | undefined> {
    const { client, prefix } = this.#database;
    const key = definitionsKey(prefix, tenant, kind);
    const [text] = await client.pipeline("readDefinition", [(pipeline) => pipeline.hget(key, name)]);
    if (text !== null && typeof text !== "string") throw malformedReply("readDefinition");
    return text ?? undefined;
  }

  async listDefinitions(tenant: string, kind: string): Promise<readonly string[]> {
    const { client, prefix } = this.#database;
    const key = definitionsKey(prefix, tenant, kind);
    const [names] = await client.pipeline("listDefinitions", [(pipeline) => pipeline.hkeys(key)]);
    return new Reader("listDefinitions", names).rest().sort();
  }

  async removeDefinition(tenant: string, kind: string, name: string): Promise<boolean> {
    const { client, prefix } = this.#database;
    const key = definitionsKey(prefix, tenant, kind);
    const [removed] = await client.pipeline("removeDefinition", [(pipeline) => pipeline.hdel(key, name)]);
    return removed === 1;
  }

  /** A key for each feature that a model lacks, so that each expires by itself. */
  async recordLearnedCapabilities(
    ...[tenant, model, lacks, ttlMs]: Parameters<Store["recordLearnedCapabilities"]>
  ): Promise<void> {
    if (lacks.length === 0) return;
    const { client, prefix } = this.#database;
    await client.pipeline(
      "recordLearnedCapabilities",
      learnedCapabilityKeys(prefix, tenant, model, lacks)
        .map((key) => (pipeline: Pipeline) => pipeline.set(key, "1", { px: ttlMs })),
    );
  }

  async readLearnedCapabilities(tenant: string, model: string): Promise<readonly Feature[]> {
    const name = "readLearnedCapabilities";
    const { client, prefix } = this.#database;
    const keys = learnedCapabilityKeys(prefix, tenant, model, FEATURES);
    const [values] = await client.pipeline(name, [(pipeline) => pipeline.mget(...keys)]);
    if (!Array.isArray(values) || values.length !== keys.length) throw malformedReply(name);
    return FEATURES.filter((_, index) => values[index] !== null);
  }
}
