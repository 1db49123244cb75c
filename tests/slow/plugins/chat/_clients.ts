// useChat's own Chat of both majors of the AI SDK, unchanged, behind the part of it that both have.

import { Chat as Chat7 } from "@ai-sdk/react";
import { Chat as Chat6 } from "@ai-sdk/react-v3";
import { Chat as VueChat } from "@ai-sdk/vue";
import * as ai7 from "ai";
import * as ai6 from "ai-v6";
import { eventually } from "../../../support/eventually.ts";

/** A part of a message, as far as tests read it. */
export interface Part {
  readonly type: string;
  readonly text?: string;
  readonly state?: string;
  readonly toolCallId?: string;
  readonly input?: unknown;
  readonly rawInput?: unknown;
  readonly output?: unknown;
  readonly errorText?: string;
  readonly approval?: { readonly id: string; readonly approved?: boolean };
}

export interface Message {
  readonly id: string;
  readonly role: string;
  readonly metadata?: unknown;
  readonly parts: readonly Part[];
}

export interface ChatClient {
  readonly messages: readonly Message[];
  readonly status: string;
  readonly error: Error | undefined;
  sendMessage(message?: { text: string; messageId?: string }): Promise<void>;
  regenerate(options?: { messageId?: string }): Promise<void>;
  resumeStream(): Promise<void>;
  stop(): Promise<void>;
  addToolApprovalResponse(answer: { id: string; approved: boolean; reason?: string }): Promise<void>;
  addToolOutput(result: { tool: string; toolCallId: string; output: unknown }): Promise<void>;
}

export interface ChatOptions {
  readonly id: string;
  readonly api: string;
  readonly fetch?: typeof fetch;
  readonly headers?: Record<string, string>;
  /** Messages that the page has kept. */
  readonly messages?: readonly Message[];
  /** It sends nothing by itself. */
  readonly isManual?: boolean;
  /** Only the last message is sent. */
  readonly single?: boolean;
  readonly body?: object;
  /** What the page says that it has, when it asks for the stream. */
  readonly version?: number;
  readonly onData?: (part: { type: string; data: unknown }) => void;
  readonly onToolCall?: (call: { toolName: string; toolCallId: string }) => void;
}

/** How a chat came to its end for now, as `onFinish` says. */
export interface Finished {
  readonly finishReason?: string | undefined;
  readonly isAbort: boolean;
  readonly isError: boolean;
}

export interface OpenedChat {
  readonly chat: ChatClient;
  readonly finished: Finished[];
  /** Bodies of the requests that were sent. */
  readonly posts: { messages?: readonly Message[]; message?: Message; trigger?: string }[];
}

export interface Major {
  readonly name: string;
  open(options: ChatOptions): OpenedChat;
}

/** The parts of both packages that a chat is made of. Their types differ in what no test touches. */
interface Sdk {
  readonly Chat: unknown;
  readonly DefaultChatTransport: unknown;
  readonly complete: readonly ((options: never) => boolean)[];
}

function majorOf(name: string, sdk: Sdk): Major {
  return {
    name,
    open(
      {
        id,
        api,
        headers,
        messages = [],
        single,
        isManual,
        body,
        onData,
        onToolCall,
        version,
        fetch: send = fetch,
      },
    ) {
      const posts: OpenedChat["posts"] = [];
      const finished: Finished[] = [];
      const recording: typeof fetch = async (url, init) => {
        if (init?.method === "POST") posts.push(JSON.parse(String(init.body)));
        return await send(url, init);
      };
      const prepareSendMessagesRequest = ({ id, messages, trigger, messageId, body }: Prepared) => ({
        body: { ...body, id, message: messages.at(-1), trigger, messageId },
      });
      const transport = Reflect.construct(constructorOf(sdk.DefaultChatTransport), [{
        api,
        headers,
        body,
        fetch: recording,
        ...(single ? { prepareSendMessagesRequest } : {}),
        ...(version === undefined ? {} : {
          prepareReconnectToStreamRequest: () => ({ api: `${api}/${id}/stream?version=${version}`, headers }),
        }),
      }]);
      const chat: ChatClient = Reflect.construct(constructorOf(sdk.Chat), [{
        id,
        transport,
        messages: toKept(messages),
        onData,
        onFinish: (end: Finished) => finished.push(end),
        onToolCall: ({ toolCall }: { toolCall: { toolName: string; toolCallId: string } }) =>
          onToolCall?.(toolCall),
        sendAutomaticallyWhen: (options: never) =>
          !isManual && sdk.complete.some((isComplete) => isComplete(options)),
      }]);
      return { chat, posts, finished };
    },
  };
}

/** Messages as a page keeps them: JSON, of which nothing belongs to a client. */
function toKept(messages: readonly Message[]): Message[] {
  return JSON.parse(JSON.stringify(messages));
}

interface Prepared {
  readonly id: string;
  readonly messages: readonly Message[];
  readonly trigger: string;
  readonly messageId?: string;
  readonly body?: object;
}

function constructorOf(value: unknown): new () => unknown {
  if (typeof value !== "function") throw new Error("The package has no such class.");
  return value as new () => unknown; // a class of the package
}

/** Both majors that are in use. */
export const MAJORS: readonly Major[] = [
  majorOf("ai 6", {
    Chat: Chat6,
    DefaultChatTransport: ai6.DefaultChatTransport,
    complete: [
      ai6.lastAssistantMessageIsCompleteWithToolCalls,
      ai6.lastAssistantMessageIsCompleteWithApprovalResponses,
    ],
  }),
  majorOf("ai 7", {
    Chat: Chat7,
    DefaultChatTransport: ai7.DefaultChatTransport,
    complete: [
      ai7.lastAssistantMessageIsCompleteWithToolCalls,
      ai7.lastAssistantMessageIsCompleteWithApprovalResponses,
    ],
  }),
];

/** The class of Vue, whose messages and status are refs behind the same members. */
export const VUE = majorOf("@ai-sdk/vue", {
  Chat: VueChat,
  DefaultChatTransport: ai7.DefaultChatTransport,
  complete: [
    ai7.lastAssistantMessageIsCompleteWithToolCalls,
    ai7.lastAssistantMessageIsCompleteWithApprovalResponses,
  ],
});

/** The parts of a message in short: `text:It is 18 °C`, `tool-get_weather:output-available`. */
export function shortOf({ parts }: Message): string[] {
  return parts.map(({ type, text, state }) =>
    type === "text" ? `text:${text}` : state ? `${type}:${state}` : type
  );
}

/** Every tool part of a chat. */
export function cardsOf({ messages }: ChatClient): Part[] {
  return messages.flatMap(({ parts }) => parts.filter(({ toolCallId }) => toolCallId !== undefined));
}

/** Waits until the chat is at rest: also when it sends again by itself. */
export async function atRest(chat: ChatClient, isDone: () => boolean): Promise<void> {
  await eventually(
    () => (chat.status === "ready" || chat.status === "error") && isDone(),
    () => [chat.status, chat.error?.message, chat.messages],
  );
}
