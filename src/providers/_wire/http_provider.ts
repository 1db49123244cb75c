// The exchange that all HTTP providers have in common: one request, one answer, every failure normalised, nothing
// left running.

import {
  type Capabilities,
  type CapabilityTable,
  type Lack,
  refusedTool,
  resolveCapabilities,
} from "../../core/model/capability.ts";
import { AgentError, toAgentError } from "../../core/error.ts";
import type { Json } from "../../core/json.ts";
import type { ModelPhase } from "../../core/model/model_error.ts";
import type { ModelSettings } from "../../core/model/model_settings.ts";
import { unsentFormats } from "../../core/model/output_format.ts";
import { Lru, remembered } from "../../core/lru.ts";
import type { Clock } from "../../core/ports.ts";
import type {
  ChoiceRequest,
  HistoryWriter,
  ModelIo,
  ModelRequest,
  ModelResult,
  Provider,
  ProviderApis,
  StreamIo,
} from "../../core/model/provider.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import { ResponseBuilder } from "./response/response_builder.ts";
import type { Decoder, ProtocolAdapter, WireRequest } from "./protocol_adapter.ts";
import { ProviderError, readGenericError } from "./errors/provider_error.ts";
import { findLacks, refusesPath } from "./errors/refusal_patterns.ts";
import { findRefusedTool } from "./calls/refused_tool.ts";
import { toRefusal } from "./errors/refusal.ts";
import { type Lessened, withoutLacking } from "./without_lacking.ts";
import { refusesThinking } from "./errors/thinking_refusal.ts";
import { toModelError } from "./errors/to_model_error.ts";
import { withMedia } from "./media/media_marker.ts";
import { mediaWarnings } from "./media/media_warnings.ts";
import { namedMedia } from "./media/sent_media.ts";
import { findRequestId, post, type Sending } from "./post.ts";
import { type Aliases, createAliases } from "./calls/tool_names.ts";
import { readResponse } from "./response/read_response.ts";
import { withUsage } from "./response/usage.ts";
import { IdleTimeout } from "./response/idle_timeout.ts";
import { failsAsWhole, mustStream } from "./whole_answer.ts";

/** What an HTTP provider is made from. */
export interface HttpProviderConfig {
  readonly name: string;
  /** See {@link Provider.server}. */
  readonly server: string | undefined;
  /** See {@link ProviderApis}. */
  readonly usualApi: string;
  readonly kind: string | undefined;
  readonly capabilities: CapabilityTable;
  /** The adapter of the API that a request is sent to. */
  readonly adapterFor: (request: ChoiceRequest) => ProtocolAdapter;
  /** Never repeated in a message. */
  readonly secrets: readonly string[];
  /** The longest wait for the first byte and between two of them, in milliseconds; 120,000 by default. */
  readonly timeoutMs: number | undefined;
  /** Date.now by default. */
  readonly clock: Clock | undefined;
  /** Sends in place of {@link post} and throws as it does: a client of a package, or a binding of the platform. */
  readonly send?: (message: WireRequest, sending: Sending) => Promise<Response>;
  /** See {@link Provider.prepare}. */
  readonly prepare?: () => void;
}

/** A provider that sends one HTTP request for each `stream`. */
export function createHttpProvider(config: HttpProviderConfig): Provider {
  return new HttpProvider(config);
}

/** Callers may name models, so their number has no other limit. */
const MOST_MODELS = 1000;

class HttpProvider implements Provider {
  readonly name: string;
  readonly server: string | undefined;
  readonly apis: ProviderApis;
  readonly #config: HttpProviderConfig;
  /** Models that stream although no client reads: those that have refused a whole answer, or have not come to the end of one. */
  readonly #streamed = new Lru<true>(MOST_MODELS);
  /** By model; a step needs them six times. */
  readonly #capabilities = remembered((_: ModelSettings) => new Lru<Capabilities>(MOST_MODELS));

  constructor(config: HttpProviderConfig) {
    this.name = config.name;
    this.server = config.server;
    this.apis = {
      usual: config.usualApi,
      of: (request) => this.#nameOf(config.adapterFor(this.#withoutLacking(request).request)),
    };
    this.#config = config;
  }

  capabilities(model: string, settings: ModelSettings): Capabilities {
    const known = this.#capabilities(settings);
    const found = known.get(model);
    if (found !== undefined) return found;
    const resolved = resolveCapabilities(this.#config.capabilities, model, settings);
    known.set(model, resolved);
    return resolved;
  }

  map(original: ChoiceRequest): Json {
    // Settings that are dropped may decide about the API.
    const { request } = this.#withoutLacking(original);
    const adapter = this.#config.adapterFor(request);
    return request.tools.length === 0 ? null : adapter.choice(request, toAliases(request, adapter));
  }

  historyWriter(original: ChoiceRequest): HistoryWriter | undefined {
    const { request } = this.#withoutLacking(original);
    const adapter = this.#config.adapterFor(request);
    const aliases = toAliases(request, adapter);
    return { ...adapter.historyWriter(request, aliases), nameOf: aliases.toWire };
  }

  prepare(): void {
    this.#config.prepare?.();
  }

  outputLimit(original: Parameters<Provider["outputLimit"]>[0]): number | undefined {
    const { request } = this.#withoutLacking(original);
    const adapter = this.#config.adapterFor(request);
    if (request.compact !== undefined && adapter.summarizesApart) return undefined;
    return adapter.outputLimit?.(request) ?? request.settings.maxOutputTokens;
  }

  async body(original: ModelRequest): Promise<string> {
    const { request } = this.#withoutLacking(original);
    const adapter = this.#config.adapterFor(request);
    return await withMedia((await adapter.write(request, toAliases(request, adapter))).body, request.media);
  }

  async stream(original: ModelRequest, io: StreamIo): Promise<ModelResult> {
    const { request, warnings } = this.#withoutLacking(original);
    const adapter = this.#config.adapterFor(request);
    const { readError = readGenericError } = adapter;
    const aliases = toAliases(request, adapter);
    const offered = new Map(
      [...request.tools, ...request.added ?? [], ...request.found ?? []].map(({ name, parameters }) => [
        aliases.toWire(name),
        parameters,
      ]),
    );
    const progress: Progress = { phase: "connect", afterOutput: false, requestId: undefined };
    const builder = new ResponseBuilder(aliases, offered, (event) => {
      progress.afterOutput ||= event.type !== "warning";
      io.emit(event);
    });
    const decoder = adapter.decoder({
      builder,
      readError,
      offered: new Set(offered.keys()),
      provider: this.name,
      model: request.model,
    });
    for (const warning of [...warnings, ...mediaWarnings(request, adapter.media)]) {
      io.emit({ type: "warning", warning });
    }

    const finish = (whole: ModelResult) => {
      const { result, warnings } = withUsage(whole, request);
      for (const warning of warnings) io.emit({ type: "warning", warning });
      return progress.requestId === undefined ? result : { ...result, requestId: progress.requestId };
    };
    const whole = this.#mayBeWhole(request, io) ? adapter.whole : undefined;
    const exchange = { adapter, io, decoder, builder, progress };
    try {
      const message = await toMessage(request, aliases, adapter);
      const api = this.#nameOf(adapter);
      io.onRequest?.(message.body, api === this.apis.usual ? undefined : api);
      if (whole === undefined) await this.#exchange(message, exchange);
      else await this.#exchangeWhole(message, { ...exchange, whole, model: request.model });
      return finish(decoder.close());
    } catch (thrown) {
      if (thrown instanceof ProviderError && thrown.facts.answer !== undefined) {
        const draft = builder.begin("text");
        builder.write(draft, thrown.facts.answer);
        builder.end(draft);
        const usage = { inputTokens: 0, outputTokens: 0 };
        return finish({ blocks: builder.blocks(), finish: "stop", usage, model: request.model });
      }
      if (whole !== undefined && !io.signal.aborted && failsAsWhole(thrown)) {
        this.#streamed.set(request.model, true);
      }
      throw this.#failure(thrown, request, adapter, io.signal, progress);
    }
  }

  #nameOf({ api }: ProtocolAdapter): string {
    const { kind } = this.#config;
    return kind === undefined ? api : `${api}@${kind}`;
  }

  /** No client reads while the answer comes, and it is expected within the time that a stream may stand still. */
  #mayBeWhole({ model, settings, compact }: ModelRequest, { isUnread }: ModelIo): boolean {
    return isUnread === true && compact === undefined && this.#config.timeoutMs === undefined &&
      !this.#streamed.get(model) && !this.capabilities(model, settings).thinks;
  }

  /** Sends the message in the form of `whole`; as it is where that form is refused, or has run into a limit of time. */
  async #exchangeWhole(message: WireRequest, exchange: WholeExchange): Promise<void> {
    const { whole, model, io, progress } = exchange;
    const { headers, ...asked } = whole(message);
    try {
      await this.#exchange({ ...asked, headers: { ...headers, accept: "application/json" } }, exchange);
    } catch (thrown) {
      if (progress.phase !== "connect" || io.signal.aborted || !mustStream(thrown)) throw thrown;
      this.#streamed.set(model, true);
      await this.#exchange(message, exchange);
    }
  }

  /** Sends the message, and has the answer decoded. */
  async #exchange(message: WireRequest, exchange: Exchange): Promise<void> {
    const { adapter: { framing }, io, decoder, builder, progress } = exchange;
    const idle = new IdleTimeout(io.signal, this.#config.timeoutMs ?? 120_000);
    try {
      const response = await idle.race(this.#send(message, exchange, idle.signal));
      progress.phase = "stream";
      progress.requestId = findRequestId(response.headers);
      await readResponse(response, { framing, decoder, builder, idle });
    } finally {
      idle.close();
    }
  }

  async #send(unsigned: WireRequest, { adapter, io }: Exchange, signal: AbortSignal): Promise<Response> {
    const { send = post, clock = Date.now } = this.#config;
    const message = adapter.sign ? await adapter.sign(unsigned) : unsigned;
    const { readError = readGenericError, refusal = (refused) => toRefusal(refused, readError) } = adapter;
    const sending = { fetch: io.fetch, signal, clock, refusal };
    if (io.headers === undefined) return await send(message, sending);
    // Behind `write`, which signs: a signature covers what intermediaries leave as it is, and they may change a trace.
    return await send({ ...message, headers: { ...io.headers, ...message.headers } }, sending);
  }

  #failure(
    thrown: unknown,
    request: ModelRequest,
    adapter: ProtocolAdapter,
    signal: AbortSignal,
    progress: Progress,
  ): AgentError {
    if (signal.aborted) {
      if (signal.reason instanceof AgentError) return signal.reason;
      return new AgentError("step_cancelled", `The request to ${this.name}/${request.model} was aborted.`, {
        cause: signal.reason,
      });
    }
    if (!(thrown instanceof ProviderError)) return toAgentError(thrown);
    return toModelError(thrown, {
      provider: this.name,
      model: request.model,
      host: URL.parse(this.server ?? "")?.host || undefined,
      secrets: this.#config.secrets,
      lacks: lacksIn(thrown, request, adapter),
      refusesThinking: refusesThinking(thrown),
      ...progress,
    });
  }

  #withoutLacking<Request extends ChoiceRequest>(request: Request): Lessened<Request> {
    const { model, settings } = request;
    return withoutLacking(request, this.capabilities(model, settings).thinks);
  }
}

/** The request as it is streamed, unsigned. */
async function toMessage(
  request: ModelRequest,
  aliases: Aliases,
  adapter: ProtocolAdapter,
): Promise<WireRequest> {
  const marked = await adapter.write(request, aliases);
  const body = withMedia(marked.body, request.media);
  return typeof body === "string" ? marked : { ...marked, body: await body };
}

/** What the messages of one `stream` are sent with, and their answers are read with. */
interface Exchange {
  readonly adapter: ProtocolAdapter;
  readonly io: ModelIo;
  readonly decoder: Decoder;
  readonly builder: ResponseBuilder;
  readonly progress: Progress;
}

interface WholeExchange extends Exchange {
  readonly whole: NonNullable<ProtocolAdapter["whole"]>;
  readonly model: string;
}

interface Progress {
  phase: ModelPhase;
  afterOutput: boolean;
  requestId: string | undefined;
}

// One step needs them three times: in `map`, in `historyWriter` and in `stream`. Few requests have tools that were
// added.
function toAliases({ tools, added = [], found = [] }: ChoiceRequest, { names }: ProtocolAdapter): Aliases {
  const later = [...added, ...found];
  if (later.length > 0) return createAliases([...tools, ...later].map((tool) => tool.name), names);
  const known = ALIASES.get(tools);
  if (known && known.names === names?.source) return known.aliases;
  const aliases = createAliases(tools.map((tool) => tool.name), names);
  ALIASES.set(tools, { names: names?.source, aliases });
  return aliases;
}

const ALIASES = new WeakMap<
  readonly ToolSpec[],
  { readonly names: string | undefined; readonly aliases: Aliases }
>();

/**
 * What the refusal names as missing, without what it cannot be about. The runtime decides what is new in it and what
 * follows.
 */
function lacksIn(
  error: ProviderError,
  request: ModelRequest,
  adapter: ProtocolAdapter,
): readonly Lack[] {
  const { choice, compact, compacted } = request;
  const { unsupported, suspected, providerCode: code } = error.facts;
  if (error.code !== "model_invalid_request") return [];
  const { refusals = [], unlearnable = [], path } = adapter;
  if (adapter.summarizesApart) {
    const isOfThinking = refusesThinking(error);
    if (compact !== undefined && !isOfThinking) return ["compaction"];
    // What cannot be decrypted may be the summary: the runtime leaves out the thinking first.
    if (compact === undefined && compacted !== undefined && isOfThinking) return ["compaction"];
  }
  const all = findLacks({ message: error.message, unsupported, suspected, code, choice }, refusals);
  const named = namedMedia(all, request, adapter.media);
  const unsent = [...unlearnable, ...unsentFormats(request)];
  const lacks = named.filter((feature) => !unsent.includes(feature));
  if (lacks.length > 0) return lacks;
  const tool = findRefusedTool(error.message, request.tools, toAliases(request, adapter));
  if (tool !== undefined) return [refusedTool(tool)];
  return path === undefined || unsent.includes(path) || !refusesPath(error) ? [] : [path];
}
