import { SUBJECTS } from "./_subjects.ts";
import { storeConformance } from "./store.ts";

storeConformance({ name: "memory", ...SUBJECTS.memory });
