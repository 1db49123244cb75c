/**
 * Every store of the registry keeps the contract of src/core/store.ts. What the memory store does, and what is quick on Upstash, is in
 * tests/conformance.
 */
import { SUBJECTS } from "../../conformance/_subjects.ts";
import { quickCases, storeConformance, waitingCases } from "../../conformance/store.ts";

const { memory: _memory, upstash, ...others } = SUBJECTS;

for (const [name, subject] of Object.entries(others)) storeConformance({ name, ...subject });
storeConformance({ name: "upstash", ...upstash }, [...waitingCases(), ...quickCases("texts")]);
