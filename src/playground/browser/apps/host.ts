// The host of an app by SEP-1865, protocol 2026-01-26: JSON-RPC 2.0 by messages. It answers every request, and does what it answers.
// By hand: the bridge of @modelcontextprotocol/ext-apps has 586 KB minified, more than the whole page.

import type { AppView } from "../api/api.ts";

const PROTOCOL = "2026-01-26";
/** Calls of one app that run or wait. */
const CALLS = 8;

const ERRORS = { noMethod: -32601, params: -32602, refused: -32000 };

/** The parameters of a message: whatever the app sends. */
type Params = Readonly<Record<string, unknown>>;

/** An error of JSON-RPC. */
class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** What the host does for its app, and what it says to it. */
export interface AppPorts {
  readonly send: (message: object) => void;
  /** The app has this height, in pixels. */
  readonly resize: (height: number) => void;
  /** True when the person has opened it. */
  readonly openLink: (url: string) => Promise<boolean>;
  /** True when the person has sent it. */
  readonly say: (text: string) => Promise<boolean>;
  readonly call: (name: string, args: object) => Promise<object>;
}

/** The host's side of one app, from the loading of its HTML on. */
export class AppHost {
  readonly #app: AppView;
  readonly #ports: AppPorts;
  #isLoaded = false;
  #isReady = false;
  #calls = 0;

  constructor(app: AppView, ports: AppPorts) {
    this.#app = app;
    this.#ports = ports;
  }

  /** Takes a message of the app: plain JSON of any form. */
  take(json: unknown): void {
    if (!isObject(json) || json.jsonrpc !== "2.0" || typeof json.method !== "string") return;
    const { id, method } = json;
    const params = isObject(json.params) ? json.params : {};
    if (id === undefined) return this.#notice(method, params);
    if (typeof id !== "string" && typeof id !== "number") return;
    this.#answer(method, params).then(
      (result) => this.#ports.send({ jsonrpc: "2.0", id, result }),
      (error) => {
        const code = error instanceof RpcError ? error.code : ERRORS.refused;
        this.#ports.send({ jsonrpc: "2.0", id, error: { code, message: String(error.message ?? error) } });
      },
    );
  }

  #notice(method: string, params: Params): void {
    switch (method) {
      case "ui/notifications/sandbox-proxy-ready":
        // Once: a frame that is loaded again has left the app and its policy.
        if (this.#isLoaded) return;
        this.#isLoaded = true;
        return this.#notify("ui/notifications/sandbox-resource-ready", { html: this.#app.html });
      case "ui/notifications/initialized":
        if (this.#isReady) return;
        this.#isReady = true;
        this.#notify("ui/notifications/tool-input", { arguments: this.#app.args });
        return this.#notify("ui/notifications/tool-result", this.#app.result);
      case "ui/notifications/size-changed":
        if (typeof params.height === "number" && Number.isFinite(params.height)) {
          this.#ports.resize(params.height);
        }
        return;
    }
  }

  #notify(method: string, params: object): void {
    this.#ports.send({ jsonrpc: "2.0", method, params });
  }

  async #answer(method: string, params: Params): Promise<object> {
    switch (method) {
      case "ping":
        return {};
      case "ui/initialize":
        return initializeResult();
      case "ui/request-display-mode":
        return { mode: "inline" };
      case "ui/open-link":
        if (typeof params.url !== "string") throw new RpcError(ERRORS.params, "url is no text.");
        return refusedUnless(await this.#ports.openLink(params.url));
      case "ui/message":
        return refusedUnless(await this.#ports.say(textIn(params.content)));
      case "tools/call":
        return await this.#call(params);
      default:
        throw new RpcError(ERRORS.noMethod, "The page has no such method.");
    }
  }

  async #call({ name, arguments: args = {} }: Params): Promise<object> {
    if (typeof name !== "string" || !isObject(args)) {
      throw new RpcError(ERRORS.params, "A call has a name and an object of arguments.");
    }
    if (!this.#isReady) throw new RpcError(ERRORS.refused, "The app has not said that it is initialized.");
    if (this.#calls >= CALLS) throw new RpcError(ERRORS.refused, `${CALLS} calls of the app wait already.`);
    this.#calls++;
    try {
      return await this.#ports.call(name, args);
    } finally {
      this.#calls--;
    }
  }
}

function initializeResult(): object {
  const isDark = document.documentElement.dataset.theme === "dark" ||
    document.documentElement.dataset.theme === undefined &&
      matchMedia("(prefers-color-scheme: dark)").matches;
  return {
    protocolVersion: PROTOCOL,
    hostInfo: { name: "treadle", version: "1.0.0" },
    hostCapabilities: { openLinks: {}, serverTools: {}, message: { text: {} } },
    hostContext: {
      theme: isDark ? "dark" : "light",
      displayMode: "inline",
      availableDisplayModes: ["inline"],
      locale: navigator.language,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      platform: "web",
    },
  };
}

function refusedUnless(isDone: boolean): object {
  return isDone ? {} : { isError: true };
}

/** The words of content blocks: other blocks are left out. */
function textIn(content: unknown): string {
  const blocks = Array.isArray(content) ? content : [content];
  return blocks.flatMap((block) =>
    isObject(block) && block.type === "text" && typeof block.text === "string" ? [block.text] : []
  ).join("\n").trim();
}

function isObject(value: unknown): value is Params {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
