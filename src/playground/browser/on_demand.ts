// What the conversation shows when a person looks closer. The page loads it as one file behind its first load.

import { AppFrame } from "./apps/app_frame.tsx";
import { ApprovalForm } from "./calls/approval_form.tsx";
import { StepFacts } from "./steps/step_facts.tsx";
import { AgentParts } from "./panels/agent_parts.tsx";
import { OptionsForm } from "./frame/options_form.tsx";

/** The parts, by their names. */
export const ON_DEMAND = { AgentParts, AppFrame, ApprovalForm, OptionsForm, StepFacts };
