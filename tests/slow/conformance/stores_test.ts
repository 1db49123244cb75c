/** Every store of the registry keeps the contract of src/core/store.ts. */
import { storeConformance } from "../../conformance/store.ts";
import { SUBJECTS } from "./_subjects.ts";

for (const [name, subject] of Object.entries(SUBJECTS)) storeConformance({ name, ...subject });
