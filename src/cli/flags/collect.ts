/** For a flag that may be repeated: commander replaces the value, we want them all. */
export const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];
