// An app and a host made with the official package, as bundles for a browser.

import * as esbuild from "esbuild";
import { fromFileUrl, projectRoot } from "../../../../support/project.ts";

const APP = `
import { App } from "@modelcontextprotocol/ext-apps";

const app = new App({ name: "Weather", version: "1.0.0" }, {});
const out = document.createElement("output");
const write = (text) => { out.textContent = text; };
const button = (label, run) => {
  const node = document.createElement("button");
  node.textContent = label;
  node.addEventListener("click", () => run().then(write, (error) => write("refused: " + error.message)));
  document.body.append(node);
};
document.body.append(out);
app.addEventListener("toolresult", ({ structuredContent }) => write("It is " + structuredContent?.sky + "."));
const call = async (name) => {
  const { content, structuredContent, isError } = await app.callServerTool({ name, arguments: {} });
  return (isError ? "failed: " : "") + (structuredContent?.sky ?? content[0]?.text);
};
button("Refresh", () => call("refresh"));
button("Move", () => call("move_station"));
button("Secret", () => call("secret"));
button("Say", async () =>
  (await app.sendMessage({ role: "user", content: [{ type: "text", text: "Thanks, app." }] })).isError ? "not sent" : "sent");
button("Open", async () => (await app.openLink({ url: "https://example.com/" })).isError ? "not opened" : "opened");
await app.connect();
`;

const HOST = `
import { Chat } from "@ai-sdk/react";
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithToolCalls } from "ai";
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

const api = document.body.dataset.api;
const write = (text) => { document.getElementById("out").textContent = text; };

async function showApp(thread, { callId }) {
  const path = api + "/v1/threads/" + thread + "/apps/" + callId;
  const app = await (await fetch(path)).json();
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  const bridge = new AppBridge(null, { name: "Chat", version: "1.0.0" }, { serverTools: {} });
  bridge.addEventListener("sandboxready", () => bridge.sendSandboxResourceReady({ html: app.html }), { once: true });
  bridge.addEventListener("initialized", async () => {
    await bridge.sendToolInput({ arguments: app.args });
    await bridge.sendToolResult(app.result);
  });
  bridge.oncalltool = async ({ name, arguments: args }) => {
    const response = await fetch(path + "/calls", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name, arguments: args }),
    });
    const run = await response.json();
    if (!response.ok) return { content: [{ type: "text", text: run.code }], isError: true };
    const [{ output, state }] = run.calls;
    if (state !== "completed") return { content: [{ type: "text", text: state }], isError: true };
    return { content: [{ type: "text", text: JSON.stringify(output) }], structuredContent: output };
  };
  document.body.append(frame);
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.src = api + "/v1/apps/frame";
}

const chat = new Chat({
  id: "c1",
  transport: new DefaultChatTransport({ api: api + "/api/chat/forecaster" }),
  // A request runs one step: the next one is sent when every call has its outcome.
  sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls,
});
await chat.sendMessage({ text: "How is the weather?" });
while (chat.status !== "ready" || chat.lastMessage.parts.at(-1).type !== "text") {
  await new Promise((done) => setTimeout(done, 50));
}
const last = chat.lastMessage;
write(JSON.stringify(last.parts.map(({ type }) => type)));
const part = last.parts.find(({ type }) => type === "data-app");
await showApp(last.metadata.runId, part.data);
`;

/** The HTML of an app by the official `App`, in one file as servers give it. */
export async function officialAppHtml(): Promise<string> {
  const script = (await bundle(APP)).replaceAll("</script", "<\\/script");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Weather</title></head><body><script type="module">${script}</script></body></html>`;
}

/** A page with a chat client, on an origin of its own. */
export interface ChatClient extends AsyncDisposable {
  readonly origin: string;
  /** The address of the deployment; set before the page is opened. */
  api: string;
}

/** Serves a chat client that shows apps with the official `AppBridge`. */
export async function serveChatClient(): Promise<ChatClient> {
  const script = await bundle(HOST);
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    if (new URL(request.url).pathname === "/client.js") {
      return new Response(script, { headers: { "content-type": "text/javascript" } });
    }
    return new Response(
      `<!doctype html><body data-api="${client.api}"><p id="out"></p><script type="module" src="/client.js"></script>`,
      { headers: { "content-type": "text/html", "content-security-policy": `frame-src ${client.api}` } },
    );
  });
  const client: ChatClient = {
    origin: `http://127.0.0.1:${server.addr.port}`,
    api: "",
    async [Symbol.asyncDispose]() {
      await server.shutdown();
    },
  };
  return client;
}

async function bundle(contents: string): Promise<string> {
  try {
    const { outputFiles: [file] } = await esbuild.build({
      stdin: { contents, resolveDir: fromFileUrl(projectRoot), loader: "js" },
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      target: "es2022",
      write: false,
      define: { "process.env.NODE_ENV": '"production"' },
    });
    return file?.text ?? "";
  } finally {
    await esbuild.stop();
  }
}
