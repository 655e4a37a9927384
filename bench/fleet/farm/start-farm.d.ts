export interface FarmOptions {
  readonly servers: number;
  readonly profile?: "quick" | "slow" | "mixed" | "quick-and-hanging";
  readonly seed?: number;
  readonly edition?: number;
  readonly port?: number;
}

export interface FarmPlan {
  readonly index: number;
  readonly address: string;
  readonly kind: string;
  readonly era: string;
  readonly rich: boolean;
  readonly fault: string | undefined;
  readonly delay: number;
}

export interface Farm {
  readonly port: number;
  readonly asked: { readonly requests: number; readonly connections: number };
  plan(index: number): FarmPlan;
  urls(): Generator<string>;
  close(): Promise<void>;
}

export declare const startFarm: (options: FarmOptions) => Promise<Farm>;
