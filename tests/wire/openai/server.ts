// A strict simulated OpenAI server over real HTTP: POST /v1/chat/completions, POST /v1/responses, GET /v1/models.
// It answers from a script, refuses what the real API refuses with its texts, and captures every request.
import { toAnswer } from "./answer.ts";
import { type ChatRules, parseChatRequest } from "./chat/request.ts";
import { toChunks, toCompletion } from "./chat/wire.ts";
import { type ErrorBody, HarnessError, Refusal } from "./error.ts";
import { answerCaptured, checkKey, officialError, toBody } from "./http.ts";
import { checkModel, defaultModels, defaultReasoningModels } from "./model.ts";
import type { CapturedRequest, ParsedRequest, Reply, Script } from "./reply.ts";
import { inputItems, type ItemStore } from "./responses/input.ts";
import { parseCompactRequest, toCompacted } from "./responses/compact.ts";
import { parseResponsesRequest } from "./responses/request.ts";
import { draftResponse, toErrorEvents, toEvents, toResponse } from "./responses/wire.ts";
import { type Delivery, toEventStream, toJsonBody } from "./stream.ts";
import { obey } from "./tools.ts";

export { toolRun } from "./script.ts";
export type { CapturedRequest, ParsedRequest, Reply, ScriptedCall } from "./reply.ts";

/** The key that the server accepts unless told otherwise. */
export const simulatedKey = "sk-simulated-0123456789abcdef";

/** How the simulated server behaves. */
export interface OpenAIOptions {
  /** Replies in order (one more request than replies is a harness error), or a function. Default: echo-like text. */
  reply?: Script;
  apiKey?: string;
  models?: string[];
  reasoningModels?: RegExp;
  /** Chat replies carry reasoning_content and chat messages may, as with DeepSeek and xAI. */
  reasoningContent?: boolean;
  /** Body keys to accept beyond the official ones. */
  acceptKeys?: string[];
}

/** A running simulated server. */
export interface OpenAIServer extends AsyncDisposable {
  /** The base URL, ending with /v1. */
  url: string;
  apiKey: string;
  requests: CapturedRequest[];
  /** Mistakes of the script (each was also answered with a 500 that is not retried); assert that it is empty. */
  complaints: string[];
  close(): Promise<void>;
}

/** Starts a server on a free port of the loopback interface. */
export function serveOpenAI(options: OpenAIOptions = {}): Promise<OpenAIServer> {
  const simulation = new Simulation(options);
  const stop = new AbortController();
  const { promise, resolve } = Promise.withResolvers<OpenAIServer>();
  const close = async () => {
    stop.abort();
    await server.finished;
  };
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    signal: stop.signal,
    onListen: ({ port }) =>
      resolve({
        url: `http://127.0.0.1:${port}/v1`,
        apiKey: simulation.apiKey,
        requests: simulation.requests,
        complaints: simulation.complaints,
        close,
        [Symbol.asyncDispose]: close,
      }),
  }, (request, info) => simulation.handle(request, info.completed));
  return promise;
}

class Simulation {
  readonly apiKey: string;
  readonly requests: CapturedRequest[] = [];
  readonly complaints: string[] = [];
  readonly #rules: ChatRules;
  readonly #script: Script;
  readonly #stored: ItemStore = { items: new Map(), responses: new Map() };
  #turn = 0;

  constructor(options: OpenAIOptions) {
    this.apiKey = options.apiKey ?? simulatedKey;
    this.#script = options.reply ?? (() => ({ text: "Hello! How can I assist you today?" }));
    this.#rules = {
      models: options.models ?? defaultModels,
      reasoningModels: options.reasoningModels ?? defaultReasoningModels,
      reasoningContent: options.reasoningContent ?? false,
      acceptKeys: options.acceptKeys ?? [],
    };
  }

  /** `completed` rejects when the answer could not be delivered whole. */
  handle(request: Request, completed: Promise<void>): Promise<Response> {
    return answerCaptured(
      request,
      completed,
      this.requests,
      (captured, gone) => this.#answer(captured, gone),
    );
  }

  async #answer(captured: CapturedRequest, gone: PromiseWithResolvers<void>): Promise<Response> {
    try {
      checkKey(captured.headers.get("authorization"), this.apiKey);
      const url = new URL(captured.path, "http://server");
      switch (`${captured.method} ${url.pathname}`) {
        case "GET /v1/models":
          return Response.json({ object: "list", data: this.#rules.models.map(toModel) }, {
            headers: this.#headers(),
          });
        case "POST /v1/chat/completions":
          return await this.#chat(parseChatRequest(toBody(captured), this.#rules, this.#turn), gone);
        case "POST /v1/responses": {
          const parsed = parseResponsesRequest(toBody(captured), this.#rules, this.#stored, this.#turn);
          return await this.#responses(parsed, gone);
        }
        case "POST /v1/responses/compact": {
          const parsed = parseCompactRequest(toBody(captured), this.#rules, this.#stored, this.#turn);
          return await this.#compact(parsed, gone);
        }
        default:
          return this.#model(captured.method, url.pathname);
      }
    } catch (error) {
      if (error instanceof Refusal) return this.#refuse(error.status, error.body);
      // A script that throws is a mistake of the test as well.
      const message = `Simulated server: ${error instanceof Error ? error.message : String(error)}`;
      this.complaints.push(message);
      const body = { message, type: "harness_error", param: null, code: "harness_error" };
      return this.#refuse(500, body, { "x-should-retry": "false" });
    }
  }

  async #chat(request: ParsedRequest, gone: PromiseWithResolvers<void>): Promise<Response> {
    const reply = await this.#reply(request);
    if (failsWhole(reply, request)) return this.#refuseAsScripted(reply, request);
    const shows = this.#rules.reasoningContent;
    const answer = toAnswer(reply, request, shows);
    const delivery = this.#delivery(reply, gone, () => [{ data: { error: toError(reply) } }]);
    return request.stream
      ? this.#stream(toEventStream(toChunks(answer, request, shows), delivery), reply)
      : this.#json(toJsonBody(toCompletion(answer, request, shows), delivery), reply);
  }

  async #responses(request: ParsedRequest, gone: PromiseWithResolvers<void>): Promise<Response> {
    const reply = await this.#reply(request);
    if (failsWhole(reply, request)) return this.#refuseAsScripted(reply, request);
    const draft = draftResponse(toAnswer(reply, request, false), request);
    const delivery = this.#delivery(reply, gone, (sent) => toErrorEvents(draft, toError(reply), sent));
    if (request.body.store !== false) {
      for (const item of draft.output) this.#stored.items.set(item.id, item);
      const before = this.#stored.responses.get(String(request.body.previous_response_id)) ?? [];
      const turn = [...before, ...inputItems(request.body.input), ...draft.output];
      this.#stored.responses.set(String(draft.base.id), turn);
    }
    return request.stream
      ? this.#stream(toEventStream(toEvents(draft, request), delivery), reply)
      : this.#json(toJsonBody(toResponse(draft), delivery), reply);
  }

  async #compact(request: ParsedRequest, gone: PromiseWithResolvers<void>): Promise<Response> {
    const reply = await this.#reply(request);
    if (failsWhole(reply, request)) return this.#refuseAsScripted(reply, request);
    const delivery = this.#delivery(reply, gone, () => []);
    return this.#json(toJsonBody(toCompacted(request, reply.usage), delivery), reply);
  }

  async #reply(request: ParsedRequest): Promise<Reply> {
    const turn = this.#turn++;
    if (typeof this.#script === "function") return obey(await this.#script(request), request);
    const reply = this.#script[turn];
    if (reply !== undefined) return obey(reply, request);
    throw new HarnessError(`The script has ${this.#script.length} replies, but request ${turn + 1} came.`);
  }

  #model(method: string, path: string): Response {
    const id = path.match(/^\/v1\/models\/(.+)$/)?.[1];
    if (method === "GET" && id !== undefined) {
      checkModel(decodeURIComponent(id), "chat", this.#rules);
      return Response.json(toModel(decodeURIComponent(id)), { headers: this.#headers() });
    }
    const message = `Invalid URL (${method} ${path})`;
    throw new Refusal(404, { message, type: "invalid_request_error", param: null, code: null });
  }

  #delivery(reply: Reply, gone: PromiseWithResolvers<void>, errorFrames: Delivery["errorFrames"]): Delivery {
    return {
      ...(reply.fault !== undefined && { fault: reply.fault }),
      ...(reply.hold !== undefined && { hold: reply.hold }),
      delayMs: reply.chunkDelayMs ?? 0,
      gone: gone.promise,
      onCancel: () => gone.resolve(),
      errorFrames,
    };
  }

  #stream(body: ReadableStream<Uint8Array>, reply: Reply): Response {
    const type = { "content-type": "text/event-stream; charset=utf-8" };
    return new Response(body, { headers: { ...this.#headers(), ...type, ...reply.headers } });
  }

  #json(body: ReadableStream<Uint8Array>, reply: Reply): Response {
    const type = { "content-type": "application/json" };
    return new Response(body, { headers: { ...this.#headers(), ...type, ...reply.headers } });
  }

  #refuseAsScripted(reply: Reply, request: ParsedRequest): Response {
    const status = reply.status ?? 500;
    const official = officialError(status, request.model, reply.error?.code);
    const body = typeof reply.fault === "object" ? toError(reply) : { ...official, ...reply.error };
    const waits = status === 429 && body.code !== "insufficient_quota";
    return this.#refuse(status, body, {
      ...(waits && { "retry-after": "1", "retry-after-ms": "20" }),
      ...reply.headers,
    });
  }

  #refuse(status: number, error: ErrorBody, headers: Record<string, string> = {}): Response {
    return Response.json({ error }, { status, headers: { ...this.#headers(), ...headers } });
  }

  #headers(): Record<string, string> {
    return {
      "x-request-id": `req_${crypto.randomUUID().replaceAll("-", "")}`,
      "openai-organization": "org-simulated",
      "openai-processing-ms": "12",
      "openai-version": "2020-10-01",
      "x-ratelimit-limit-requests": "500",
      "x-ratelimit-limit-tokens": "200000",
      "x-ratelimit-remaining-requests": String(Math.max(0, 500 - this.requests.length)),
      "x-ratelimit-remaining-tokens": "199000",
      "x-ratelimit-reset-requests": "120ms",
      "x-ratelimit-reset-tokens": "6s",
    };
  }
}

function toModel(id: string) {
  return { id, object: "model", created: 1_763_000_000, owned_by: "openai" };
}

/** An error in the middle of a reply that is not streamed is an error instead of it. */
function failsWhole(reply: Reply, request: ParsedRequest): boolean {
  return reply.status !== undefined || (typeof reply.fault === "object" && !request.stream);
}

function toError(reply: Reply): ErrorBody {
  const official = officialError(500, "");
  return typeof reply.fault === "object" ? { ...official, ...reply.fault.error } : official;
}
