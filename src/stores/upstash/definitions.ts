// The definitions of tenants: hashes of names to texts. Every method is one request.

import type { Store } from "../../core/store.ts";
import type { Database } from "./database.ts";
import { malformedReply } from "./errors.ts";
import { definitionsKey } from "./keys.ts";
import { PUT_DEFINITION } from "./lua/due.ts";
import { Reader } from "./replies.ts";

/** The methods of Store that concern definitions. */
export class Definitions {
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
}
