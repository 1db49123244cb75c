// What the provider tests share: requests, a stream drained with its invariants checked, bodies cut at will.
import assert from "node:assert/strict";
import { enforce } from "../../src/kernel/choice/enforce.ts";
import { type Feature, isFeature, type Lacks } from "../../src/core/model/capability.ts";
import { markNotice } from "../../src/kernel/history/notice.ts";
import { AgentError } from "../../src/core/error.ts";
import { ModelError } from "../../src/core/model/model_error.ts";
import { toGenerator } from "../support/pushed.ts";
import type {
  Message,
  ModelEvent,
  ModelIo,
  ModelRequest,
  ModelResult,
  Provider,
} from "../../src/core/model/provider.ts";
import type { MediaStyle } from "../../src/providers/_wire/media/media_rules.ts";
import type { ToolSpec } from "../../src/core/tool/tool_spec.ts";
import type { EnforcedChoice } from "../../src/core/model/enforced_choice.ts";
import { isJsonObject, parseJson } from "../../src/core/json.ts";
import type { Json, JsonObject } from "../../src/core/json.ts";

export const weatherTool: ToolSpec = {
  name: "get_weather",
  description: "Current weather of a city.",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};

export const timeTool: ToolSpec = {
  name: "get_time",
  description: "Local time of a city.",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};

/** For a writer of histories without media. */
export const NO_MEDIA_STYLE: MediaStyle = { rules: { api: "test", user: {} }, lacks: {} };

export function aRequest(parts: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: "gpt-4o",
    system: "You are terse.",
    messages: [{ role: "user", text: "What is the weather in Paris?" }],
    tools: [],
    choice: { type: "auto" },
    parallel: undefined,
    settings: {},
    lacks: {},
    cacheKey: "t1",
    cacheBreakpoints: false,
    ...parts,
  };
}

export interface Drained {
  readonly events: ModelEvent[];
  readonly result: ModelResult;
}

/** Reads a stream to its end and checks what holds for every stream of every provider. */
export async function drain(stream: AsyncGenerator<ModelEvent, ModelResult>): Promise<Drained> {
  const events: ModelEvent[] = [];
  for (;;) {
    const next = await stream.next();
    if (next.done) {
      checkStream(events, next.value);
      return { events, result: next.value };
    }
    events.push(next.value);
  }
}

/** The events until the error, and the error. */
export async function drainFailing(
  stream: AsyncGenerator<ModelEvent, ModelResult>,
): Promise<{ events: ModelEvent[]; error: AgentError }> {
  const events: ModelEvent[] = [];
  try {
    for (;;) {
      const next = await stream.next();
      if (next.done) break;
      events.push(next.value);
    }
  } catch (error) {
    assert.ok(error instanceof AgentError, String(error));
    return { events, error };
  }
  return assert.fail("The stream should have failed.");
}

/** The notice behind the conversation: as a message of its own, or in the user's words, which are one message with the user's last. */
export function withNotice(
  messages: readonly Message[],
  notice: string | undefined,
  lacks: Lacks,
): readonly Message[] {
  if (notice === undefined) return messages;
  if (lacks.notices === undefined) return [...messages, { role: "notice", text: notice }];
  const text = markNotice("00ff00ff00ff00ff", notice);
  const last = messages.at(-1);
  if (last?.role !== "user" || last.parts !== undefined) return [...messages, { role: "user", text }];
  return [...messages.slice(0, -1), { role: "user", text: `${last.text}\n\n${text}` }];
}

/** A request as the runtime makes it of a choice: enforced by what is known of the model. */
export function enforced(
  provider: Provider,
  request: ModelRequest,
): { request: ModelRequest; choice: EnforcedChoice; sent: Json } {
  const { model, settings, choice, tools, parallel } = request;
  const known = provider.capabilities(model, settings);
  const capabilities = { ...known, lacks: { ...known.lacks, ...request.lacks } };
  const held = enforce({
    choice,
    tools,
    parallel,
    capabilities,
    onUnsupported: "degrade",
    hold: "prefix",
  });
  const sent: ModelRequest = {
    ...request,
    choice: held.choice,
    tools: held.tools,
    parallel: held.parallel,
    lacks: capabilities.lacks,
    messages: withNotice(request.messages, held.notice, capabilities.lacks),
  };
  return { request: sent, choice: held, sent: provider.map(sent) };
}

/** Asks as the runtime does. */
export function ask(
  provider: Provider,
  request: ModelRequest = aRequest(),
  io: { fetch?: typeof fetch; signal?: AbortSignal } = {},
): AsyncGenerator<ModelEvent, ModelResult> {
  return streamed(provider, enforced(provider, request).request, {
    fetch: io.fetch ?? fetch,
    signal: io.signal ?? new AbortController().signal,
  });
}

/** The events of one request as they come, then its result; a reader that leaves early aborts the request. */
export function streamed(
  provider: Provider,
  request: ModelRequest,
  { signal, ...io }: ModelIo,
): AsyncGenerator<ModelEvent, ModelResult> {
  return toGenerator((emit, left) =>
    provider.stream(request, { ...io, signal: AbortSignal.any([signal, left]), emit })
  );
}

export function textOf(result: ModelResult): string {
  return result.blocks.map((block) => block.type === "text" ? block.text : "").join("");
}

export function reasoningOf(result: ModelResult): string {
  return result.blocks.map((block) => block.type === "reasoning" ? block.text : "").join("");
}

export function callsOf(result: ModelResult): { name: string; args: string; id: string | undefined }[] {
  return result.blocks.flatMap((block) =>
    block.type === "call" ? [{ name: block.name, args: block.args, id: block.providerId }] : []
  );
}

function checkStream(events: readonly ModelEvent[], result: ModelResult): void {
  const told = events.filter((event) => event.type !== "warning");
  result.blocks.forEach((block, number) => {
    const own = told.filter((event) => event.block === number);
    const deltas = own.flatMap((event) => "text" in event ? [event.text] : []).join("");
    assert.equal(own[0]?.type, `${block.type}.started`);
    assert.equal(own.at(-1)?.type, `${block.type}.ended`);
    assert.equal(own.filter((event) => event.type.endsWith(".ended")).length, 1);
    const last = own.at(-1);
    if (last?.type === "call.ended" && block.type === "call") assert.equal(last.args, block.args);
    assert.equal(deltas, block.type === "call" ? block.args : block.text);
  });
  const numbers = told.filter((event) => event.type.endsWith(".started")).map((event) => event.block);
  assert.deepEqual(numbers, result.blocks.map((_, number) => number));
}

/** A fetch that answers every request with these bytes in pieces of the given sizes (the last one repeats). */
export function fetchOf(
  bytes: Uint8Array<ArrayBuffer>,
  sizes: number[],
  type = "text/event-stream",
): typeof fetch {
  return () => {
    let offset = 0;
    let turn = 0;
    const body = new ReadableStream({
      type: "bytes", // as the body of a fetch is
      pull(controller) {
        if (offset >= bytes.length) {
          controller.close();
          controller.byobRequest?.respond(0);
          return;
        }
        const size = sizes[Math.min(turn++, sizes.length - 1)] ?? bytes.length;
        controller.enqueue(bytes.slice(offset, offset += size));
      },
    });
    return Promise.resolve(
      new Response(body, { headers: { "content-type": type, "x-request-id": "req_1" } }),
    );
  };
}

/** A fetch that answers every request with this text. */
export function fetchText(text: string, init: ResponseInit = {}): typeof fetch {
  return () =>
    Promise.resolve(
      new Response(text, { ...init, headers: { "content-type": "text/event-stream", ...init.headers } }),
    );
}

/** The body of a captured request. */
export function bodyOf(text: string): JsonObject {
  const body = parseJson(text);
  return isJsonObject(body) ? body : assert.fail("The request body is not a JSON object.");
}

/** The features that a failure names as missing; none for an error of another kind. */
export function lacksIn(error: AgentError): readonly Feature[] {
  return error instanceof ModelError ? error.lacks.filter(isFeature) : [];
}
