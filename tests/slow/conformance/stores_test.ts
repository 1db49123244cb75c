/** Every store of the registry keeps the contract of src/core/store.ts; the memory store does in tests/conformance. */
import { SUBJECTS } from "../../conformance/_subjects.ts";
import { storeConformance } from "../../conformance/store.ts";

const { memory: _memory, ...subjects } = SUBJECTS;

for (const [name, subject] of Object.entries(subjects)) storeConformance({ name, ...subject });
