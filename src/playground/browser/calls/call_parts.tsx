// The parts of a call: its arguments and its outcome, each in short, as a text to copy, and as it stands in the open call.

import type { ComponentChildren } from "preact";
import { JsonText, JsonValue } from "../json_view.tsx";
import { timeWords } from "../words.ts";
import type { CallArgs, CallResult, Observation } from "./call.ts";
import { argumentsLine, outputLine, textLine } from "./call_line.ts";

/** A part of a call. */
export interface CallPart {
  /** In short; empty where the line of the call says nothing of it. */
  readonly line: string;
  /** What is copied. */
  readonly text: string;
  /** The whole of it. */
  readonly body: ComponentChildren;
}

/** The arguments, as the model has written them so far. */
export function argumentsPart({ text, isWhole }: CallArgs): CallPart {
  if (!isWhole) return { line: textLine(text), text, body: text };
  return { line: argumentsLine(text), text, body: <JsonText text={text} /> };
}

/** What became of the call. */
export function resultPart(result: CallResult): CallPart {
  switch (result.type) {
    case "observed":
      return observationPart(result);
    case "deferred":
      return {
        line: "",
        text: JSON.stringify(result.ref, null, 2),
        body: (
          <>
            Waits since {timeWords(result.since)}, until {timeWords(result.expiresAt)}. Reference:{" "}
            <JsonValue value={result.ref} />
          </>
        ),
      };
    case "authorization":
      return {
        line: "",
        text: result.url ?? result.server,
        body: <Authorization server={result.server} url={result.url} />,
      };
    case "stopped":
      return { line: "", text: "", body: "–" };
  }
}

function observationPart({ outcome, output, error }: Observation): CallPart {
  if (error === undefined) {
    const text = typeof output === "string" ? output : JSON.stringify(output, null, 2);
    return { line: outputLine(output), text, body: <JsonValue value={output} /> };
  }
  const { message, hint } = error;
  const words = outcome === "failed" ? `${error.kind}: ${message}` : message;
  return {
    line: textLine(words),
    text: hint === undefined ? message : `${message}\n${hint}`,
    body: (
      <>
        <span class="call-error">{words}</span>
        {hint !== undefined && `\n${hint}`}
        {output !== null && (
          <>
            {"\n"}
            <JsonValue value={output} />
          </>
        )}
      </>
    ),
  };
}

function Authorization({ server, url }: { readonly server: string; readonly url: string | undefined }) {
  const words = `Authorize ${server}`;
  if (url === undefined) return <span>{words}</span>;
  return <a href={url} target="_blank" rel="noreferrer">{words}</a>;
}
