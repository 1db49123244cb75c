// functions/agents/weather_json.ts
import { agent, defineTool } from "@treadle/treadle";

const getWeather = defineTool({
  name: "get_weather",
  description: "The weather in a city, now.",
  parameters: ["city"],
  effect: "pure",
  run: ({ city }) => ({ city, tempC: 18 }),
});

export const weatherJson = agent("weather_json")
  .model("ollama/gemma")
  .instructions("Answer from the tool.")
  .tool(getWeather)
  .driver("react")
  .maxRetries(2)
  .finalViaInference()
  .build();
