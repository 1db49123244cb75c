// Models of evaluations' tests: what they answer is decided by the words of the user.

import { resolveCapabilities } from "../../src/core/model/capability.ts";
import type { Provider } from "../../src/core/model/provider.ts";
import { createScriptedProvider } from "../../src/providers/scripted/provider.ts";
import type { Scenario } from "../../src/providers/scripted/scenario.ts";

/** A provider `scripted` that plays for each thread the scenario of its first input. */
export function modelByInput(scenarios: Readonly<Record<string, Scenario>>): Provider {
  const played = new Map(
    Object.entries(scenarios).map(([input, script]) => [input, createScriptedProvider({ script })]),
  );
  return {
    ...createScriptedProvider(),
    capabilities: (model, settings) =>
      resolveCapabilities({ lacks: {}, models: [], thinks: () => false }, model, settings),
    stream: async (request, io) => {
      const asked = request.messages.find(({ role }) => role === "user");
      const input = asked !== undefined && "text" in asked ? asked.text : "";
      const model = played.get(input);
      if (model === undefined) throw new Error(`No scenario for ${JSON.stringify(input)}.`);
      return await model.stream(request, io);
    },
  };
}
