// A simulated Upstash Vector index over its REST API. Entries are shown after `settle()`, as the real one shows them later.

import { embedByGrams } from "./_fake_embedding.ts";
import { type Arrived, type SimulatedService, startService, strangeKeys } from "./_servers.ts";

export const UPSTASH_TOKEN = "upstash-token-0123456789";

/** What the index was created with. */
export interface IndexSettings {
  /** Length of its vectors; 512 by default. */
  readonly dimension?: number;
  /** Without one, texts are refused. */
  readonly embeds?: boolean;
  /** Entries are shown at once; false by default. */
  readonly shown?: boolean;
}

interface Entry {
  readonly id: string;
  readonly vector: readonly number[];
}

/** Starts it. */
export function startUpstashVector(settings: IndexSettings = {}): SimulatedService & {
  /** Shows what was written. */
  readonly settle: () => void;
  /** Ids by namespace, shown and pending. */
  readonly ids: (namespace?: string) => string[];
} {
  const { dimension = 512, embeds = true, shown = false } = settings;
  const namespaces = new Map<string, { written: Map<string, Entry>; shown: Map<string, Entry> }>();
  const spaceOf = (name: string) => {
    const space = namespaces.get(name) ?? { written: new Map(), shown: new Map() };
    namespaces.set(name, space);
    return space;
  };
  const settle = () => namespaces.forEach((space) => space.shown = new Map(space.written));

  const service = startService(({ path, headers, body }: Arrived) => {
    if (headers.get("authorization") !== `Bearer ${UPSTASH_TOKEN}`) {
      return refuse(401, "Unauthorized: Invalid auth token");
    }
    const [, command = "", namespace = ""] = path.split("/");
    const space = spaceOf(decodeURIComponent(namespace));
    switch (command) {
      case "upsert-data":
      case "upsert": {
        const isData = command === "upsert-data";
        if (isData && !embeds) {
          return refuse(
            422,
            "Embedding data for this index is not allowed. The index must be created with an embedding model to use it.",
          );
        }
        const entries = Array.isArray(body) ? body : [body];
        if (entries.length > 1000) return refuse(400, "Too many vectors in one request.");
        for (const entry of entries) {
          const strange = strangeKeys(
            entry,
            isData ? ["id", "data", "metadata"] : ["id", "vector", "metadata", "data"],
          );
          if (
            strange.length > 0 || typeof entry.id !== "string" || isData && typeof entry.data !== "string"
          ) {
            return refuse(400, `Invalid field ${strange[0]}`);
          }
          const vector: number[] = isData ? embedByGrams(entry.data, dimension) : entry.vector;
          if (vector.length !== dimension) return wrongDimension(vector, dimension);
          space.written.set(entry.id, { id: entry.id, vector });
        }
        if (shown) settle();
        return ok("Success");
      }
      case "query-data":
      case "query": {
        const isData = command === "query-data";
        const known = [
          "topK",
          "includeMetadata",
          "includeVectors",
          "includeData",
          "filter",
          isData ? "data" : "vector",
        ];
        if (strangeKeys(body, known).length > 0) return refuse(400, "Unknown field");
        if (isData && !embeds) return refuse(422, "Embedding data for this index is not allowed.");
        if (!(body.topK >= 1 && body.topK <= 1000)) return refuse(400, "Invalid topK");
        const vector: number[] = isData ? embedByGrams(body.data, dimension) : body.vector;
        if (vector.length !== dimension) return wrongDimension(vector, dimension);
        const hits = [...space.shown.values()].map((entry) => ({
          id: entry.id,
          score: (1 + cosine(vector, entry.vector)) / 2,
        }));
        return ok(hits.sort((a, b) => b.score - a.score).slice(0, body.topK));
      }
      case "fetch":
        return ok(body.ids.map((id: string) => space.written.has(id) ? { id } : null));
      case "range": {
        const ids = [...space.written.keys()];
        const from = Number(body.cursor);
        const page = ids.slice(from, from + body.limit);
        const nextCursor = from + page.length < ids.length ? String(from + page.length) : "";
        return ok({ nextCursor, vectors: page.map((id) => ({ id })) });
      }
      case "delete": {
        const deleted = body.ids.filter((id: string) => space.written.delete(id)).length;
        settle();
        return ok({ deleted });
      }
      default:
        return refuse(404, "Not found");
    }
  });
  return Object.assign(service, { settle, ids: (name = "") => [...spaceOf(name).written.keys()] });
}

function ok(result: unknown): Response {
  return Response.json({ result });
}

function refuse(status: number, error: string): Response {
  return Response.json({ error, status }, { status });
}

function wrongDimension(vector: readonly number[], dimension: number): Response {
  return refuse(422, `Invalid vector dimension: ${vector.length}, expected: ${dimension}`);
}

function cosine(one: readonly number[], other: readonly number[]): number {
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, at) => sum + value * b[at]!, 0);
  return dot(one, other) / (Math.sqrt(dot(one, one) * dot(other, other)) || 1);
}
