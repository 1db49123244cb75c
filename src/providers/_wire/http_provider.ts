// A provider that speaks over HTTP: the exchange that all dialects have in common. One request, one answer, every failure
// normalised (row P9), nothing left running.

import {
  type Capabilities,
  capabilitiesOf,
  type CapabilityTable,
  type Feature,
  type Lacks,
} from "../../core/capability.ts";
import { AgentError, toAgentError } from "../../core/error.ts";
import type { Json } from "../../core/json.ts";
import type { ModelSettings } from "../../core/model_settings.ts";
import type { Clock, ModelIo } from "../../core/ports.ts";
import type {
  ChoiceRequest,
  HistoryWriter,
  ModelRequest,
  ModelResult,
  Provider,
  StreamIo,
} from "../../core/provider.ts";
import type { ToolSpec } from "../../core/tool.ts";
import type { Warning } from "../../core/tool_choice/choice_report.ts";
import { ResponseBuilder } from "./response_builder.ts";
import type { ProtocolAdapter, WireRequest } from "./dialect.ts";
import { ProviderError, toModelError } from "./errors.ts";
import { post, requestIdOf, type Sending, toRefusal } from "./post.ts";
import { type Aliases, createAliases } from "./tool_names.ts";
import { readResponse } from "./read_response.ts";
import { lacksOf } from "./refusal_patterns.ts";
import { withUsage } from "./usage.ts";
import { IdleTimeout } from "./idle_timeout.ts";

export interface WireProviderConfig {
  readonly name: string;
  readonly capabilities: CapabilityTable;
  /** The dialect that a request is sent in; mostly the same for all. */
  readonly dialectOf: (request: ChoiceRequest) => ProtocolAdapter;
  /** Never repeated in a message. */
  readonly secrets: readonly string[];
  readonly timeoutMs: number | undefined;
  readonly clock: Clock | undefined;
  /** Sends in place of {@link post}, and throws as that does: by a client of a package, or by a binding of the platform. */
  readonly send?: (message: WireRequest, sending: Sending) => Promise<Response>;
  /** See {@link Provider.prepare}. */
  readonly prepare?: () => void;
}

export function createWireProvider(config: WireProviderConfig): Provider {
  return new WireProvider(config);
}

class WireProvider implements Provider {
  readonly name: string;
  readonly #config: WireProviderConfig;

  constructor(config: WireProviderConfig) {
    this.name = config.name;
    this.#config = config;
  }

  capabilities(model: string, settings: ModelSettings): Capabilities {
    return capabilitiesOf(this.#config.capabilities, model, settings);
  }

  map(asked: ChoiceRequest): Json {
    if (asked.tools.length === 0) return null;
    // As it is sent: the API may follow from a setting.
    const { request } = this.#withoutLacking(asked);
    const dialect = this.#config.dialectOf(request);
    return dialect.choice(request, toAliases(request, dialect));
  }

  historyWriter(asked: ChoiceRequest): HistoryWriter | undefined {
    const { request } = this.#withoutLacking(asked);
    const dialect = this.#config.dialectOf(request);
    return dialect.historyWriter?.(request, toAliases(request, dialect));
  }

  prepare(): void {
    this.#config.prepare?.();
  }

  async stream(asked: ModelRequest, io: StreamIo): Promise<ModelResult> {
    const { request, warnings } = this.#withoutLacking(asked);
    const dialect = this.#config.dialectOf(request);
    const aliases = toAliases(request, dialect);
    const offered = new Set(request.tools.map((tool) => aliases.toWire(tool.name)));
    const progress: Progress = { phase: "connect", afterOutput: false, requestId: undefined };
    const builder = new ResponseBuilder(aliases, offered, (event) => {
      progress.afterOutput ||= event.type !== "warning";
      io.emit(event);
    });
    const decoder = dialect.decoder({
      answer: builder,
      offered,
      provider: this.name,
      model: request.model,
    });
    for (const warning of warnings) io.emit({ type: "warning", warning });

    const idle = new IdleTimeout(io.signal, this.#config.timeoutMs ?? 120_000);
    try {
      const message = await dialect.write(request, aliases);
      const response = await idle.race(this.#send(message, dialect, io, idle.signal));
      progress.phase = "stream";
      progress.requestId = requestIdOf(response.headers);
      await readResponse(response, { framing: dialect.framing, decoder, builder, idle });
      const { result, warnings } = withUsage(decoder.close(), request);
      for (const warning of warnings) io.emit({ type: "warning", warning });
      return progress.requestId === undefined ? result : { ...result, requestId: progress.requestId };
    } catch (thrown) {
      throw this.#failure(thrown, request, dialect, io.signal, progress);
    } finally {
      idle.close();
    }
  }

  #send(message: WireRequest, { refusal = toRefusal }: ProtocolAdapter, io: ModelIo, signal: AbortSignal) {
    const { send = post, clock = Date.now } = this.#config;
    return send(message, { fetch: io.fetch, signal, clock, refusal });
  }

  #failure(
    thrown: unknown,
    request: ModelRequest,
    dialect: ProtocolAdapter,
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
      secrets: this.#config.secrets,
      lacks: taughtBy(thrown, request, dialect, this.capabilities(request.model, request.settings)),
      ...progress,
    });
  }

  // Settings that the model refuses are left out, and that is said.
  #withoutLacking<Request extends ChoiceRequest>(
    request: Request,
  ): { request: Request; warnings: readonly Warning[] } {
    const { settings, lacks, model } = request;
    const { thinks } = this.capabilities(model, settings);
    const dropped = SETTINGS.filter(({ setting, isRefused }) =>
      settings[setting] !== undefined && isRefused(lacks, thinks)
    ).map(({ setting }) => setting);
    if (dropped.length === 0) return { request, warnings: [] };
    const kept: ModelSettings = {
      ...settings,
      ...Object.fromEntries(dropped.map((setting) => [setting, undefined])),
    };
    const warnings = dropped.map((setting) => ({
      code: "setting_dropped",
      message: `${setting} was left out: model ${model} does not take it.`,
    }));
    return { request: { ...request, settings: kept }, warnings };
  }
}

interface RefusableSetting {
  readonly setting: keyof ModelSettings;
  readonly isRefused: (lacks: Lacks, thinks: boolean) => boolean;
}

const SETTINGS: readonly RefusableSetting[] = [
  {
    setting: "temperature",
    isRefused: (lacks, thinks) =>
      lacks.temperature !== undefined || (thinks && lacks.sampling_thinking !== undefined),
  },
  {
    setting: "topP",
    isRefused: (lacks, thinks) =>
      lacks.topP !== undefined || (thinks && lacks.sampling_thinking !== undefined),
  },
  { setting: "reasoningEffort", isRefused: (lacks) => lacks.effort !== undefined },
];

interface Progress {
  phase: "connect" | "stream";
  afterOutput: boolean;
  requestId: string | undefined;
}

// A step asks for them three times: for the choice it tells, the history it writes, and the request.
function toAliases({ tools }: ChoiceRequest, { names }: ProtocolAdapter): Aliases {
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

// Only what the request did not know before: a lesson that changes nothing would be learned for ever.
function taughtBy(
  fault: ProviderError,
  { lacks, choice }: ModelRequest,
  { unlearnable = [] }: ProtocolAdapter,
  { thinks }: Capabilities,
): readonly Feature[] {
  const { status, unsupported } = fault.facts;
  if (fault.code !== "model_invalid_request" || status === undefined || status >= 500) return [];
  return lacksOf(fault.message, unsupported, choice)
    // A model that thinks, and nobody knew: to know that it lacks forced choices while it thinks would change nothing.
    .flatMap((feature): readonly Feature[] =>
      feature === "forced_thinking" && !thinks ? ["required", "tool"] : [feature]
    )
    .filter((feature) => lacks[feature] === undefined && !unlearnable.includes(feature));
}
