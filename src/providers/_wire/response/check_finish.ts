// The reason for which an answer ended, compared with what the answer has. A server that ends without a reason, or with
// calls that never came, has mostly lost the rest of the answer.

import { isJsonObject, parseJson } from "../../../core/json.ts";
import type { ModelBlock } from "../../../core/model/provider.ts";
import { ProviderError } from "../errors/provider_error.ts";
import type { ResponseBuilder } from "./response_builder.ts";

/** The finish reasons of one API. */
export interface FinishReasons {
  /** Those that its reference lists and those that its servers are known to send, in lower case. */
  readonly known: ReadonlySet<string>;
  /** Those of `known` that announce calls; none where calls end as text does. */
  readonly announcing?: ReadonlySet<string>;
  /**
   * What a whole answer without a reason is: `wrong` where the API names one always, the default; `possible` where some
   * servers forget it; `usual` where the API has none.
   */
  readonly missing?: "wrong" | "possible" | "usual";
}

/**
 * Reports an end that does not fit its answer. Reasoning alone is no answer.
 *
 * | reason | text or calls | outcome |
 * |---|---|---|
 * | missing | none | model_protocol |
 * | missing | some | model_protocol; warning `finish_missing` where it is possible; nothing where it is usual |
 * | unknown | none | model_protocol |
 * | unknown | some | warning `finish_unknown` |
 * | announces calls | neither | model_protocol |
 * | announces calls | text alone | warning `calls_missing` |
 * | any other | any | nothing |
 *
 * @throws {ProviderError} model_protocol
 */
export function checkFinish(
  reason: string | undefined,
  blocks: readonly ModelBlock[],
  { known, announcing, missing = "wrong" }: FinishReasons,
  builder: ResponseBuilder,
): void {
  const hasCalls = blocks.some(({ type }) => type === "call");
  const isEmpty = !hasCalls && !blocks.some((block) => block.type === "text" && block.text !== "");
  if (reason === undefined) {
    if (isEmpty) throw new ProviderError("model_protocol", "The stream ended without an answer.");
    const message = "The answer ended without a finish reason; it may be cut off.";
    if (missing === "wrong") throw new ProviderError("model_protocol", message);
    if (missing === "possible") builder.warn("finish_missing", message);
    return;
  }
  const word = reason.toLowerCase();
  const facts = { providerCode: reason };
  if (!known.has(word)) {
    const message = `The answer ended with the unknown finish reason ${reason.slice(0, 100)}.`;
    if (isEmpty) throw new ProviderError("model_protocol", message, facts);
    return builder.warn("finish_unknown", message);
  }
  if (hasCalls || !announcing?.has(word)) return;
  const message = `The answer ended with ${reason}, and has no call.`;
  if (isEmpty) throw new ProviderError("model_protocol", message, facts);
  builder.warn("calls_missing", message);
}

/** The error of a stream that is over before its answer is. */
export function endedEarly(): ProviderError {
  return new ProviderError("model_protocol", "The stream ended in the middle of the answer.");
}

/**
 * Whether the arguments of a call are cut that was open when its answer ended. An end that announces calls comes behind whole ones:
 * proxies write one for an answer that has broken off behind them (can1357/oh-my-pi#5602).
 *
 * @throws {ProviderError} model_protocol - they are, and the end announces calls
 */
export function isCutCall(args: string, isAnnounced: boolean): boolean {
  const isCut = args.trim() !== "" && !isJsonObject(parseJson(args));
  if (isCut && isAnnounced) {
    throw new ProviderError("model_protocol", "The answer ended in the middle of a call.");
  }
  return isCut;
}
