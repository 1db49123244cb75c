// env.AI without a Worker: sends what workerd's own sends (src/cloudflare/internal/ai-api.ts), to a simulated server.
import type { AiBinding, AiOptions } from "../../../src/providers/workers_ai/binding.ts";

/** What the binding gives back: the response as it is, or what it gave before it knew `returnRawResponse`. */
export type Giving = "response" | "stream or object";

export class SimulatedAi implements AiBinding {
  readonly #url: string;
  readonly #giving: Giving;

  constructor(url: string, giving: Giving = "response") {
    this.#url = url;
    this.#giving = giving;
  }

  async run(model: string, inputs: Readonly<Record<string, unknown>>, options: AiOptions): Promise<unknown> {
    const { extraHeaders, signal, ...sent } = options;
    const response = await fetch(`${this.#url}/run?version=3`, {
      method: "POST",
      headers: {
        ...extraHeaders,
        "content-type": "application/json",
        "cf-consn-sdk-version": "2.0.0",
        "cf-consn-model-id": model,
      },
      body: JSON.stringify({ inputs, options: sent }),
      signal,
    });
    if (this.#giving === "response") return response;
    if (!response.ok) {
      const { internalCode, description } = await response.json();
      const error = new Error(`${internalCode}: ${description}`);
      error.name = "InferenceUpstreamError";
      throw error;
    }
    const isJson = response.headers.get("content-type") === "application/json";
    return isJson ? await response.json() : response.body;
  }
}
