import { SUBJECTS } from "../_subjects.ts";
import { quickCases, storeConformance } from "../store.ts";

storeConformance({ name: "upstash", ...SUBJECTS.upstash }, quickCases("filters"));
