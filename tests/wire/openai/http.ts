// The HTTP side of the simulated OpenAI server: capturing, authorization, official bodies of error statuses.
import { type ErrorBody, invalid, Refusal } from "./error.ts";
import { type CapturedRequest, isRecord } from "./reply.ts";

/**
 * Answers a request once it is captured in `requests`. `completed` rejects when the answer could not be delivered
 * whole, which resolves `gone`.
 */
export async function answerCaptured(
  request: Request,
  completed: Promise<void>,
  requests: CapturedRequest[],
  answer: (captured: CapturedRequest, gone: PromiseWithResolvers<void>) => Promise<Response>,
): Promise<Response> {
  const gone = Promise.withResolvers<void>();
  completed.catch(() => gone.resolve());
  const captured = await capture(request, gone.promise).catch(() => undefined);
  if (captured === undefined) return new Response(null, { status: 400 }); // its sender died while it sent
  requests.push(captured);
  const response = await answer(captured, gone);
  captured.status = response.status;
  return response;
}

// Reads the whole request.
async function capture(request: Request, disconnected: Promise<void>): Promise<CapturedRequest> {
  const text = await request.text();
  const url = new URL(request.url);
  return {
    method: request.method,
    path: url.pathname + url.search,
    headers: new Headers(request.headers),
    body: parseOrUndefined(text),
    text,
    at: performance.now(),
    disconnected,
  };
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Refuses a body that is no JSON object. */
export function toBody(captured: CapturedRequest): Record<string, unknown> {
  if (isRecord(captured.body)) return captured.body;
  const text =
    "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP " +
    "library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON. If you have " +
    "trouble figuring out how to fix this, please contact us through our help center at help.openai.com.)";
  throw invalid(text, null);
}

/** Refuses a missing or wrong bearer key, showing the wrong one masked. */
export function checkKey(header: string | null, apiKey: string): void {
  const key = header?.match(/^Bearer +(.+)$/)?.[1];
  if (key === apiKey) return;
  const refuse = (message: string, code: string | null) =>
    new Refusal(401, { message, type: "invalid_request_error", param: null, code });
  if (key === undefined) {
    const text =
      "You didn't provide an API key. You need to provide your API key in an Authorization header using " +
      "Bearer auth (i.e. Authorization: Bearer YOUR_KEY), or as the password field (with blank username) if you're " +
      "accessing the API from your browser and are prompted for a username and password. You can obtain an API key " +
      "from https://platform.openai.com/account/api-keys.";
    throw refuse(text, null);
  }
  const masked = key.length > 12 ? `${key.slice(0, 8)}${"*".repeat(key.length - 12)}${key.slice(-4)}` : key;
  const where = "You can find your API key at https://platform.openai.com/account/api-keys.";
  throw refuse(`Incorrect API key provided: ${masked}. ${where}`, "invalid_api_key");
}

const quotaError: ErrorBody = {
  message:
    "You exceeded your current quota, please check your plan and billing details. For more information on " +
    "this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.",
  type: "insufficient_quota",
  param: null,
  code: "insufficient_quota",
};

/** The official body of an error status; the code insufficient_quota has its own. */
export function officialError(status: number, model: string, code?: string | null): ErrorBody {
  if (code === "insufficient_quota") return quotaError;
  switch (status) {
    case 429:
      return {
        message:
          `Rate limit reached for ${model} in organization org-simulated on requests per min (RPM): Limit 500, ` +
          `Used 500, Requested 1. Please try again in 120ms. Visit ` +
          `https://platform.openai.com/account/rate-limits to learn more.`,
        type: "requests",
        param: null,
        code: "rate_limit_exceeded",
      };
    case 503:
      return {
        message:
          "That model is currently overloaded with other requests. You can retry your request, or contact us " +
          "through our help center at help.openai.com if the error persists.",
        type: "server_error",
        param: null,
        code: null,
      };
    default: {
      const server = status >= 500;
      return {
        message: server
          ? "The server had an error while processing your request. Sorry about that!"
          : `The request was refused with status ${status}.`,
        type: server ? "server_error" : "invalid_request_error",
        param: null,
        code: null,
      };
    }
  }
}
