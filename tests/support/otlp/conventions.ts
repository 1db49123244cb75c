// What the semantic conventions name, by the constants of @opentelemetry/semantic-conventions: an attribute, a metric or a value
// of Treadle's that is not among them is a mistake, or stands here with its source.

import assert from "node:assert/strict";
import * as conventions from "@opentelemetry/semantic-conventions/incubating";
import { projectRoot } from "../project.ts";
import type { ReceivedHistogram, ReceivedSpan } from "./receiver.ts";

const CONSTANTS: readonly (readonly [string, unknown])[] = Object.entries(conventions);

const named = (prefix: string): ReadonlySet<unknown> =>
  new Set(CONSTANTS.flatMap(([name, value]) => name.startsWith(prefix) ? [value] : []));

const ATTRIBUTES = named("ATTR_");
const OPERATIONS = named("GEN_AI_OPERATION_NAME_VALUE_");
const METRICS = new Set([
  ...named("METRIC_"),
  // open-telemetry/semantic-conventions-genai, docs/gen-ai/gen-ai-metrics.md; the package has no metrics of agents and tools.
  "gen_ai.invoke_agent.duration",
  "gen_ai.execute_tool.duration",
  "treadle.client.input.tokens", // the conventions have no metric of prompt caches
]);

/** The well-known values of gen_ai.provider.name. */
export const PROVIDER_NAMES = named("GEN_AI_PROVIDER_NAME_VALUE_");

const PAGE = await Deno.readTextFile(new URL("docs/observability.md", projectRoot));

/** Every attribute has a name of the conventions, or is Treadle's own; docs/observability.md has it, and every metric. */
export function assertConventional(
  spans: readonly ReceivedSpan[],
  histograms: readonly ReceivedHistogram[] = [],
): void {
  for (const { name, attributes } of [...spans, ...histograms]) {
    for (const key of Object.keys(attributes)) {
      assert.ok(
        ATTRIBUTES.has(key) || key.startsWith("treadle."),
        `${name}: ${key} is no name of the conventions`,
      );
    }
  }
  for (const { name, attributes, schemaUrl, scope } of spans) {
    const operation = attributes["gen_ai.operation.name"];
    assert.ok(OPERATIONS.has(operation), `${name}: ${operation}`);
    assert.ok(name === operation || name.startsWith(`${operation} `), name);
    assert.deepEqual([scope, schemaUrl], ["treadle", "https://opentelemetry.io/schemas/1.41.0"]);
  }
  const keys = [...spans, ...histograms].flatMap(({ attributes }) => Object.keys(attributes));
  for (const name of [...keys, ...histograms.map(({ name }) => name)]) {
    assert.ok(PAGE.includes(`\`${name}\``), `docs/observability.md has no ${name}`);
  }
  for (const { name } of histograms) assert.ok(METRICS.has(name), `${name} is no metric of the conventions`);
}
