// Texts of Slack: what people write, as Markdown, and what a model writes, so that it notifies no whole channel.

/**
 * The text of a message as Markdown; the mention of the bot at its beginning is left out.
 *
 * @example
 * ```ts
 * import { toMarkdown } from "./mrkdwn.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(
 *   toMarkdown("<@U1> is <https://example.com/a|this> &lt;b&gt;? <@U2> <#C3|general>", "U1"),
 *   "is [this](https://example.com/a) <b>? @U2 #general",
 * );
 * ```
 */
export function toMarkdown(text: string, bot: string | undefined): string {
  const words = bot === undefined
    ? text
    : text.replace(new RegExp(`^\\s*<@${bot}(?:\\|[^>]*)?>[:,]?\\s*`), "");
  return words
    .replaceAll(
      /<([^<>|]+)(?:\|([^<>]*))?>/g,
      (_whole, target: string, label?: string) => toWords(target, label),
    )
    .replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")
    .trim();
}

/** A mention or a link: https://docs.slack.dev/messaging/formatting-message-text */
function toWords(target: string, label: string | undefined): string {
  if (target.startsWith("@")) return `@${label || target.slice(1)}`;
  if (target.startsWith("#")) return `#${label || target.slice(1)}`;
  if (target.startsWith("!")) return `@${label || target.slice(1)}`;
  return label === undefined || label === target ? target : `[${label}](${target})`;
}

/**
 * The text of a model, in which nothing calls everybody: `<!channel>`, `<!here>`, `<!everyone>` and groups stay words.
 */
export function withoutBroadcasts(text: string): string {
  return text.replaceAll(/<!(?=channel|here|everyone|subteam)/g, "<\u200b!");
}
