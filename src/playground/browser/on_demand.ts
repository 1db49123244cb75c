// What the page loads behind its first load, as one file: what the conversation shows when a person looks closer, and the places.

import { AppFrame } from "./apps/app_frame.tsx";
import { ApprovalForm } from "./calls/approval_form.tsx";
import { StepFacts } from "./steps/step_facts.tsx";
import { AgentParts } from "./panels/agent_parts.tsx";
import { OptionsForm } from "./frame/options_form.tsx";

/** The parts, by their names. */
export const ON_DEMAND = { AgentParts, AppFrame, ApprovalForm, OptionsForm, StepFacts };

export { showModelInput } from "./answers/input_dialog.tsx";
export { saveCase, saveExport, savePicture, toCommandLine, toTypeScript } from "./frame/thread_files.ts";
export { showTimeline } from "./panels/timeline/timeline.tsx";
export { VIEWS } from "./places/views.ts";
export { showKeys, showPalette } from "./shell/palette.tsx";
