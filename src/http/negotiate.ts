// Which representation a client wants (RFC 9110 section 12.5.1).

import { AgentError } from "../core/error.ts";

/**
 * The media type to answer with, out of `offered` (best first). The most specific range decides the weight of a type, a
 * weight of 0 forbids it, and equal weights are settled by the order of `offered`. Without a header everything goes.
 * Throws `not_acceptable` when nothing is left.
 *
 * @example
 * ```ts
 * import { negotiate } from "./negotiate.ts";
 * import assert from "node:assert/strict";
 *
 * const offered = ["application/json", "text/event-stream"] as const;
 * assert.equal(negotiate("text/event-stream, application/json;q=0.9", offered), "text/event-stream");
 * assert.equal(negotiate("*" + "/*, application/json;q=0", offered), "text/event-stream");
 * assert.throws(() => negotiate("text/html", offered), { code: "not_acceptable" });
 * ```
 */
export function negotiate<Type extends string>(accept: string | undefined, offered: readonly Type[]): Type {
  const ranges = parseAccept(accept ?? "*/*");
  let best: { type: Type; weight: number } | undefined;
  for (const type of offered) {
    const weight = weightOf(type, ranges);
    if (weight > (best?.weight ?? 0)) best = { type, weight };
  }
  if (best === undefined) {
    throw new AgentError("not_acceptable", `This route answers ${offered.join(" or ")}; accept one of them.`);
  }
  return best.type;
}

interface Range {
  readonly type: string;
  readonly weight: number;
}

function parseAccept(header: string): Range[] {
  if (header.trim() === "") return [{ type: "*/*", weight: 1 }];
  return header.split(",").flatMap((part) => {
    const [type = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    const legal = /^[^\s/]+\/[^\s/]+$/.test(type) && /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight);
    return legal ? [{ type, weight: Number(weight) }] : [];
  });
}

function weightOf(type: string, ranges: readonly Range[]): number {
  const wider = [type, `${type.split("/")[0]}/*`, "*/*"];
  for (const candidate of wider) {
    const range = ranges.find((range) => range.type === candidate);
    if (range !== undefined) return range.weight;
  }
  return 0;
}
