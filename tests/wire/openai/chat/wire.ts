// An answer in the Chat Completions dialect: the completion object and the chunks of a stream.
// Shapes: openai-chat/openai-text recordings; reasoning_content as in the deepseek recordings.
import { type Answer, pieces, randomId } from "../answer.ts";
import { isRecord, type ParsedRequest } from "../reply.ts";
import type { Frame } from "../stream.ts";

/** The body of a reply that is not streamed. */
export function toCompletion(answer: Answer, request: ParsedRequest, showsReasoning: boolean) {
  return {
    ...head("chat.completion", request),
    choices: [{
      index: 0,
      message: {
        role: "assistant",
        content: answer.text ?? null,
        refusal: null,
        annotations: [],
        ...(showsReasoning && answer.reasoning !== "" && { reasoning_content: answer.reasoning }),
        ...(answer.calls.length > 0 &&
          { tool_calls: answer.calls.map((call) => toCall(call, call.arguments)) }),
      },
      logprobs: null,
      finish_reason: answer.finish,
    }],
    usage: toUsage(answer),
  };
}

/** The events of a streamed reply, [DONE] included. */
export function toChunks(answer: Answer, request: ParsedRequest, showsReasoning: boolean): Frame[] {
  const options = isRecord(request.body.stream_options) ? request.body.stream_options : {};
  const withUsage = options.include_usage === true;
  const base = head("chat.completion.chunk", request);
  const frame = (delta: Record<string, unknown>, finish: string | null = null): Frame => ({
    data: {
      ...base,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...(withUsage && { usage: null }),
      ...(options.include_obfuscation !== false && { obfuscation: randomId("", 4) }),
    },
    delta: Object.keys(delta).length > 0 && !("role" in delta),
  });

  const onlyCalls = answer.text === undefined;
  return [
    frame({ role: "assistant", content: onlyCalls ? null : "", refusal: null }),
    ...showsReasoning
      ? pieces(answer.reasoning, answer.sizes).map((part) =>
        frame({ content: null, reasoning_content: part })
      )
      : [],
    ...pieces(answer.text ?? "", answer.sizes).map((part) => frame({ content: part })),
    ...answer.calls.flatMap((call, index) => [
      frame({ tool_calls: [{ index, ...toCall(call, "") }] }),
      ...pieces(call.arguments, answer.sizes).map((part) =>
        frame({ tool_calls: [{ index, function: { arguments: part } }] })
      ),
    ]),
    frame({}, answer.finish),
    ...withUsage ? [{ data: { ...base, choices: [], usage: toUsage(answer) } }] : [],
    { data: "[DONE]" },
  ];
}

function head(object: string, request: ParsedRequest) {
  return {
    id: randomId("chatcmpl-", 29),
    object,
    created: Math.floor(Date.now() / 1000),
    model: request.model,
    service_tier: "default",
    system_fingerprint: "fp_de604bd877",
  };
}

function toCall(call: Answer["calls"][number], text: string) {
  return { id: call.id, type: "function", function: { name: call.name, arguments: text } };
}

function toUsage({ usage }: Answer) {
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cached, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: usage.reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}
