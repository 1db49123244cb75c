// Written by `treadle agents` from the YAML files beside it; change those, not this file.
// deno-fmt-ignore-file

import { type Agent, type AgentSource, bindAgent, type Policy, type Tool } from "@treadle/treadle";

const sources: AgentSource[] = [
  {
    "name": "travel",
    "description": "Compares the weather of places for a traveller.",
    "examples": [
      "Is it warmer in Paris or in Oslo?",
      "Where is it clear, and how warm is that in Fahrenheit?"
    ],
    "instructions": "You help travellers choose where to go. Look up the weather of every place the user names, convert temperatures\nwhen the user thinks in degrees Fahrenheit, then recommend one place in two sentences.",
    "tools": [
      {
        "name": "get_weather",
        "description": "The weather in one city, now. Call it once for each city.",
        "args": [
          {
            "name": "city",
            "description": "One city, such as Paris"
          }
        ]
      },
      {
        "name": "convert_units",
        "args": {
          "type": "object",
          "properties": {
            "value": {
              "type": "number",
              "description": "The temperature"
            },
            "from": {
              "description": "The unit the value is in"
            },
            "to": {
              "description": "The unit the traveller wants"
            }
          }
        }
      }
    ],
    "driver": "tool_calling",
    "plan": {
      "phases": [
        {
          "name": "look",
          "goal": "the weather of every place that was named"
        },
        {
          "name": "convert",
          "goal": "temperatures in the traveller's unit"
        },
        {
          "name": "recommend",
          "goal": "one place, with the reason"
        }
      ]
    },
    "limits": {
      "stepsPerRun": 10,
      "parallelCalls": 4
    }
  }
];

/** The policies of policies.yaml. */
export const compiledPolicies: Policy[] = [];

/** The agents of the YAML files, with the implementations of the tools they name. */
export function compiledAgents(tools: readonly Tool[]): Agent[] {
  return sources.map((source) => bindAgent(source, tools));
}
