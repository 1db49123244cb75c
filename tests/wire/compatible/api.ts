// A simulated server of the family: its refusals are in lint.ts; here is how it answers.
import { toChunks, toCompletion } from "../openai/chat/wire.ts";
import { type CapturedRequest, isRecord, type ParsedRequest } from "../openai/reply.ts";
import type { Answer } from "../openai/answer.ts";
import { type Frame, toServerSentEvent } from "../openai/stream.ts";
import { officialError } from "../openai/http.ts";
import type { SimulatedApi } from "../simulator.ts";
import type { Flavor } from "./flavor.ts";
import { parseCompatible, toWireRefusal } from "./lint.ts";

export function compatibleApi(flavor: Flavor): SimulatedApi {
  return {
    parse(captured, turn) {
      checkAddress(flavor, captured);
      return parseCompatible(flavor, captured, turn);
    },
    frames: (answer, request) => toFrames(flavor, heard(flavor, answer, request), request),
    whole: (answer, request) =>
      rename(flavor, toCompletion(heard(flavor, answer, request), request, true), "message"),
    errorFrames: ({ message, code }) => [{
      data: flavor.errorBody({ message, code: code ?? null, type: "server_error", param: null }, 500),
    }],
    refusal(status, error, model) {
      const { message, code, param } = { ...officialError(status, model, error.code), ...error };
      const refusal = toWireRefusal(flavor, {
        message,
        status,
        param: param ?? undefined,
        ...(code === null ? {} : { code }),
      });
      return status === 429 ? Object.assign(refusal, { headers: { "retry-after": "1" } }) : refusal;
    },
    contentType: "text/event-stream",
    encode: (frame) =>
      (flavor.comment === undefined ? "" : `${flavor.comment}\n\n`) + toServerSentEvent(frame),
    headers: () => ({ "x-request-id": `req_${crypto.randomUUID().slice(0, 8)}` }),
  };
}

/** A server that silences reasoning rather than refuse the request tells none of it. */
function heard({ silenced }: Flavor, answer: Answer, request: ParsedRequest): Answer {
  return silenced && !request.reasons ? { ...answer, reasoning: "" } : answer;
}

function checkAddress(flavor: Flavor, { method, path, headers }: CapturedRequest): void {
  const expected = `${new URL(flavor.baseURL).pathname.replace(/\/$/, "")}/chat/completions`;
  if (method !== "POST" || path !== expected) {
    throw toWireRefusal(flavor, { message: `Unknown request URL: ${method} ${path}`, status: 404 });
  }
  if (flavor.key !== undefined && headers.get(flavor.key.header) !== flavor.key.value) {
    throw toWireRefusal(flavor, {
      message: "Incorrect API key provided.",
      status: 401,
      code: "invalid_api_key",
    });
  }
}

function toFrames(flavor: Flavor, answer: Answer, request: ParsedRequest): Frame[] {
  const asked = isRecord(request.body.stream_options) && request.body.stream_options.include_usage === true;
  const withUsage = { ...request, body: { ...request.body, stream_options: { include_usage: true } } };
  const frames = toChunks(answer, withUsage, true).map((frame) => ({
    ...frame,
    data: rename(flavor, frame.data, "delta"),
  }));
  const told = new Map<unknown, string>();
  const mannered = frames.flatMap((frame) => inManner(flavor, frame, answer, told));
  return asked || flavor.usage === "unasked"
    ? mannered
    : mannered.flatMap((frame) => withoutUsage(frame, flavor.usage === "x_groq"));
}

// Reasoning under the name that the server has for it.
function rename({ reasoning: field }: Flavor, wire: unknown, holder: "delta" | "message"): unknown {
  if (!isRecord(wire) || !Array.isArray(wire.choices)) return wire;
  const choices = wire.choices.map((choice: unknown) => {
    const said = isRecord(choice) ? choice[holder] : undefined;
    if (!isRecord(choice) || !isRecord(said) || typeof said.reasoning_content !== "string") return choice;
    const { reasoning_content: text, ...rest } = said;
    const details = [{ type: "reasoning.text", text, format: "anthropic-claude-v1", index: 0 }];
    const told = field === "reasoning_details"
      ? { reasoning: text, reasoning_details: details }
      : { [field]: text };
    return { ...choice, [holder]: { ...rest, ...told } };
  });
  return { ...wire, choices };
}

function inManner({ manner }: Flavor, frame: Frame, answer: Answer, told: Map<unknown, string>): Frame[] {
  const [choice] = isRecord(frame.data) && Array.isArray(frame.data.choices) ? frame.data.choices : [];
  const delta = isRecord(choice) && isRecord(choice.delta) ? choice.delta : {};
  const [call] = Array.isArray(delta.tool_calls) ? delta.tool_calls : [];
  if (!isRecord(call) || !isRecord(call.function) || !isRecord(frame.data)) return [frame];
  const first = call.id !== undefined;
  const name = told.get(call.index) ?? String(call.function.name);
  told.set(call.index, name);
  const say = (changed: Record<string, unknown>) => [{
    ...frame,
    data: {
      ...(isRecord(frame.data) ? frame.data : {}),
      choices: [{ ...choice, delta: { tool_calls: [changed] } }],
    },
  }];
  switch (manner) {
    case "whole": {
      const args = answer.calls[Number(call.index)]?.arguments ?? "";
      return first ? say({ ...call, function: { name, arguments: args } }) : [];
    }
    case "named":
      return say({ ...call, function: { ...call.function, name } });
    case "new ids":
      return first ? [frame] : say({
        ...call,
        id: String(Math.floor(Math.random() * 1e9)),
        type: "function",
        function: { name: "", arguments: call.function.arguments },
      });
    default:
      return [frame];
  }
}

function withoutUsage(frame: Frame, inGroq: boolean): Frame[] {
  if (!isRecord(frame.data) || !("usage" in frame.data)) return [frame];
  const { usage, ...rest } = frame.data;
  if (!isRecord(usage)) return [{ ...frame, data: rest }];
  return inGroq ? [{ ...frame, data: { ...rest, x_groq: { id: "req_1", usage } } }] : [];
}
