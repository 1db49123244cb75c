// gen_ai.provider.name: the value that the conventions have for a provider, else Treadle's own name of it.

/** Where the conventions name a provider otherwise than the registry does. */
const WELL_KNOWN: Readonly<Record<string, string>> = {
  azure: "azure.ai.openai",
  bedrock: "aws.bedrock",
  gemini: "gcp.gemini",
  mistral: "mistral_ai",
  xai: "x_ai",
};

/** The value for the provider with this name in the registry, or with a name of the user's own. */
export function providerName(name: string): string {
  return Object.hasOwn(WELL_KNOWN, name) ? WELL_KNOWN[name] ?? name : name;
}
