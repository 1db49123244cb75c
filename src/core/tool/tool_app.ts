// MCP Apps: user interfaces of a server of tools for calls of its tools (the extension io.modelcontextprotocol/ui).

/** The app that renders a call: events, views and the history name it. */
export interface CallApp {
  /** Name of the server in its agent. */
  readonly server: string;
  /** The resource with the app's HTML, such as `ui://weather/view.html`. */
  readonly uri: string;
}

/** What the apps of its server have to do with a tool. */
export interface ToolApp {
  /** Name of the server in its agent. */
  readonly server: string;
  /** The server's own name of the tool, by which its apps call it. */
  readonly tool: string;
  /** The resource that shows the tool's calls; undefined where none does. */
  readonly uri?: string | undefined;
  /** Apps of the server may call the tool. */
  readonly callable: boolean;
}

/** The app that shows a tool's calls; undefined where none does. */
export function appOfCall(app: ToolApp | undefined): CallApp | undefined {
  return app?.uri === undefined ? undefined : { server: app.server, uri: app.uri };
}

/** The app that shows a call which ran; undefined where none does, and for a call that did not run. */
export function appOfOutcome(
  tools: readonly { readonly name: string; readonly app?: ToolApp | undefined }[],
  { name, outcome }: { readonly name: string; readonly outcome: string },
): CallApp | undefined {
  if (outcome !== "completed" && outcome !== "failed") return undefined;
  return appOfCall(tools.find((tool) => tool.name === name)?.app);
}

/** The HTML of an app, as its server gives it. */
export interface AppResource {
  readonly html: string;
  /** Origins that the app names as those that it needs, unread. */
  readonly csp: AppDomains;
  /** Whether the app wants a border around it; undefined where it says nothing. */
  readonly prefersBorder?: boolean | undefined;
}

/** Origins that an app may reach, by what it does there; see `_meta.ui.csp` of SEP-1865. */
export interface AppDomains {
  /** By fetch and WebSocket. */
  readonly connectDomains: readonly string[];
  /** For scripts, styles, images, fonts and media. */
  readonly resourceDomains: readonly string[];
  /** In frames of the app. */
  readonly frameDomains: readonly string[];
  /** As the base of relative addresses. */
  readonly baseUriDomains: readonly string[];
}
