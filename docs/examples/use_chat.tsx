// A chat with useChat of the AI SDK: text, tools, approvals, branches, a reload at any time. Bundle it and put it beside use_chat.html:
// esbuild docs/examples/use_chat.tsx --bundle --jsx=automatic --format=esm --outfile=use_chat.js

import { useStoredChat } from "@treadle/react/ai-sdk";
import type { FormEvent } from "react";
import { createRoot } from "react-dom/client";

const { url = "", agent = "" } = document.body.dataset;
// The chat is in the address, so a reload and a bookmark find it again.
location.hash ||= crypto.randomUUID();
// The page's own server gives a short-lived token: a key of the deployment has no place in a page.
const headers = async () => ({ authorization: `Bearer ${await (await fetch("/token")).text()}` });

function Chat() {
  const chat = useStoredChat({ id: location.hash.slice(1), api: `${url}/api/chat/${agent}`, headers });
  const { messages, status, error, isReady, addToolApprovalResponse } = chat;
  const send = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    chat.sendMessage({ text: String(new FormData(submitted.currentTarget).get("text")) });
    submitted.currentTarget.reset();
  };
  return (
    <main>
      {messages.map((message) => (
        <article key={message.id} className={message.role}>
          {message.parts.map((part, index) => {
            if (part.type === "text") return <p key={index}>{part.text}</p>;
            if (!("toolCallId" in part)) return null;
            const answer = (approved: boolean) => () =>
              addToolApprovalResponse({ id: part.approval?.id ?? "", approved });
            return (
              <section key={part.toolCallId} className="call" aria-label={part.type}>
                <code>{JSON.stringify(part.input)}</code> {part.state}
                {part.state === "approval-requested" && (
                  <fieldset disabled={!isReady || status !== "ready"}>
                    <button onClick={answer(true)}>Approve</button>
                    <button onClick={answer(false)}>Deny</button>
                  </fieldset>
                )}
              </section>
            );
          })}
          <Branches {...chat.choiceAt(message)} onChoice={chat.openBranch} />
        </article>
      ))}
      <p role="status">{error?.message ?? status}</p>
      <form onSubmit={send}>
        <input aria-label="Message" name="text" autoComplete="off" required />
        <button disabled={!isReady}>Send</button>
        <button type="button" disabled={!isReady} onClick={() => chat.regenerate()}>Again</button>
        {status === "streaming" && <button type="button" onClick={chat.stop}>Stop</button>}
      </form>
    </main>
  );
}

interface BranchesOptions {
  readonly number: number;
  readonly all: readonly string[];
  readonly onChoice: (branch: string) => void;
}

/** "2 of 3" with the way to the others, at a message that another branch has otherwise. */
function Branches({ number, all, onChoice }: BranchesOptions) {
  if (all.length === 1) return null;
  const to = (branch: string | undefined, text: string) => (
    <button disabled={branch === undefined} onClick={() => onChoice(branch ?? "")}>{text}</button>
  );
  return (
    <nav aria-label="Branches">
      {to(all[number - 2], "Earlier")} {number} of {all.length} {to(all[number], "Later")}
    </nav>
  );
}

createRoot(document.getElementById("chat") ?? document.body).render(<Chat />);
