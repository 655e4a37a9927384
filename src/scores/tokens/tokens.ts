/** estimate: by rule of thumb, where loading a tokenizer would cost more than the answer is worth. */
export const TOKENIZERS = ["o200k_base", "estimate"] as const;
export type TokenizerName = (typeof TOKENIZERS)[number];

export type CountTokens = (text: string) => number;

export interface Tokenizer {
  readonly name: TokenizerName;
  readonly count: CountTokens;
}

/** What one tool costs in every request that offers it. */
export interface ToolTokens {
  /** The server's word. */
  readonly name: string;
  readonly total: number;
  /** Of name, title and description. */
  readonly description: number;
  /** Of the input schema; hosts do not show the output schema to the model. */
  readonly schema: number;
  readonly annotations: number;
}

export const SAVING_KINDS = ["repeated-text", "long-enumeration", "long-description", "undescribed-nesting"] as const;
export type SavingKind = (typeof SAVING_KINDS)[number];

export interface Saving {
  readonly kind: SavingKind;
  /** The server's word. */
  readonly tool: string;
  /** The parameter, as far as there is one; the server's word. */
  readonly member?: string;
  /** How many tokens it would save, at most. */
  readonly tokens: number;
  /** Our own words. */
  readonly advice: string;
}

export interface AnswerTokens {
  /** The server's word. */
  readonly tool: string;
  readonly tokens: number;
}

/** What a surface costs a model that is offered it. */
export interface SurfaceTokens {
  readonly tokenizer: TokenizerName;
  /** Of the instructions and all tools: what stands in every request. */
  readonly total: number;
  /** The share of a window of 200,000 tokens, in per cent. */
  readonly window_percent: number;
  readonly instructions: number;
  /** The most expensive first. */
  readonly tools: readonly ToolTokens[];
  /** The largest recorded answer of each tool, the largest first. */
  readonly answers: readonly AnswerTokens[];
  /** The three that save most. */
  readonly savings: readonly Saving[];
}
