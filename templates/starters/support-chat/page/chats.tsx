// The stored chats of a customer. The open one is in the address, so a reload finds it again.

import { useEffect, useState } from "react";
import { request } from "./api.ts";
import { Chat } from "./chat.tsx";

interface Thread {
  readonly id: string;
  readonly title: string;
}

export function Chats() {
  const [threads, setThreads] = useState<readonly Thread[]>([]);
  const [id, setId] = useState(() => location.hash.slice(1) || crypto.randomUUID());
  const update = () =>
    request<{ threads: Thread[] }>("/v1/threads?agent=support").then((page) => setThreads(page.threads));
  useEffect(() => void update(), []);
  useEffect(() => {
    location.hash = id;
  }, [id]);
  return (
    <>
      <ul className="chats" aria-label="Chats">
        <li>
          <button type="button" onClick={() => setId(crypto.randomUUID())}>New chat</button>
        </li>
        {threads.map((thread) => (
          <li key={thread.id}>
            <a href={`#${thread.id}`} onClick={() => setId(thread.id)}>{thread.title}</a>
          </li>
        ))}
      </ul>
      <Chat key={id} id={id} onAnswered={update} />
    </>
  );
}
