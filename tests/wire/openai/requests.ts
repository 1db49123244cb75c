// What tests send to the simulated OpenAI server: tools, choices, raw requests, and the official client.
import OpenAI from "openai";
import { isRecord } from "./reply.ts";
import type { OpenAIServer } from "./server.ts";

/** A parameters schema that is legal under strict. */
export const schema = {
  type: "object",
  properties: { q: { type: "string" } },
  required: ["q"],
  additionalProperties: false,
};

/** The shortest user message. */
export const user = { role: "user", content: "hi" };

/** A function tool as chat wants it: nested. */
export function chatTool(name: string): OpenAI.ChatCompletionFunctionTool {
  return {
    type: "function",
    function: { name, description: `Does ${name}.`, parameters: schema, strict: true },
  };
}

/** A function tool as responses want it: flat. */
export function flatTool(name: string): OpenAI.Responses.FunctionTool {
  return { type: "function", name, description: `Does ${name}.`, parameters: schema, strict: true };
}

/** The named tool choice of chat. */
export function named(name: string) {
  return { type: "function", function: { name } };
}

/** The allowed_tools choice of chat with one tool. */
export function allowed(name: string) {
  return { type: "allowed_tools", allowed_tools: { mode: "auto", tools: [named(name)] } };
}

/** The official client, without retries. */
export function client(server: OpenAIServer): OpenAI {
  return new OpenAI({ apiKey: server.apiKey, baseURL: server.url, maxRetries: 0, logLevel: "off" });
}

/** Posts a JSON body with the right key; `path` is below /v1. */
export async function send(server: OpenAIServer, path: string, body: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${server.apiKey}`, "content-type": "application/json" };
  return await fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** The status, headers and error of a reply that is not streamed. */
export async function post(server: OpenAIServer, path: string, body: unknown) {
  const response = await send(server, path, body);
  const parsed: unknown = await response.json();
  const error = isRecord(parsed) && isRecord(parsed.error) ? parsed.error : {};
  return { status: response.status, headers: response.headers, error };
}
