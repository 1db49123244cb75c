// HttpAgent of both versions of @ag-ui/client that are in use, unchanged, behind the part of it that both have.

import { HttpAgent as HttpAgent1 } from "@ag-ui/client";
import { HttpAgent as HttpAgent0 } from "@ag-ui/client0";

/** A message, as far as tests read it. */
export interface Message {
  readonly id: string;
  readonly role: string;
  readonly content?: unknown;
  readonly toolCallId?: string;
  readonly toolCalls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

export interface Interrupt {
  readonly id: string;
  readonly reason: string;
  readonly toolCallId?: string;
  readonly expiresAt?: string;
  readonly metadata?: Record<string, unknown>;
}

export interface Resume {
  readonly interruptId: string;
  readonly status: "resolved" | "cancelled";
  readonly payload?: unknown;
}

export interface RunParameters {
  readonly runId?: string;
  readonly tools?: readonly { name: string; description: string; parameters?: unknown }[];
  readonly context?: readonly { description: string; value: string }[];
  readonly forwardedProps?: Record<string, unknown>;
  readonly resume?: readonly Resume[];
}

/** An event, as a subscriber has it. */
export interface AgUiEvent {
  readonly type: string;
  readonly [key: string]: unknown;
}

export interface Subscriber {
  onEvent?(params: { event: AgUiEvent }): void;
}

export interface Client {
  messages: readonly Message[];
  state: Record<string, unknown>;
  readonly pendingInterrupts: readonly Interrupt[];
  runAgent(
    parameters?: RunParameters,
    subscriber?: Subscriber,
  ): Promise<{ result: unknown; newMessages: Message[] }>;
  addMessage(message: object): void;
  setMessages(messages: readonly object[]): void;
  abortRun(): void;
}

export interface AgentOptions {
  readonly url: string;
  readonly threadId: string;
  readonly headers?: Record<string, string>;
  readonly fetch?: typeof fetch;
  readonly initialMessages?: readonly object[];
  readonly initialState?: object;
}

export interface Version {
  readonly name: string;
  open(options: AgentOptions): Client;
}

function versionOf(name: string, HttpAgent: unknown): Version {
  if (typeof HttpAgent !== "function") throw new Error("The package has no HttpAgent.");
  return { name, open: (options) => Reflect.construct(HttpAgent, [structuredOf(options)]) };
}

/** The client clones its messages and its state, and keeps the rest. */
function structuredOf({ initialMessages, initialState, ...options }: AgentOptions) {
  return {
    ...options,
    ...(initialMessages === undefined ? {} : { initialMessages: structuredClone(initialMessages) }),
    ...(initialState === undefined ? {} : { initialState: structuredClone(initialState) }),
  };
}

/** Both versions that are in use. */
export const VERSIONS: readonly Version[] = [
  versionOf("@ag-ui/client 0.0.59", HttpAgent0),
  versionOf("@ag-ui/client 1.0.0", HttpAgent1),
];

/** What a run of the client came to: its events, and how the last of them says that it ended. */
export interface Ran {
  readonly events: readonly AgUiEvent[];
  readonly types: readonly string[];
  readonly last: AgUiEvent | undefined;
  /** What runAgent rejected with: an HTTP error, or an event that the client does not take. */
  readonly error: unknown;
}

/** Runs the agent; the client writes to the console what it rejects with. */
export async function ran(
  client: Client,
  parameters: RunParameters = {},
  onEvent: () => void = () => {},
): Promise<Ran> {
  const events: AgUiEvent[] = [];
  const { error: print } = console;
  console.error = () => {};
  addEventListener("unhandledrejection", ignoreBroken);
  let error: unknown;
  try {
    await client.runAgent(parameters, {
      onEvent({ event }) {
        events.push(event);
        onEvent();
      },
    });
  } catch (thrown) {
    error = thrown;
    await new Promise((next) => setTimeout(next));
  } finally {
    console.error = print;
    removeEventListener("unhandledrejection", ignoreBroken);
  }
  return { events, types: events.map(({ type }) => type), last: events.at(-1), error };
}

/** Beside the rejection of runAgent, a connection that breaks leaves a promise of the client that nobody has. */
function ignoreBroken(event: PromiseRejectionEvent): void {
  if (event.reason instanceof TypeError) event.preventDefault();
}

/** Says something and runs. */
export async function say(
  client: Client,
  text: string,
  id: string,
  parameters?: RunParameters,
): Promise<Ran> {
  client.addMessage({ id, role: "user", content: text });
  return await ran(client, parameters);
}

/** The messages in short: `user:Hi`, `assistant:It is:get_weather`, `tool:{"city":"Paris"}`. */
export function shortOf({ messages }: Client): string[] {
  return messages.map(({ role, content, toolCalls = [] }) =>
    [role, ...(content ? [content] : []), ...toolCalls.map((call) => call.function.name)].join(":")
  );
}

/** Every call of the messages. */
export function callsOf({ messages }: Client) {
  return messages.flatMap(({ toolCalls = [] }) => toolCalls);
}
