export declare const randomOf: (seed: number) => () => number;
export declare const pick: <T>(random: () => number, list: readonly T[]) => T;
export declare const pickByShare: (random: () => number, shares: Readonly<Record<string, number>>) => string;
