// What both deployments of the example of useChat have: the demo, ratings and links.

import { standard } from "@treadle/treadle";
import { feedback } from "@treadle/treadle/feedback";
import { shares } from "@treadle/treadle/shares";
import { agents } from "../../../../../functions/agents/mod.ts";

export const DEPLOYED = { agents, plugins: [...standard(), feedback(), shares()] };
