// Data sets of tools and queries: tools.json and queries.jsonl as cases.

import * as z from "zod/mini";
import { parseJson } from "../../core/json.ts";
import { listedQuerySchema, type ListedTool, listedToolSchema } from "../data/case.ts";
import { parseData } from "../data/schema.ts";

const toolsSchema = z.array(listedToolSchema).check(z.minLength(1));

/** A query of a data set. Its `split` is the category of its case. */
export type ListedQuery = z.output<typeof listedQuerySchema>;

/**
 * The tools of a file: a JSON array.
 *
 * @throws {AgentError} invalid_request
 */
export function parseTools(text: string): ListedTool[] {
  return parseData(toolsSchema, parseJson(text), "The list of tools");
}

/**
 * The queries of a file: a JSON value a line; empty lines count for nothing.
 *
 * @throws {AgentError} invalid_request - with the line
 */
export function parseQueries(text: string): ListedQuery[] {
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    return [parseData(listedQuerySchema, parseJson(line), `Line ${index + 1} of the queries`)];
  });
}

/** Queries as the cases of a selector. */
export function toSelectionCases(queries: readonly ListedQuery[]) {
  return queries.map(({ query, expected, split }) => ({
    query,
    expected,
    category: split,
  }));
}

/** Queries as the cases of a choice. */
export function toChoiceCases(queries: readonly ListedQuery[]) {
  return queries.map(({ query, expected, split, offered, args }) => ({
    input: query,
    expected,
    category: split,
    offered,
    args,
  }));
}
