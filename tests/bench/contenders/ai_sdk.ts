// What people do today: the AI SDK's generateText for one step, the conversation loaded and saved as one JSON value
// through @upstash/redis with its defaults, the pending call run by hand before. Streamed, each delta of
// the text is one line, as with the floor: the SDK's own stream for its chat takes more.

import { createOpenAI } from "@ai-sdk/openai";
import { Redis } from "@upstash/redis";
import {
  generateText,
  isStepCount,
  type LanguageModel,
  type ModelMessage,
  type StopCondition,
  streamText,
  tool,
  type ToolSet,
} from "ai";
import {
  type Addresses,
  INSTRUCTIONS,
  lookUpOrder,
  MODEL,
  MODEL_KEY,
  QUESTION,
  TOOL_DESCRIPTION,
  TOOL_NAME,
  toolParameters,
} from "../lab/workload.ts";
import { type ContenderFactory, threadOf, wantsStream } from "./contender.ts";

/** Where a conversation lies. */
export function conversationKey(thread: string): string {
  return `ai:${thread}`;
}

/** One call of the model. */
interface Request {
  readonly model: LanguageModel;
  readonly instructions: string;
  readonly messages: ModelMessage[];
  readonly tools: ToolSet;
  readonly stopWhen: StopCondition<ToolSet>;
}

/** Answers as the client accepts them: whole, by generateText, or as they come, by streamText. */
export const createAiSdk: ContenderFactory = (addresses) => {
  const { prepare, save } = conversations(addresses);
  const step = async (thread: string) => {
    const request = await prepare(thread);
    const { toolCalls, response } = await generateText(request);
    await save(thread, request.messages, response.messages, toolCalls.length);
  };
  return {
    step,
    async answer(http) {
      const thread = threadOf(http);
      await http.json(); // what the client asks for; a handler would check it
      if (!wantsStream(http)) {
        await step(thread);
        return Response.json({ type: "step.completed" });
      }
      const encoder = new TextEncoder();
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        async start(controller) {
          const request = await prepare(thread);
          const result = streamText(request);
          for await (const part of result.fullStream) {
            if (part.type !== "text-delta") continue;
            const { type, text } = part;
            controller.enqueue(encoder.encode(`data: ${JSON.stringify({ type, text })}\n\n`));
          }
          const calls = (await result.toolCalls).length;
          await save(thread, request.messages, (await result.response).messages, calls);
          controller.enqueue(encoder.encode(`data: {"type":"step.completed"}\n\n`));
          controller.close();
        },
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    },
  };
};

/** In process the answer comes as a stream, as it does for the others. */
export const createAiSdkStream: ContenderFactory = (addresses) => {
  const { prepare, save } = conversations(addresses);
  return {
    async step(thread) {
      const request = await prepare(thread);
      const result = streamText(request);
      for await (const _ of result.fullStream) { /* a handler would pass it on */ }
      await save(thread, request.messages, (await result.response).messages, (await result.toolCalls).length);
    },
  };
};

/** Whole turns: the SDK runs the tool and asks again, the conversation is loaded and saved as one JSON value. */
export const createAiSdkTurns: ContenderFactory = ({ redisUrl, redisToken, modelUrl }) => {
  const redis = new Redis({ url: redisUrl, token: redisToken });
  const openai = createOpenAI({ baseURL: modelUrl, apiKey: MODEL_KEY });
  const tools = {
    [TOOL_NAME]: tool({
      description: TOOL_DESCRIPTION,
      inputSchema: toolParameters,
      execute: (input) => lookUpOrder(input),
    }),
  };
  return {
    async step(thread) {
      const earlier = await redis.get<ModelMessage[]>(conversationKey(thread)) ?? [];
      const messages: ModelMessage[] = [...earlier, { role: "user", content: QUESTION }];
      const { steps, text, responseMessages } = await generateText({
        model: openai.chat(MODEL),
        instructions: INSTRUCTIONS,
        messages,
        tools,
        stopWhen: isStepCount(10),
      });
      if (steps.length !== 2 || text === "") throw new Error(`The turn had ${steps.length} steps: ${text}`);
      await redis.set(conversationKey(thread), [...messages, ...responseMessages]);
    },
  };
};

function conversations({ redisUrl, redisToken, modelUrl }: Addresses) {
  const redis = new Redis({ url: redisUrl, token: redisToken });
  const openai = createOpenAI({ baseURL: modelUrl, apiKey: MODEL_KEY });
  const tools = {
    [TOOL_NAME]: tool({ description: TOOL_DESCRIPTION, inputSchema: toolParameters }),
  };
  return {
    /** Loads the conversation and runs its pending calls. */
    async prepare(thread: string): Promise<Request> {
      const messages = await redis.get<ModelMessage[]>(conversationKey(thread));
      const last = messages?.at(-1);
      if (!messages || last?.role !== "assistant" || typeof last.content === "string") {
        throw new Error(`Conversation ${thread} has no pending call.`);
      }
      for (const part of last.content) {
        if (part.type !== "tool-call") continue;
        const { toolCallId, toolName } = part;
        const value = JSON.parse(JSON.stringify(lookUpOrder(toolParameters.parse(part.input))));
        messages.push({
          role: "tool",
          content: [{ type: "tool-result", toolCallId, toolName, output: { type: "json", value } }],
        });
      }
      return {
        model: openai.chat(MODEL),
        instructions: INSTRUCTIONS,
        messages,
        tools,
        stopWhen: isStepCount(1),
      };
    },
    /** Keeps the conversation with what the model said. */
    async save(
      thread: string,
      messages: readonly ModelMessage[],
      said: readonly ModelMessage[],
      calls: number,
    ): Promise<void> {
      if (calls !== 1) throw new Error(`The model made ${calls} calls.`);
      await redis.set(conversationKey(thread), [...messages, ...said]);
    },
  };
}
