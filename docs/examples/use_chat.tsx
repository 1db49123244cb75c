// A chat with useChat of the AI SDK: tools, approvals, branches, ratings, a title, a link to read it, a reload at any time. Bundle it:
// esbuild docs/examples/use_chat.tsx --bundle --jsx=automatic --format=esm --outfile=use_chat.js

import { type BranchChoice, type ChatAction, useStoredChat } from "@treadle/react/ai-sdk";
import { createRoot } from "react-dom/client";

const { api = "" } = document.body.dataset;
location.hash ||= crypto.randomUUID(); // a reload and a bookmark find the chat again
// The page's own server gives a short-lived token: a key of the deployment has no place in a page.
const headers = async () => ({ authorization: `Bearer ${await (await fetch("/token")).text()}` });

const toPlace = ({ number, all }: BranchChoice) => all.length > 1 && `${number} of ${all.length} `;
const toButton = ({ name, isOn, isDisabled, run }: ChatAction) => (
  <button key={name} aria-pressed={isOn} disabled={isDisabled} onClick={run}>{name}</button>
);

function Chat() {
  const chat = useStoredChat({ id: location.hash.slice(1), api, headers, ratings: true, links: true });
  return (
    <main>
      <h1>{chat.title ?? "New chat"}</h1>
      {chat.messages.map((message) => (
        <article key={message.id} className={message.role}>
          {message.parts.map((part, index) => (
            <div key={index}>
              {"toolCallId" in part && <code>{part.type} {JSON.stringify(part.input)} {part.state}</code>}
              {part.type === "text" ? part.text : chat.answersTo(part).map(toButton)}
            </div>
          ))}
          {toPlace(chat.choiceAt(message))}{chat.actionsOf(message).map(toButton)}
        </article>
      ))}
      <p role="status">{chat.error?.message ?? chat.status} {chat.link?.url}</p>
      <form action={(form) => void chat.sendMessage({ text: String(form.get("text")) })}>
        <input aria-label="Message" name="text" autoComplete="off" required />
        <button disabled={!chat.isReady}>send</button>
      </form>
      {chat.actions.map(toButton)}
    </main>
  );
}

createRoot(document.getElementById("chat") ?? document.body).render(<Chat />);
