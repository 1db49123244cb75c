// Tools. What a tool throws as a ToolError, the model reads.

import { defineTool, ToolError } from "@treadle/treadle";

const WEATHER = new Map([
  ["berlin", { city: "Berlin", tempC: 14, sky: "cloudy" }],
  ["paris", { city: "Paris", tempC: 18, sky: "clear" }],
  ["tokyo", { city: "Tokyo", tempC: 23, sky: "humid" }],
]);

export const getWeather = defineTool({
  name: "get_weather",
  description: "The weather in a city, now: temperature in degrees Celsius and the sky.",
  parameters: [{ name: "city", description: "Name of the city, in English" }],
  effect: "pure", // it may run again; "once", the default, never does
  run: ({ city }) => {
    const weather = WEATHER.get(city.trim().toLowerCase());
    if (weather !== undefined) return weather;
    throw new ToolError("context_required", `There is no weather station in ${city}.`, {
      hint: "Ask the user for Berlin, Paris or Tokyo.",
    });
  },
});
