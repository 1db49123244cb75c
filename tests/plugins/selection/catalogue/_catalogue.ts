// Catalogues as tests make them: versions of tools, and a publisher and a reader on one store.

import assert from "node:assert/strict";
import { readToolVersion } from "../../../../src/agents/tool_version/check.ts";
import type { ToolVersion } from "../../../../src/agents/tool_version/tool_version.ts";
import type { JsonObject } from "../../../../src/core/json.ts";
import type { Store } from "../../../../src/core/store.ts";
import { sha256 } from "../../../../src/core/text/sha256.ts";
import {
  commitChange,
  type CommitPorts,
  type CommittedChange,
  type RequestedChange,
} from "../../../../src/plugins/selection/catalogue/commit_change.ts";
import { CatalogueReader, type ReaderPorts } from "../../../../src/plugins/selection/catalogue/reader.ts";

export const SHOP = { tenant: "acme", name: "shop" };
export const DAY_MS = 86_400_000;
export const START = Date.parse("2026-11-26T12:00:00Z");

/** A tool as authors write it. */
export function written(id: string, version = "1.0.0", parts: JsonObject = {}): JsonObject {
  return {
    id,
    name: id,
    version,
    description: `Does ${id}.`,
    parameters: { type: "object", properties: { order: { type: "string" } } },
    effect: "keyed",
    source: { type: "code" },
    ...parts,
  };
}

/** The same as the catalogue keeps it. */
export async function tool(id: string, version = "1.0.0", parts: JsonObject = {}): Promise<ToolVersion> {
  const read = await readToolVersion(written(id, version, parts), sha256);
  assert.ok(read.ok, JSON.stringify(read));
  return read.tool;
}

/** A clock that several isolates share. */
export interface Time {
  now: number;
}

/** One isolate: its reader, and what it publishes with. */
export interface Isolate {
  readonly ports: CommitPorts & ReaderPorts;
  readonly logs: string[];
  /** What goes on behind answers. */
  readonly deferred: Promise<unknown>[];
  readonly reader: CatalogueReader;
  change(change: RequestedChange, expected?: number): Promise<CommittedChange>;
  publish(...tools: ToolVersion[]): Promise<CommittedChange>;
  settle(): Promise<void>;
}

/** An isolate on a store. */
export function isolate(store: Store, time: Time = { now: START }): Isolate {
  const reader = new CatalogueReader();
  const logs: string[] = [];
  const deferred: Promise<unknown>[] = [];
  const ports = {
    store,
    clock: () => time.now,
    sha256,
    reader,
    random: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
    log: (_level: string, message: string) => void logs.push(message),
    defer: (promise: Promise<unknown>) => void deferred.push(promise),
  };
  const change: Isolate["change"] = (change, expected) =>
    commitChange(SHOP, { change, by: "ann", expected }, ports);
  return {
    ports,
    logs,
    deferred,
    reader,
    change,
    publish: (...tools) => change({ type: "publish", tools }),
    async settle() {
      while (deferred.length > 0) await deferred.pop();
    },
  };
}

/** A store that counts its requests by method, and runs `before` ahead of each. */
export function counting(
  store: Store,
  before: (method: string, args: readonly unknown[]) => Promise<void> | void = () => {},
): { readonly store: Store; readonly counts: Map<string, number>; total(): number } {
  const counts = new Map<string, number>();
  const counted = new Proxy(store, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      return async (...args: unknown[]) => {
        counts.set(String(key), (counts.get(String(key)) ?? 0) + 1);
        await before(String(key), args);
        return await Reflect.apply(value, target, args);
      };
    },
  });
  return { store: counted, counts, total: () => Array.from(counts.values()).reduce((sum, n) => sum + n, 0) };
}

export { codeOf } from "../../../support/code_of.ts";
