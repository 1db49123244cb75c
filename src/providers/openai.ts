// Provider openai: Chat Completions and Responses of OpenAI, and the servers that speak either of them.

import { AgentError, toAgentError } from "../core/error.ts";
import type { Json } from "../core/json.ts";
import type { Clock, ModelIo } from "../core/ports.ts";
import type {
  Capabilities,
  ChoiceRequest,
  Dialect,
  ModelEvent,
  ModelRequest,
  ModelResult,
  Provider,
} from "../core/provider.ts";
import type { ChoiceMapping, Warning } from "../core/tool_choice.ts";
import { Answer } from "./_answer.ts";
import { Fault, toModelError } from "./_errors.ts";
import { decodeAnswer } from "./_openai_answer.ts";
import { toChatBody, toChatChoice } from "./_openai_chat.ts";
import { createChatDialect } from "./_openai_chat_messages.ts";
import { createChatDecoder } from "./_openai_chat_decoder.ts";
import { planTools, type ToolPlan } from "./_openai_choice.ts";
import { OpenAIClient, type WireBody } from "./_openai_client.ts";
import { checkHeaders, isOfficial, toSecrets } from "./_openai_config.ts";
import type { Decoder, Sampling, WireRequest } from "./_openai_dialect.ts";
import { type Api, apiOf, hasParallelFlag, reasons } from "./_openai_model.ts";
import { toResponsesBody, toResponsesChoice } from "./_openai_responses.ts";
import { createResponsesDialect } from "./_openai_responses_input.ts";
import { createResponsesDecoder } from "./_openai_responses_decoder.ts";
import { type Aliases, createAliases } from "./_prompt_alias.ts";
import { Watchdog } from "./_watchdog.ts";

export interface OpenAIConfig {
  readonly apiKey: string;
  /** With its version, as in `https://api.openai.com/v1`, the default. */
  readonly baseURL?: string;
  readonly organization?: string;
  readonly project?: string;
  /** Pins the dialect of every request that does not pin its own; by default it follows from the model and the server. */
  readonly api?: Api;
  /** The longest wait for the first byte and between two of them; 120,000 by default, since reasoning is silent. */
  readonly timeoutMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The provider's name, for a second one of the kind; "openai" by default. */
  readonly name?: string;
  /** Reads dates in `retry-after` when the answer has none of its own; Date.now by default. */
  readonly clock?: Clock;
}

/**
 * Talks to OpenAI, or to the server at `baseURL`. The dialect is `settings.api`, else `config.api`, else what the model
 * needs at OpenAI, and chat elsewhere; a server that sends an unpinned request to the other dialect is obeyed once and
 * remembered.
 */
export function createOpenAIProvider(config: OpenAIConfig): Provider {
  return new OpenAIProvider(config);
}

/** Decodes a body of POST /chat/completions that was not streamed. Throws as {@link Provider.stream} does. */
export function decodeChat(body: Json): ModelResult {
  return decodeBody("chat", body);
}

/** Decodes a body of POST /responses that was not streamed. Throws as {@link Provider.stream} does. */
export function decodeResponse(body: Json): ModelResult {
  return decodeBody("responses", body);
}

class OpenAIProvider implements Provider {
  readonly name: string;
  readonly #config: OpenAIConfig;
  readonly #client: OpenAIClient;
  readonly #timeoutMs: number;
  /** OpenAI itself; imitators know less. */
  readonly #official: boolean;
  readonly #secrets: readonly string[];
  /** Models that the server sent from chat to Responses. */
  readonly #learned = new Set<string>();

  constructor(config: OpenAIConfig) {
    const baseURL = config.baseURL ?? "https://api.openai.com/v1";
    this.name = config.name ?? "openai";
    this.#config = config;
    this.#timeoutMs = config.timeoutMs ?? 120_000;
    this.#official = isOfficial(baseURL, this.name);
    checkHeaders(config, this.name);
    this.#secrets = toSecrets(config);
    this.#client = new OpenAIClient({
      apiKey: config.apiKey,
      baseURL,
      organization: config.organization,
      project: config.project,
      headers: config.headers ?? {},
      clock: config.clock ?? Date.now,
    });
  }

  capabilities(model: string): Capabilities {
    return { tools: true, parallelFlag: hasParallelFlag(model), reasoning: reasons(model) };
  }

  map(request: ChoiceRequest): ChoiceMapping {
    const plan = this.#plan(request);
    return {
      sent: toWireChoice(this.#api(request), plan, toAliases(request)),
      toolsSent: plan.tools.map((tool) => tool.name),
      enforcement: plan.enforcement,
      because: plan.because,
      warnings: plan.warnings,
    };
  }

  dialect(request: ChoiceRequest): Dialect {
    return this.#dialect(this.#api(request), request, toAliases(request));
  }

  stream(request: ModelRequest, io: ModelIo): AsyncGenerator<ModelEvent, ModelResult> {
    const api = this.#api(request);
    if (api === "responses" || this.#pinned(request)) return this.#exchange(api, request, io);
    return this.#chatOrResponses(request, io);
  }

  async *#chatOrResponses(request: ModelRequest, io: ModelIo): AsyncGenerator<ModelEvent, ModelResult> {
    try {
      return yield* this.#exchange("chat", request, io);
    } catch (error) {
      if (!wantsResponses(error)) throw error;
      this.#learned.add(request.model);
      yield { type: "warning", warning: learnedWarning(this.name, request.model) };
      const result = yield* this.#exchange("responses", request, io);
      const toolChoice = toWireChoice("responses", this.#plan(request), toAliases(request));
      return { ...result, sent: { api: "responses", tool_choice: toolChoice } };
    }
  }

  async *#exchange(
    api: Api,
    request: ModelRequest,
    io: ModelIo,
  ): AsyncGenerator<ModelEvent, ModelResult> {
    const plan = this.#plan(request);
    const aliases = toAliases(request);
    const { sampling, warnings } = this.#sampling(request);
    const wire: WireBody = {
      api,
      body: toBody(api, {
        request,
        plan,
        aliases,
        dialect: this.#dialect(api, request, aliases),
        official: this.#official,
        sampling,
      }),
    };
    const offered = new Set(plan.tools.map((tool) => aliases.toWire(tool.name)));
    const answer = new Answer(aliases, offered);
    const decoder = toDecoder(api, {
      answer,
      offered,
      provider: this.name,
      model: request.model,
      official: this.#official,
    });
    for (const warning of warnings) yield { type: "warning", warning };

    const watchdog = new Watchdog(io.signal, this.#timeoutMs);
    const progress: Progress = { phase: "connect", afterOutput: false, requestId: undefined };
    try {
      const response = await watchdog.race(this.#client.send(wire, io.fetch, watchdog.signal));
      progress.phase = "stream";
      progress.requestId = response.headers.get("x-request-id") ?? undefined;
      for await (const events of decodeAnswer(response, decoder, watchdog)) {
        for (const event of events) {
          progress.afterOutput ||= event.type !== "warning";
          yield event;
        }
      }
      const result = decoder.close();
      yield* decoder.take();
      return progress.requestId === undefined ? result : { ...result, requestId: progress.requestId };
    } catch (thrown) {
      throw this.#failure(thrown, request, io.signal, progress);
    } finally {
      watchdog.close();
    }
  }

  #failure(thrown: unknown, request: ModelRequest, signal: AbortSignal, progress: Progress): AgentError {
    if (signal.aborted) {
      if (signal.reason instanceof AgentError) return signal.reason;
      return new AgentError("step_cancelled", `The request to ${this.name}/${request.model} was aborted.`, {
        cause: signal.reason,
      });
    }
    if (!(thrown instanceof Fault)) return toAgentError(thrown);
    return toModelError(thrown, {
      provider: this.name,
      model: request.model,
      secrets: this.#secrets,
      ...progress,
    });
  }

  #dialect(api: Api, { model }: ChoiceRequest, aliases: Aliases): Dialect {
    if (api === "responses") return createResponsesDialect({ aliases, provider: this.name, model });
    return createChatDialect({
      aliases,
      imitator: this.#official ? undefined : { provider: this.name, model },
    });
  }

  #api(request: ChoiceRequest): Api {
    const pinned = this.#pinned(request);
    if (pinned) return pinned;
    if (this.#learned.has(request.model)) return "responses";
    if (!this.#official) return "chat";
    const { model, tools, settings } = request;
    return apiOf({ model, hasTools: tools.length > 0, reasoningEffort: settings.reasoningEffort });
  }

  #pinned(request: ChoiceRequest): Api | undefined {
    return request.settings.api ?? this.#config.api;
  }

  #plan(request: ChoiceRequest): ToolPlan {
    return planTools(request, {
      allowedTools: this.#official,
      parallelFlag: hasParallelFlag(request.model),
    });
  }

  // OpenAI answers 400 to settings that a model does not have; imitators mostly ignore them.
  #sampling(request: ModelRequest): { sampling: Sampling; warnings: Warning[] } {
    const { temperature, topP, reasoningEffort } = request.settings;
    const isThinking = reasons(request.model) && reasoningEffort !== "none";
    const dropsSampling = this.#official && isThinking;
    const dropsEffort = this.#official && !reasons(request.model);
    const dropped = [
      ...(dropsSampling && temperature !== undefined ? ["temperature"] : []),
      ...(dropsSampling && topP !== undefined ? ["topP"] : []),
      ...(dropsEffort && reasoningEffort !== undefined ? ["reasoningEffort"] : []),
    ];
    return {
      sampling: {
        temperature: dropsSampling ? undefined : temperature,
        topP: dropsSampling ? undefined : topP,
        reasoningEffort: dropsEffort ? undefined : reasoningEffort,
      },
      warnings: dropped.map((setting) => ({
        code: "setting_dropped",
        message: `${setting} was left out: model ${request.model} does not take it.`,
      })),
    };
  }
}

interface Progress {
  phase: "connect" | "stream";
  afterOutput: boolean;
  requestId: string | undefined;
}

function toBody(api: Api, request: WireRequest): string {
  return api === "chat" ? toChatBody(request) : toResponsesBody(request);
}

function toWireChoice(api: Api, plan: ToolPlan, aliases: Aliases): Json {
  if (!plan.choice) return null;
  return api === "chat" ? toChatChoice(plan.choice, aliases) : toResponsesChoice(plan.choice, aliases);
}

function toDecoder(api: Api, context: Parameters<typeof createChatDecoder>[0]): Decoder {
  return api === "chat" ? createChatDecoder(context) : createResponsesDecoder(context);
}

function toAliases({ tools }: ChoiceRequest): Aliases {
  return createAliases(tools.map((tool) => tool.name));
}

function decodeBody(api: Api, body: Json): ModelResult {
  const answer = new Answer(createAliases([]), new Set());
  const context = { answer, offered: new Set<string>(), provider: "openai", model: "", official: true };
  const decoder = toDecoder(api, context);
  try {
    decoder.readBody(body);
    return decoder.close();
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
    throw toModelError(thrown, {
      provider: "openai",
      model: "",
      phase: "stream",
      afterOutput: false,
      requestId: undefined,
      secrets: [],
    });
  }
}

// "... To use function tools, use /v1/responses", "This model is only supported in v1/responses and not in
// v1/chat/completions": the API names the dialect it wants.
function wantsResponses(error: unknown): boolean {
  return error instanceof AgentError && error.code === "model_invalid_request" &&
    error.details.afterOutput === false && /(?:use|only supported in) \/?v1\/responses/.test(error.message);
}

function learnedWarning(provider: string, model: string): Warning {
  return {
    code: "dialect_learned",
    message:
      `${provider}/${model} refuses this on Chat Completions; the request was sent again on Responses.`,
  };
}
