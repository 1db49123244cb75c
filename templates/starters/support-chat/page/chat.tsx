// One chat with useChat of the AI SDK. A message that is sent while an answer runs steers it.

import { useChat } from "@ai-sdk/react";
import { DefaultChatTransport, type UIMessage } from "ai";
import { type FormEvent, useEffect, useState } from "react";
import { request } from "./api.ts";
import { Message } from "./message.tsx";

const API = "/api/chat/support";

/** How often the page asks whether staff have decided. */
const WAIT_MS = 3_000;

/** What the server has of a chat. */
interface StoredChat {
  readonly messages: UIMessage[];
  readonly version: number;
}

interface ChatOptions {
  readonly id: string;
  readonly onAnswered: () => void;
}

/** Loads the chat, and again when a decision of staff has changed it. */
export function Chat({ id, onAnswered }: ChatOptions) {
  const [stored, setStored] = useState<StoredChat>();
  const load = () => request<StoredChat>(`${API}/${id}/messages`).then(setStored);
  useEffect(() => void load(), []);
  if (stored === undefined) return null;
  return <OpenChat key={stored.version} {...{ id, stored, onAnswered, reload: load }} />;
}

function OpenChat(
  { id, stored, onAnswered, reload }: ChatOptions & { stored: StoredChat; reload: () => void },
) {
  // useChat is "ready" while it asks whether there is a stream to read again, which replaces what is sent meanwhile.
  const [isRestored, setRestored] = useState(false);
  const { messages, sendMessage, status, error } = useChat({
    id,
    messages: stored.messages,
    resume: true,
    onFinish: onAnswered,
    transport: new DefaultChatTransport({
      // One request goes on to an answer.
      api: `${API}?mode=full`,
      // The thread has the history, so the last message is enough.
      prepareSendMessagesRequest: ({ id, messages, trigger, messageId }) => ({
        body: { id, message: messages.at(-1), trigger, messageId },
      }),
      prepareReconnectToStreamRequest: () => ({ api: `${API}/${id}/stream?version=${stored.version}` }),
      fetch: async (...parts) => {
        try {
          return await fetch(...parts);
        } finally {
          if (parts[1]?.method === "GET") setRestored(true); // what asked for the stream
        }
      },
    }),
  });
  const isWaiting = messages.at(-1)?.parts.some((part) =>
    "state" in part && part.state === "approval-requested"
  );
  useEffect(() => {
    if (!isWaiting || status !== "ready") return;
    const timer = setInterval(async () => {
      const thread = await request<{ status: string; running: boolean }>(`/v1/threads/${id}`);
      if (thread.status !== "waiting" && !thread.running) reload();
    }, WAIT_MS);
    return () => clearInterval(timer);
  }, [isWaiting, status]);

  const send = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    const form = submitted.currentTarget;
    const { text, files } = Object.fromEntries(
      [...form.elements].filter((each) => each instanceof HTMLInputElement).map((each) => [each.name, each]),
    );
    sendMessage({ text: text?.value ?? "", ...files?.files?.length && { files: files.files } });
    form.reset();
  };
  const isRunning = status === "submitted" || status === "streaming";
  return (
    <main>
      {messages.map((message) => <Message key={message.id} message={message} />)}
      <p role="status">{error === undefined ? isRunning ? "…" : "" : error.message}</p>
      <form onSubmit={send}>
        <input name="text" aria-label="Message" autoComplete="off" required />
        <input name="files" aria-label="Files" type="file" accept="image/*,application/pdf" multiple />
        <button disabled={!isRestored}>{isRunning ? "Add" : "Send"}</button>
        {isRunning && <button type="button" onClick={() => request(`${API}/${id}/stop`, {})}>Stop</button>}
      </form>
    </main>
  );
}
