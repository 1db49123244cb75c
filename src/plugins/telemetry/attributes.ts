// The attributes of spans: those of the GenAI conventions, and Treadle's own under `treadle.`.

import type { Attributes } from "@opentelemetry/api";
import type { ModelRequest, ModelResult } from "../../core/model/provider.ts";
import type { FinishReason, Observation } from "../../core/entry.ts";
import { AgentError, unreachable } from "../../core/error.ts";
import type { PlanFacts, RunEnd, RunStart, ToolStart } from "../../core/telemetry/telemetry.ts";
import type { EffectiveChoice } from "../../core/tool_choice/choice_report.ts";
import type { Usage } from "../../core/usage.ts";
import { providerName } from "./provider_names.ts";

/** The attributes that have a value: exporters write an undefined one as an empty value, and meters count it as one. */
export function toAttributes(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}

/** Of a run as it begins. Without `withTenant` the tenant is left out. */
export function runStart({ ref, agent, provider, model }: RunStart, withTenant: boolean): Attributes {
  return toAttributes({
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.provider.name": providerName(provider),
    "gen_ai.request.model": model,
    "gen_ai.agent.name": agent.name,
    "gen_ai.agent.id": agent.name,
    "gen_ai.agent.version": agent.hash.slice(0, 16),
    "gen_ai.conversation.id": ref.thread,
    "treadle.tenant": withTenant ? ref.tenant : undefined,
  });
}

/** Of a run that has ended. */
export function runEnd({ step, version, status, usage, choice, outcome }: RunEnd): Attributes {
  return toAttributes({
    "treadle.step": step,
    "treadle.version": version,
    "treadle.status": status,
    ...usageAttributes(usage),
    "treadle.usage.micro_dollars": usage.microDollars,
    ...choice && choiceAttributes(choice),
    "treadle.choice.outcome": outcome?.type,
  });
}

/** Of a model request as it begins, those which its metrics have as well: a model request has few values of them. */
export function chatScope(provider: string, server: string | undefined, { model }: ModelRequest): Attributes {
  const url = server === undefined ? null : URL.parse(server);
  return toAttributes({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": providerName(provider),
    "gen_ai.request.model": model,
    "server.address": url?.hostname,
    "server.port": url ? toPort(url) : undefined,
  });
}

/** Of a model request as it begins, the others. `number` counts the requests of the plan from 1. */
export function chatStart(
  { settings, output }: ModelRequest,
  thread: string,
  { step, choice, attributes = {} }: PlanFacts,
  number: number,
): Attributes {
  const { maxOutputTokens, temperature, topP } = settings;
  return toAttributes({
    "gen_ai.conversation.id": thread,
    "gen_ai.request.max_tokens": maxOutputTokens,
    "gen_ai.request.temperature": temperature,
    "gen_ai.request.top_p": topP,
    "gen_ai.output.type": output && "json",
    "treadle.step": step,
    "treadle.request": number,
    ...choiceAttributes(choice),
    ...Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`treadle.${name}`, value])),
  });
}

/** Of a model request that was answered. The finish reason is the provider's own word where it gives one. */
export function chatEnd(
  { model, responseId, requestId, finish, rawFinish, usage }: ModelResult,
): Attributes {
  const id = responseId ?? requestId;
  return toAttributes({
    "gen_ai.response.model": model,
    "gen_ai.response.id": id,
    "gen_ai.response.finish_reasons": [rawFinish ?? finishReason(finish)],
    ...usageAttributes(usage),
  });
}

/** Why the model stopped, in a word of the conventions. */
export function finishReason(finish: FinishReason): string {
  switch (finish) {
    case "calls":
      return "tool_call";
    case "refusal":
      return "content_filter";
    case "stop":
    case "length":
    case "content_filter":
      return finish;
    default:
      return unreachable(finish);
  }
}

/** Of a run of a tool as it begins. */
export function toolStart({ tool, call, step, attempt }: ToolStart): Attributes {
  return toAttributes({
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": tool.name,
    "gen_ai.tool.call.id": call.id,
    "gen_ai.tool.type": "function",
    "gen_ai.tool.description": tool.description || undefined,
    "treadle.step": step,
    "treadle.attempt": attempt,
    "treadle.tool.effect": tool.effect,
  });
}

/** The `error.type` of an observation; undefined when the tool completed. */
export function toolError({ outcome, error }: Observation): string | undefined {
  return outcome === "completed" ? undefined : error?.kind ?? outcome;
}

/** The `error.type` of what was thrown: the code of an AgentError, else the name of the class. */
export function errorType(thrown: unknown): string {
  if (thrown instanceof AgentError) return thrown.code;
  return thrown instanceof Error ? thrown.name : "_OTHER";
}

/** Tokens that the provider reported; none where they were estimated. */
function usageAttributes(usage: Usage): Attributes {
  const { inputTokens, outputTokens, cachedTokens, cacheWriteTokens, reasoningTokens, estimated } = usage;
  if (estimated) return { "treadle.usage.estimated": true };
  return {
    "gen_ai.usage.input_tokens": inputTokens,
    "gen_ai.usage.output_tokens": outputTokens,
    "gen_ai.usage.cache_read.input_tokens": cachedTokens,
    "gen_ai.usage.cache_creation.input_tokens": cacheWriteTokens,
    "gen_ai.usage.reasoning.output_tokens": reasoningTokens,
  };
}

function choiceAttributes({ requested, source, enforcement }: EffectiveChoice): Attributes {
  return {
    "treadle.choice": requested.type,
    "treadle.choice.tools": listTools(requested),
    "treadle.choice.source": source,
    "treadle.enforcement": enforcement,
  };
}

function listTools(choice: EffectiveChoice["requested"]): string[] | undefined {
  if (choice.type === "tool") return [choice.name];
  return choice.type === "allowed" ? [...choice.names] : undefined;
}

function toPort({ port, protocol }: URL): number {
  if (port !== "") return Number(port);
  return protocol === "http:" ? 80 : 443;
}
