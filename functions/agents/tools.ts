// The tools of the demo deployment. Agents in TypeScript import them; agents in YAML name them. Parameters are written in
// three ways: as names, as a JSON Schema, and, where the README shows it, with zod.

import { defineTool, ToolError } from "@treadle/treadle";

const WEATHER = new Map([
  ["berlin", { city: "Berlin", tempC: 14, sky: "cloudy" }],
  ["cairo", { city: "Cairo", tempC: 31, sky: "clear" }],
  ["new york", { city: "New York", tempC: 21, sky: "windy" }],
  ["oslo", { city: "Oslo", tempC: 6, sky: "rain" }],
  ["paris", { city: "Paris", tempC: 18, sky: "clear" }],
  ["tokyo", { city: "Tokyo", tempC: 23, sky: "humid" }],
]);

export const getWeather = defineTool({
  name: "get_weather",
  description: "The weather in a city, now: temperature in degrees Celsius and the sky.",
  parameters: [{ name: "city", description: "Name of the city, in English" }],
  effect: "pure",
  timeoutMs: 5_000,
  run: ({ city }) => {
    const weather = WEATHER.get(city.trim().toLowerCase());
    if (weather !== undefined) return weather;
    const known = [...WEATHER.values()].map((entry) => entry.city).join(", ");
    throw new ToolError("context_required", `There is no weather station in ${city}.`, {
      hint: `Ask the user for one of: ${known}.`,
    });
  },
});

export const deleteRecord = defineTool({
  name: "delete_record",
  description: "Deletes a record for good. A person is asked first.",
  parameters: [{ name: "id", description: "Id of the record, such as r1" }],
  needsApproval: true,
  run: ({ id }) => ({ deleted: id }),
});

/** What one unit is in the base unit of its kind: factor and offset. */
const UNITS = {
  C: { kind: "temperature", factor: 1, offset: 0 },
  F: { kind: "temperature", factor: 5 / 9, offset: -160 / 9 },
  km: { kind: "length", factor: 1, offset: 0 },
  mi: { kind: "length", factor: 1.609344, offset: 0 },
  kg: { kind: "mass", factor: 1, offset: 0 },
  lb: { kind: "mass", factor: 0.45359237, offset: 0 },
} as const;

const unit = { type: "string", enum: Object.keys(UNITS) };

export const convertUnits = defineTool({
  name: "convert_units",
  description: "Converts a value between units of the same kind: C and F, km and mi, kg and lb.",
  parameters: {
    type: "object",
    properties: { value: { type: "number" }, from: unit, to: unit },
    required: ["value", "from", "to"],
  },
  effect: "pure",
  run: ({ value, from, to }) => {
    const [source, target] = [unitOf(from), unitOf(to)];
    if (source.kind !== target.kind) {
      throw new ToolError("retryable", `${from} is a ${source.kind} and ${to} is a ${target.kind}.`, {
        hint: "Choose two units of the same kind.",
      });
    }
    const converted = (Number(value) * source.factor + source.offset - target.offset) / target.factor;
    return { value: Math.round(converted * 100) / 100, unit: String(to) };
  },
});

/** The schema lets no other names through. */
function unitOf(name: unknown): (typeof UNITS)[keyof typeof UNITS] {
  return UNITS[name as keyof typeof UNITS];
}
