// The published clients of MCP, in the configurations that people use, under one form.

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client";
// The package names its types for the path without an extension, and its code for the path with one.
// @ts-types="@modelcontextprotocol/sdk/client/streamableHttp"
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

/** What a tool gave. */
export interface Called {
  readonly text: string;
  readonly data: Record<string, unknown> | undefined;
  readonly isError: boolean;
  readonly meta: Record<string, unknown>;
}

/** A connected client. */
export interface Connected extends AsyncDisposable {
  readonly version: string | undefined;
  list(): Promise<
    readonly { readonly name: string; readonly annotations?: unknown; readonly outputSchema?: unknown }[]
  >;
  call(
    name: string,
    args: Record<string, unknown>,
    options?: {
      readonly onProgress?: (message: string) => void;
      readonly signal?: AbortSignal;
      readonly meta?: Record<string, unknown>;
    },
  ): Promise<Called>;
}

export interface ConnectOptions {
  readonly url: string;
  readonly headers?: Record<string, string>;
  /** The user's answer to a form; without it the client shows none. */
  readonly onForm?: (message: string) => Form;
}

export interface Form {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: Record<string, string | number | boolean>;
}

/** A client that people install. */
export interface ClientKind {
  readonly name: string;
  readonly isModern: boolean;
  connect(options: ConnectOptions): Promise<Connected>;
}

type Negotiation = ConstructorParameters<typeof Client>[1];

function newer(name: string, isModern: boolean, negotiation: Negotiation): ClientKind {
  return {
    name,
    isModern,
    async connect({ url, headers = {}, onForm }) {
      const client = new Client({ name: "test", version: "1.0.0" }, {
        ...negotiation,
        capabilities: onForm === undefined ? {} : { elicitation: { form: {} } },
      });
      if (onForm !== undefined) {
        client.setRequestHandler("elicitation/create", ({ params: { message } }) => ({ ...onForm(message) }));
      }
      await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
      return {
        version: client.getNegotiatedProtocolVersion(),
        list: async () => (await client.listTools()).tools,
        async call(name, args, { onProgress, signal, meta } = {}) {
          return toCalled(
            await client.callTool({ name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) }, {
              ...(onProgress === undefined
                ? {}
                : { onprogress: ({ message = "" }: { message?: string }) => onProgress(message) }),
              ...(signal === undefined ? {} : { signal }),
            }),
          );
        },
        [Symbol.asyncDispose]: () => client.close(),
      };
    },
  };
}

const older: ClientKind = {
  name: "sdk 1.32.2",
  isModern: false,
  async connect({ url, headers = {}, onForm }) {
    const client = new OldClient({ name: "test", version: "1.0.0" }, {
      capabilities: onForm === undefined ? {} : { elicitation: {} },
    });
    const transport = new OldTransport(new URL(url), { requestInit: { headers } });
    await client.connect(transport);
    return {
      version: transport.protocolVersion,
      list: async () => (await client.listTools()).tools,
      async call(name, args, { onProgress, signal, meta } = {}) {
        return toCalled(
          await client.callTool(
            { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) },
            undefined,
            {
              ...(onProgress === undefined
                ? {}
                : { onprogress: ({ message = "" }: { message?: string }) => onProgress(message) }),
              ...(signal === undefined ? {} : { signal }),
            },
          ),
        );
      },
      [Symbol.asyncDispose]: () => client.close(),
    };
  },
};

function toCalled(result: unknown): Called {
  const { content = [], structuredContent: data, isError = false, _meta: meta = {} } = Object(result);
  return { text: content[0]?.text ?? "", data, isError, meta };
}

/** Every configuration. */
export const CLIENTS: readonly ClientKind[] = [
  older,
  newer("client 2.4.0", false, {}),
  newer("client 2.4.0, pinned", true, { versionNegotiation: { mode: { pin: "2026-07-28" } } }),
  newer("client 2.4.0, auto", true, { versionNegotiation: { mode: "auto" } }),
];
