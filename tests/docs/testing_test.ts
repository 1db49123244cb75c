/** The test that docs/testing.md shows, run as it stands there. */
import { openRecipes } from "./_recipes.ts";

await using recipes = await openRecipes("docs/testing.md");
for (const name of recipes.names) await recipes.load(name); // each registers its test
