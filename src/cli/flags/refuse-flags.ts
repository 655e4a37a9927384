import { UsageError } from "../usage-error.ts";

/** Refuses flags that cannot be used here. `sentence` gets those that were given, joined by "and". */
export const refuseFlags = (
  flags: Readonly<Record<string, unknown>>,
  sentence: (given: string, several: boolean) => string,
): void => {
  const given = Object.keys(flags).filter((name) => isGiven(flags[name]));
  if (given.length > 0) throw new UsageError(sentence(given.join(" and "), given.length > 1));
};

const isGiven = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
