// Media for tests, and an agent whose model is recorded.

import { defineAgent } from "../../../src/agents/define_agent.ts";
import { toBase64 } from "../../../src/core/content/base64.ts";
import type { NewMedia } from "../../../src/core/content/new_part.ts";
import type { Tool } from "../../../src/core/tool.ts";
import { createLab, type LabOptions } from "../../support/lab.ts";
import { type Reply, testModel } from "../../support/model.ts";

/** The smallest PNG: one pixel. */
export const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";

export const image: NewMedia = {
  type: "image",
  mediaType: "image/png",
  name: "dot.png",
  source: { type: "data", base64: PNG, bytes: 68 },
};

/** A PDF of so many bytes by its first ones; the rest is noise, which no transport makes smaller. */
export function pdf(bytes: number): NewMedia {
  const noise = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += 65_536) crypto.getRandomValues(noise.subarray(at, at + 65_536));
  noise.set(new TextEncoder().encode("%PDF-1.7\n"));
  return { type: "file", mediaType: "application/pdf", name: "report.pdf", source: toBase64(noise) };
}

/** A runtime with one agent, whose model's requests are recorded. */
export function mediaLab(
  answer: (index: number) => Reply = () => ({ says: "Seen." }),
  { tools = [], ...options }: Partial<LabOptions> & { readonly tools?: readonly Tool[] } = {},
) {
  const { provider, requests } = testModel((_, index) => answer(index));
  const agent = defineAgent({ name: "a", instructions: "Look.", tools: [...tools], limits: { steps: 100 } });
  const lab = createLab({
    agents: [agent],
    ...options,
    deps: { model: () => ({ provider, model: "m", ref: "first/m" }), ...options.deps },
  });
  return { ...lab, requests };
}
