// The port of embedders: what turns texts into vectors whose cosine says how near two texts are.

import { AgentError } from "../../../core/error.ts";
import { ModelError } from "../../../core/model/model_error.ts";
import { sha256OfShort } from "../../../core/text/sha256.ts";
import type { SelectorIo } from "../selector.ts";

/**
 * What the cosines of a model mean. `cosine-ada`: those of text-embedding-ada-002, where unrelated texts have about 0.7, so that a
 * minimum of 0.75 separates. `cosine`: of any other; the same pairs have 0.20 to 0.25 with text-embedding-3-small, so a fixed
 * minimum means nothing, and one is found with `calibrate`.
 */
export type EmbeddingScale = "cosine" | "cosine-ada";

/** What an embedder reaches. */
export type EmbedderIo = Pick<SelectorIo, "fetch" | "env" | "signal" | "spend">;

/** Turns texts into vectors. */
export interface Embedder {
  /** Of the service: `openai`, `workers_ai`. */
  readonly name: string;
  readonly model: string;
  readonly scale: EmbeddingScale;
  /** Length of the vectors, where it is known before the first one. */
  readonly dimensions?: number;
  /** What else makes other vectors of the same texts, such as the pooling or another server. */
  readonly variant?: string;
  /** Texts that one request takes. */
  readonly batch: number;
  /**
   * One vector a text, in their order, of length 1 (the sum of the squares) and of one dimension. Any number of texts; more than
   * `batch` take several requests, one after the other. Nothing is repeated: the caller decides on that.
   *
   * @throws {ModelError} with the code of the failure, and `retryAfterMs` where the service states it
   * @throws {AgentError} config_invalid, when a key or a binding is missing
   * @throws the reason of `io.signal`, when it aborts
   */
  embed(texts: readonly string[], io: EmbedderIo): Promise<readonly Float32Array<ArrayBuffer>[]>;
}

/** What one request takes. */
export interface BatchLimits {
  readonly texts: number;
  /** UTF-8 bytes of all texts. A token of a byte-level tokenizer has at least one byte, so this limits tokens too. */
  readonly bytes: number;
  /** UTF-8 bytes of one text; what is longer is cut. */
  readonly bytesOfOne: number;
}

/** Sends texts in requests within the limits, one after the other, and joins the vectors. */
export async function embedInBatches(
  texts: readonly string[],
  limits: BatchLimits,
  send: (batch: readonly string[]) => Promise<readonly Float32Array<ArrayBuffer>[]>,
): Promise<Float32Array<ArrayBuffer>[]> {
  const vectors: Float32Array<ArrayBuffer>[] = [];
  for (const batch of splitBatches(texts, limits)) vectors.push(...await send(batch));
  return vectors;
}

function splitBatches(texts: readonly string[], limits: BatchLimits): string[][] {
  const batches: string[][] = [];
  let batch: string[] = [];
  let bytes = 0;
  for (const text of texts) {
    const cut = cutToBytes(text, limits.bytesOfOne);
    if (batch.length === limits.texts || batch.length > 0 && bytes + cut.bytes > limits.bytes) {
      batches.push(batch);
      batch = [];
      bytes = 0;
    }
    batch.push(cut.text);
    bytes += cut.bytes;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

const utf8 = new TextEncoder();

/** The beginning of a text that has at most `most` bytes in UTF-8. No text is empty: APIs refuse an empty one, and half a surrogate pair. */
function cutToBytes(text: string, most: number): { readonly text: string; readonly bytes: number } {
  if (text.trim() === "") return { text: "-", bytes: 1 };
  const buffer = new Uint8Array(Math.min(most, text.length * 3));
  const { read, written } = utf8.encodeInto(text, buffer);
  return { text: text.slice(0, read).toWellFormed(), bytes: written };
}

/**
 * Vectors of an answer, each made of length 1.
 *
 * @throws {ModelError} model_protocol, when their number is not `count`, when their dimensions differ, or when one is empty, zero or
 * not finite
 */
export function toUnitVectors(
  vectors: readonly Float32Array<ArrayBuffer>[],
  count: number,
  provider: string,
): readonly Float32Array<ArrayBuffer>[] {
  const wrong = (what: string) => new ModelError("model_protocol", `${provider}: ${what}.`, { provider });
  if (vectors.length !== count) throw wrong(`${vectors.length} vectors came for ${count} texts`);
  const dimension = vectors[0]?.length;
  for (const vector of vectors) {
    if (vector.length !== dimension) throw wrong("vectors of one answer have different dimensions");
    let sum = 0;
    for (const value of vector) sum += value * value;
    if (!Number.isFinite(sum) || sum === 0) throw wrong("a vector is empty, zero or not finite");
    const length = Math.sqrt(sum);
    if (Math.abs(length - 1) > 1e-6) vector.forEach((value, at) => vector[at] = value / length);
  }
  return vectors;
}

/** The cosine of two vectors of length 1 and of one dimension. */
export function cosineOfUnits(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/** A short key for the vector of a text: 22 characters, other ones for another model. */
export function keyOfText(
  { name, model, variant = "" }: Pick<Embedder, "name" | "model" | "variant">,
  text: string,
): string {
  return sha256OfShort(`${name}\n${model}\n${variant}\n${text}`).slice(0, 22);
}

/**
 * A text of the environment.
 *
 * @throws {AgentError} config_invalid, naming the variable, when it is missing or empty
 */
export function requireText(env: SelectorIo["env"], variable: string): string {
  const value = optionalText(env, variable);
  if (value !== undefined) return value;
  throw new AgentError("config_invalid", `Set ${variable}: the selection of tools needs it.`);
}

/** A text of the environment; undefined when it is missing or empty. */
export function optionalText(env: SelectorIo["env"], variable: string): string | undefined {
  const value = env[variable];
  return typeof value === "string" && value !== "" ? value : undefined;
}
