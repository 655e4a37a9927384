import manifest from "../../package.json" with { type: "json" };

export const VERSION: string = manifest.version;

/** Who we say we are, in what we write. */
export const TOOL = { name: "mcptest", version: VERSION } as const;

/** Which program judged. */
export interface JudgingTool {
  readonly name: string;
  readonly version: string;
}
