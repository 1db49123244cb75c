// A simulated Workers AI: POST /client/v4/accounts/{id}/ai/run/{model}, and the binding of a Worker in front of it.

import { embedByGrams } from "../../../../plugins/selection/embedding/_fake_embedding.ts";
import {
  type Arrived,
  type SimulatedService,
  startService,
  strangeKeys,
} from "../../../../plugins/selection/embedding/_servers.ts";

export const CLOUDFLARE_TOKEN = "cf-token-0123456789";
export const ACCOUNT = "account1";

/** What a test may set. */
export interface WorkersAISettings {
  /** Length of vectors; 768 by default. */
  dimensions?: number;
}

/** Starts it. `baseURL` is that of the account. */
export function startWorkersAI(
  settings: WorkersAISettings = {},
): SimulatedService & { readonly baseURL: string } {
  const root = `/client/v4/accounts/${ACCOUNT}`;
  const service = startService((arrived) => {
    if (arrived.headers.get("authorization") !== `Bearer ${CLOUDFLARE_TOKEN}`) {
      return refuse(401, 10000, "Authentication error");
    }
    if (!arrived.path.startsWith(`${root}/ai/run/@cf/`)) {
      return refuse(404, 7003, "Could not route to the path");
    }
    return run(arrived, settings);
  });
  return Object.assign(service, { baseURL: `${service.origin}${root}` });
}

/** `env.AI`: answers with the result alone, and throws `code: message`. */
export function bindingTo(service: SimulatedService & { readonly baseURL: string }) {
  return {
    async run(model: string, inputs: object, options: { signal?: AbortSignal }): Promise<unknown> {
      const response = await fetch(`${service.baseURL}/ai/run/${model}`, {
        method: "POST",
        headers: { authorization: `Bearer ${CLOUDFLARE_TOKEN}`, "content-type": "application/json" },
        body: JSON.stringify(inputs),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      });
      const { result, errors } = await response.json();
      const [error] = errors;
      if (error !== undefined) {
        const thrown = new Error(`${error.code}: ${error.message}`);
        thrown.name = "InferenceUpstreamError";
        throw thrown;
      }
      return result;
    },
  };
}

/** A body of a failure as the API has it. */
export function cloudflareError(code: number, message: string): object {
  return { result: null, success: false, errors: [{ code, message }], messages: [] };
}

function refuse(status: number, code: number, message: string): Response {
  return Response.json(cloudflareError(code, message), { status });
}

function run({ path, body }: Arrived, { dimensions = 768 }: WorkersAISettings): Response {
  const isBge = /bge-\w+-en-v1\.5$/.test(path);
  const [strange] = strangeKeys(body, isBge ? ["text", "pooling"] : ["text"]);
  const texts: unknown[] = Array.isArray(body.text) ? body.text : [body.text];
  const isWrong = strange !== undefined || texts.length < 1 || texts.length > 100 ||
    texts.some((text) =>
      typeof text !== "string" || text === "" || new TextEncoder().encode(text).length > 2048
    ) ||
    ![undefined, "cls", "mean"].includes(body.pooling);
  if (isWrong) {
    return refuse(
      400,
      5006,
      "AiError: Bad input: Error: oneOf at '/' not met, 0 matches: required properties at '/' are 'text'",
    );
  }
  const data = (texts as string[]).map((text) => embedByGrams(text, dimensions));
  const result = {
    shape: [data.length, dimensions],
    data,
    ...(isBge ? { pooling: body.pooling ?? "mean" } : {}),
  };
  return Response.json({ result, success: true, errors: [], messages: [] });
}
