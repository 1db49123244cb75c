// What the conversation shows when a person looks closer. The page loads it as one file behind its first load.

import { ApprovalForm } from "../approval_form.js";
import { OptionsForm } from "./options_form.tsx";
import { AgentParts } from "./agent_parts.tsx";
import { StepFacts } from "../steps/step_facts.tsx";

/** The parts, by their names. */
export const ON_DEMAND = { AgentParts, ApprovalForm, OptionsForm, StepFacts };
