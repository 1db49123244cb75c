// What was learned of models: a key for each ability that one lacks. One request without a script, as every key stands for itself.

import type { Pipeline } from "@upstash/redis/cloudflare";
import { type Feature, FEATURES } from "../../core/model/capability.ts";
import type { Store } from "../../core/store.ts";
import type { Database } from "./database.ts";
import { malformedReply } from "./errors.ts";
import { learnedCapabilityKeys } from "./keys.ts";

/** The methods of Store that concern learned capabilities. */
export class LearnedCapabilities {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

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
