// A chat with useChat of the AI SDK: text, tools, approvals, a reload at any time. Bundle it and put it beside use_chat.html:
// esbuild docs/examples/use_chat.tsx --bundle --jsx=automatic --format=esm --outfile=use_chat.js

import { useChat } from "@ai-sdk/react";
import {
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  type UIMessage,
} from "ai";
import { type FormEvent, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

const { url = "", agent = "" } = document.body.dataset;
// The chat is in the address, so a reload and a bookmark find it again.
location.hash ||= crypto.randomUUID();
const id = location.hash.slice(1);
const api = `${url}/api/chat/${agent}`;
// The page's own server gives a short-lived token: a key of the deployment has no place in a page.
const authorize = async () => ({ authorization: `Bearer ${await (await fetch("/token")).text()}` });
const stored = await (await fetch(`${api}/${id}/messages`, { headers: await authorize() })).json();
const asked: UIMessage | null = JSON.parse(localStorage.getItem(id) ?? "null");
const kept: UIMessage[] = stored.messages ?? [];
// A question that is being answered for the first time is not stored yet.
if (asked !== null && !kept.some((message) => message.id === asked.id)) kept.push(asked);

function Chat() {
  // useChat is "ready" while it asks whether there is a stream to read again, which replaces what is sent or answered meanwhile.
  const [isRestored, setRestored] = useState(false);
  const { messages, sendMessage, addToolApprovalResponse, regenerate, status, error } = useChat({
    id,
    messages: kept,
    resume: true,
    transport: new DefaultChatTransport({
      api,
      headers: authorize,
      // What was answered since the messages were read comes again.
      prepareReconnectToStreamRequest: async () => ({
        api: `${api}/${id}/stream?version=${stored.version ?? 0}`,
        headers: await authorize(),
      }),
      fetch: async (...request) => {
        try {
          return await fetch(...request);
        } finally {
          if (request[1]?.method === "GET") setRestored(true); // what asked for the stream
        }
      },
    }),
    // One request runs one step: useChat sends the next one when every call has its outcome, or its approval an answer.
    sendAutomaticallyWhen: (chat) =>
      lastAssistantMessageIsCompleteWithToolCalls(chat) ||
      lastAssistantMessageIsCompleteWithApprovalResponses(chat),
  });
  useEffect(() => {
    const question = messages.findLast(({ role }) => role === "user");
    if (question !== undefined) localStorage.setItem(id, JSON.stringify(question));
  }, [messages]);
  const [text, setText] = useState("");
  const canAnswer = isRestored && status === "ready";
  const send = (submitted: FormEvent) => {
    submitted.preventDefault();
    sendMessage({ text });
    setText("");
  };
  return (
    <main>
      {messages.map((message) => (
        <article key={message.id} className={message.role}>
          {message.parts.map((part, index) => {
            if (part.type === "text") return <p key={index}>{part.text}</p>;
            if (!("toolCallId" in part)) return null;
            return (
              <section key={part.toolCallId} className="call" aria-label={part.type}>
                <code>{JSON.stringify(part.input)}</code> {part.state}
                {part.state === "approval-requested" && (
                  <>
                    <button
                      disabled={!canAnswer}
                      onClick={() => addToolApprovalResponse({ id: part.approval.id, approved: true })}
                    >
                      Approve
                    </button>
                    <button
                      disabled={!canAnswer}
                      onClick={() => addToolApprovalResponse({ id: part.approval.id, approved: false })}
                    >
                      Deny
                    </button>
                  </>
                )}
              </section>
            );
          })}
        </article>
      ))}
      <p role="status">{error === undefined ? status : error.message}</p>
      <form onSubmit={send}>
        <input
          aria-label="Message"
          value={text}
          onChange={(change) => setText(change.target.value)}
          required
        />
        <button disabled={!isRestored}>Send</button>
        <button type="button" disabled={!isRestored} onClick={() => regenerate()}>Again</button>
      </form>
    </main>
  );
}

createRoot(document.getElementById("chat") ?? document.body).render(<Chat />);
