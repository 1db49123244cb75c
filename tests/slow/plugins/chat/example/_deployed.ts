// What both deployments of the example of useChat have: the demo with a tool that takes its time, ratings and links.

import { defineAgent, defineTool, standard } from "@treadle/treadle";
import { feedback } from "@treadle/treadle/feedback";
import { shares } from "@treadle/treadle/shares";
import { deleteRecord, getWeather } from "../../../../../functions/agents/tools.ts";

let runs = 0;

/** Its first run takes as long as a page needs to send a message meanwhile; a later one ends when it is cancelled. */
const measureTide = defineTool({
  name: "measure_tide",
  description: "The height of the tide. It takes some seconds.",
  effect: "pure",
  run: async (_args, { signal }) => {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, runs++ === 0 ? 10_000 : 180_000);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    });
    return "2 m";
  },
});

const demo = defineAgent({ name: "demo", tools: [getWeather, deleteRecord, measureTide] });

export const DEPLOYED = { agents: [demo], plugins: [...standard(), feedback(), shares()] };
