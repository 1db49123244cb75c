// Elements of Markdown as components draw them, with what they have besides their text: the language and a button on code, an own scroll
// area for tables. Whatever stands in them has gone through markdown.ts: there are none but its tags and attributes.

import { type ComponentChildren, Fragment, h, type VNode } from "preact";
import { CopyButton } from "../components/copy/copy_button.tsx";

/** A block of Markdown. The key is unique among the blocks beside it. */
export function drawBlock(block: DocumentFragment, key: number): VNode {
  return <Fragment key={key}>{drawNodes(block)}</Fragment>;
}

/** What is in an element or in a fragment. */
export function drawNodes(parent: ParentNode & Node): ComponentChildren[] {
  return Array.from(parent.childNodes, drawNode);
}

function drawNode(node: ChildNode): ComponentChildren {
  if (!(node instanceof HTMLElement)) return node.textContent;
  const children = drawNodes(node);
  switch (node.localName) {
    case "pre":
      return <CodeFrame language={node.dataset.lang ?? ""} text={node.textContent}>{children}</CodeFrame>;
    case "table":
      // An area that may scroll sideways is reachable with the keyboard, as code is.
      return (
        <div class="table" tabIndex={0} role="group" aria-label="Table">
          <table>{children}</table>
        </div>
      );
    case "li":
      return <li class={/^[☐☑] /.test(node.textContent) ? "task" : undefined}>{children}</li>;
    default:
      return h(node.localName, listAttributes(node), children);
  }
}

function listAttributes(node: HTMLElement): Record<string, string> {
  return Object.fromEntries(Array.from(node.attributes, ({ name, value }) => [name, value]));
}

interface CodeFrameProps {
  /** Empty where it is not known. */
  readonly language: string;
  readonly text: string;
  readonly children: ComponentChildren;
}

function CodeFrame({ language, text, children }: CodeFrameProps) {
  return (
    <div class="code">
      <div class="code-head">
        <span>{language}</span>
        <CopyButton what="the code" read={() => text.replace(/\n$/, "")} />
      </div>
      <pre
        data-lang={language}
        tabIndex={0}
        role="group"
        aria-label={language === "" ? "Code" : `Code, ${language}`}
      >
        {children}
      </pre>
    </div>
  );
}
