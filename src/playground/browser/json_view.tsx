// JSON as readable text: indented, with its kinds of tokens marked for colour.

import type { ComponentChildren } from "preact";
import { parseJson } from "../../core/json.ts";
import { visibleJson } from "./visible_json.ts";
import { count } from "./words.ts";

/** Characters beyond which a text would make the page slow. */
const LIMIT = 50_000;

/** Characters up to which a value stays on one line. */
const LINE = 44;

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** A JSON value in colours, on one line where it is short. What is behind the first 50,000 characters is counted. */
export function JsonValue({ value }: { readonly value: unknown }) {
  const indented = visibleJson(value);
  // A line break inside a string is written as \\n, so every real one is the indentation's.
  const line = indented.replace(/\n\s*/g, " ");
  const text = line.length > LINE ? indented : line;
  if (text.length <= LIMIT) return <>{colour(text)}</>;
  return (
    <>
      {colour(text.slice(0, LIMIT))}
      {`\n… ${count(text.length - LIMIT)} more characters`}
    </>
  );
}

/** The same for text that should be JSON and may not be: text of a model that is no JSON stays as it is. */
export function JsonText({ text }: { readonly text: string }) {
  const value = parseJson(text);
  return value === undefined ? <>{text}</> : <JsonValue value={value} />;
}

function colour(text: string): ComponentChildren[] {
  const nodes: ComponentChildren[] = [];
  let from = 0;
  for (const { 0: token, 1: string, 2: colon, index } of text.matchAll(TOKEN)) {
    nodes.push(text.slice(from, index));
    const kind = string === undefined ? "json-atom" : colon === undefined ? "json-string" : "json-key";
    const word = string ?? token;
    nodes.push(<span class={kind}>{word}</span>);
    from = index + word.length;
  }
  nodes.push(text.slice(from));
  return nodes;
}
