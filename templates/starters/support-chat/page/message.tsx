// A message of a chat: texts, files, and what was done.

import { getToolName, isToolUIPart, type UIMessage } from "ai";

export function Message({ message: { role, parts } }: { message: UIMessage }) {
  return <article className={role}>{parts.map((part, index) => <Part key={index} part={part} />)}</article>;
}

function Part({ part }: { part: UIMessage["parts"][number] }) {
  if (part.type === "text") return <p>{part.text}</p>;
  if (part.type === "file") {
    const name = part.filename ?? "file";
    return part.mediaType.startsWith("image/")
      ? <img src={part.url} alt={name} />
      : <a href={part.url}>{name}</a>;
  }
  if (!isToolUIPart(part)) return null;
  return <p className="call">{getToolName(part).replaceAll("_", " ")}: {toWords(part.state)}</p>;
}

function toWords(state: string): string {
  switch (state) {
    case "approval-requested":
      return "a colleague decides about it";
    case "output-available":
      return "done";
    case "output-error":
    case "output-denied":
      return "not done";
    default:
      return "…";
  }
}
