// A request record as it is stored within its entry: a list, by position, so that a step costs few bytes. What is seldom there
// stands by name behind it.
//
//   [2,"ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0",12,"x3Fq0_-a","chatcmpl-9f2","tool_calls"]
//   writer, request, start, head, response, finish, fingerprint, definition, {tools, lacks, parallel, choice, dropped, model, earlier}
//
// An API that is not the usual one stands beside the writer: [2,"openai.responses"]. Records from before there were writers begin with
// the request.

import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import type { RequestRecord } from "../../core/record.ts";

/** The list of a record; undefined for none. */
export function packRecord(record: RequestRecord): unknown[];
/** The list of a record; undefined for none. */
export function packRecord(record: RequestRecord | undefined): unknown[] | undefined;
export function packRecord(record: RequestRecord | undefined): unknown[] | undefined {
  if (record === undefined) return undefined;
  const { writer, api, request, start, head, response, finish, fingerprint, definition, ...seldom } = record;
  const values = [request, start, head, response, finish, fingerprint, definition, orUndefined(seldom)];
  const last = values.findLastIndex((value) => value !== undefined);
  const packed = values.slice(0, last + 1).map((value) => value ?? null);
  return writer === undefined ? packed : [api === undefined ? writer : [writer, api], ...packed];
}

function orUndefined(seldom: object): object | undefined {
  return Object.values(seldom).every((value) => value === undefined) ? undefined : seldom;
}

/** The record of a list, as JSON. */
export function unpackRecord(list: readonly Json[]): JsonObject {
  const [first = null] = list;
  if (typeof first === "number") return { writer: first, ...unpackRecord(list.slice(1)) };
  if (Array.isArray(first)) {
    const [writer = null, api = null] = first;
    return { ...withoutNulls({ writer, api }), ...unpackRecord(list.slice(1)) };
  }
  const [request, start, head, response, finish, fingerprint, definition, seldom = null] = list;
  const record = withoutNulls({ request, start, head, response, finish, fingerprint, definition });
  return isJsonObject(seldom) ? { ...record, ...seldom } : record;
}

/** The members that are neither null nor undefined. */
export function withoutNulls(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  const present = Object.entries(members).filter((entry): entry is [string, Json] =>
    entry[1] !== undefined && entry[1] !== null
  );
  return Object.fromEntries(present);
}
