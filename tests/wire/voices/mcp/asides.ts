// What a server says beside its answers: progress, logs, notifications, requests of its own, and answers that nobody has asked for.

import type { Canaries } from "../canaries.ts";

/** Messages that no model has to read, in the stream of the answer to the request of this id. */
export function asides(canaries: Canaries, id: unknown): readonly object[] {
  const notification = (method: string, params: object) => ({ jsonrpc: "2.0", method, params });
  const request = (method: string, params: object) => ({
    jsonrpc: "2.0",
    id: `server ${method}`,
    method,
    params,
  });
  const answer = (result: object) => ({ jsonrpc: "2.0", id: 1_000_000, result });
  const text = (planted: Parameters<typeof canaries.says<"unsent">>[1]) => ({
    type: "text",
    text: canaries.says("unsent", planted),
  });
  return [
    notification("notifications/message", { level: "error", data: canaries.says("unsent", "log message") }),
    notification("notifications/message", {
      level: "info",
      logger: canaries.says("unsent", "name of a logger"),
      data: { [canaries.word("unsent", "key of a log entry")]: 1 },
    }),
    // By the id of the request, and by a token that it might have had.
    ...[id, 0, 1].map((progressToken) =>
      notification("notifications/progress", {
        progressToken,
        progress: 1,
        total: 2,
        message: canaries.says("unsent", "message of progress"),
      })
    ),
    notification("notifications/resources/updated", {
      uri: `file:///${canaries.word("unsent", "uri of an updated resource")}`,
    }),
    notification("notifications/tools/list_changed", {
      _meta: { note: canaries.says("unsent", "_meta of a notification") },
    }),
    notification("notifications/cancelled", {
      requestId: "none",
      reason: canaries.says("unsent", "reason of a cancellation"),
    }),
    notification(`notifications/${canaries.word("unsent", "method of a notification")}`, {}),
    request("sampling/createMessage", {
      systemPrompt: canaries.says("unsent", "system prompt of a request for sampling"),
      messages: [{ role: "user", content: text("message of a request for sampling") }],
      maxTokens: 100,
    }),
    request("elicitation/create", {
      message: canaries.says("unsent", "message of an elicitation"),
      requestedSchema: {
        type: "object",
        properties: {
          a: { type: "string", description: canaries.says("unsent", "schema of an elicitation") },
        },
      },
    }),
    answer({
      prompts: [{
        name: canaries.word("unsent", "name of a prompt"),
        description: canaries.says("unsent", "description of a prompt"),
        arguments: [{ name: "a", description: canaries.says("unsent", "argument of a prompt") }],
      }],
    }),
    answer({ messages: [{ role: "user", content: text("message of a prompt") }] }),
    answer({
      resources: [{
        uri: `file:///${canaries.word("unsent", "uri of a listed resource")}`,
        name: canaries.word("unsent", "name of a listed resource"),
        description: canaries.says("unsent", "description of a listed resource"),
      }],
    }),
    answer({
      resourceTemplates: [{
        uriTemplate: `file:///${canaries.word("unsent", "uri of a resource template")}/{a}`,
        name: "a",
        description: canaries.says("unsent", "description of a resource template"),
      }],
    }),
  ];
}

/** An answer as a stream with all of that before it. */
export function amongAsides(canaries: Canaries, id: unknown, answer: object): Response {
  const messages = [...asides(canaries, id), answer];
  return new Response(messages.map((each) => `data: ${JSON.stringify(each)}\n\n`).join(""), {
    headers: { "content-type": "text/event-stream" },
  });
}
