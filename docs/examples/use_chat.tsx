// A chat with useChat of the AI SDK. Its server gives short-lived tokens: a key has no place in a page. Bundle it:
// esbuild docs/examples/use_chat.tsx --bundle --jsx=automatic --format=esm --outfile=use_chat.js
import { type ChatAction, useStoredChat } from "@treadle/react/ai-sdk";
import { createRoot } from "react-dom/client";

const { api = "" } = document.body.dataset;
location.hash ||= crypto.randomUUID(); // a reload and a bookmark find the chat again
const headers = async () => ({ authorization: `Bearer ${await (await fetch("/token")).text()}` });
const toButton = ({ name, buttonProps }: ChatAction) => <button key={name} {...buttonProps}>{name}</button>;

function Chat() {
  const chat = useStoredChat({ id: location.hash.slice(1), api, headers, ratings: true, links: true });
  return (
    <main>
      <h1>{chat.title ?? "New chat"}</h1>
      {[...chat.messages, ...chat.waiting].map((message) => (
        <article key={message.id} className={message.role}>
          {message.parts.map((part, index) => (
            <div key={index}>
              {"toolCallId" in part && <code>{part.type} {JSON.stringify(part.input)} {part.state}</code>}
              {part.type === "text" ? part.text : chat.answersTo(part).map(toButton)}
            </div>
          ))}
          {chat.choiceAt(message).label} {chat.actionsOf(message).map(toButton)}
        </article>
      ))}
      <p role="status">{chat.error?.message ?? chat.status}</p>
      <form action={(form) => void chat.sendMessage({ text: String(form.get("text")) })}>
        <input aria-label="Message" name="text" autoComplete="off" required />
        <button disabled={!chat.isReady}>send</button>
      </form>
      {chat.actions.map(toButton)} {chat.link && <a href={chat.link.url}>link</a>}
    </main>
  );
}

createRoot(document.getElementById("chat") ?? document.body).render(<Chat />);
