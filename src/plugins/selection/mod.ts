// The entry @treadle/treadle/selection: tools beyond those of an agent's prompt, and what chooses them.

export {
  type CatalogueThread,
  type StoredCatalogueOptions,
  toolSelection,
  type ToolSelectionOptions,
} from "./tool_selection.ts";
export type { CatalogueTool } from "./own_catalogue.ts";
export type { MakeHttpTool } from "./stored_catalogue.ts";
export type * from "./selector.ts";
export { CatalogueReader, type ReaderPorts } from "./catalogue/reader.ts";
export { type CacheClient, redisCache, type RedisCacheOptions } from "./redis_cache.ts";

// Selectors
export { all } from "./selectors/all.ts";
export { lexical, type LexicalOptions } from "./selectors/lexical.ts";
export {
  embedding,
  type EmbeddingOptions,
  type EmbeddingSelector,
  type LabelledPair,
} from "./selectors/embedding.ts";
export { calibrate, type Calibration, type ScoredPair } from "./selectors/calibrate.ts";
export { hybrid, type HybridOptions } from "./selectors/hybrid.ts";
export { type Classify, routed, type RoutedOptions } from "./selectors/routed.ts";
export { type ChatClassifierOptions, classifyByChat } from "./selectors/classify_by_chat.ts";
export { buildIndex } from "./lexical/tool_index.ts";
export { readIndex, writeIndex, writeIndexText } from "./lexical/index_format.ts";

export type { CategoryScore, ToolCategory } from "./categories.ts";

// Embedders
export type { Embedder, EmbedderIo, EmbeddingScale } from "./embedders/embedder.ts";
export { createOpenAIEmbedder, type OpenAIEmbedderOptions } from "./embedders/openai.ts";
export { createWorkersAIEmbedder, type WorkersAIEmbedderOptions } from "./embedders/workers_ai.ts";
export {
  upstashVector,
  type UpstashVectorOptions,
  type UpstashVectorSelector,
} from "./embedders/upstash_vector.ts";

// Measures and lint
export {
  measureRetrieval,
  type RetrievalCase,
  type RetrievalMeasure,
  type RetrievalOptions,
  type RetrievalResult,
} from "./retrieval_measure.ts";
export { type LintOptions, lintTools } from "./lint/lint_tools.ts";
export type { LintFinding, LintReport, LintTool, ToolGrade } from "./lint/report.ts";
