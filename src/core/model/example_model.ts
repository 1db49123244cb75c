// The model that texts name as an example, the same everywhere: in messages, in README.md and in the templates.

/** A current model of moderate price, as `provider/model`. A test compares the files that name it. */
export const EXAMPLE_MODEL = "openai/gpt-6.1-terra";
