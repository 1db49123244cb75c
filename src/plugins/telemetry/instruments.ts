// The histograms of the GenAI conventions, and one of prompt caches, made once for each meter provider that is registered.

import { createNoopMeter, type Histogram, type Meter, type MeterProvider, metrics } from "@opentelemetry/api";
import { SCHEMA_URL, SCOPE } from "./scope.ts";

/** Durations are in seconds. */
export interface Instruments {
  /** Input and output tokens of a model request. */
  readonly tokens: Histogram;
  /** The same input tokens by what a prompt cache had to do with them; the conventions have no metric of it. */
  readonly input: Histogram;
  /** Of a model request. */
  readonly chat: Histogram;
  readonly run: Histogram;
  readonly tool: Histogram;
}

/** The boundaries that the conventions advise. */
const TOKENS = [
  1,
  4,
  16,
  64,
  256,
  1024,
  4096,
  16_384,
  65_536,
  262_144,
  1_048_576,
  4_194_304,
  16_777_216,
  67_108_864,
];
const SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const RUN_SECONDS = [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 51.2, 102.4, 204.8, 409.6];

/** A function that returns the instruments of the registered meter provider; undefined while there is none. */
export function instrumentsOfGlobal(): () => Instruments | undefined {
  const noop = createNoopMeter();
  let known: { readonly provider: MeterProvider; readonly instruments: Instruments | undefined } | undefined;
  return () => {
    const provider = metrics.getMeterProvider();
    if (known?.provider !== provider) {
      const meter = provider.getMeter(SCOPE, undefined, { schemaUrl: SCHEMA_URL });
      known = { provider, instruments: meter === noop ? undefined : createInstruments(meter) };
    }
    return known.instruments;
  };
}

function createInstruments(meter: Meter): Instruments {
  const histogram = (name: string, unit: string, description: string, explicitBucketBoundaries: number[]) =>
    meter.createHistogram(name, { unit, description, advice: { explicitBucketBoundaries } });
  return {
    tokens: histogram(
      "gen_ai.client.token.usage",
      "{token}",
      "Number of input and output tokens used.",
      TOKENS,
    ),
    input: histogram(
      "treadle.client.input.tokens",
      "{token}",
      "Number of input tokens read from a prompt cache, written to one, and neither.",
      TOKENS,
    ),
    chat: histogram("gen_ai.client.operation.duration", "s", "GenAI operation duration.", SECONDS),
    run: histogram("gen_ai.invoke_agent.duration", "s", "Duration of an agent invocation.", RUN_SECONDS),
    tool: histogram("gen_ai.execute_tool.duration", "s", "Duration of a tool execution.", SECONDS),
  };
}
