// What modules export, and which of them a thing belongs to.

/** What each module exports, by its path. A test imports them; a script bundles them first. */
export type Modules = ReadonlyMap<string, Readonly<Record<string, unknown>>>;
export type LoadModules = (paths: readonly string[]) => Promise<Modules>;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

interface Exported<T> {
  readonly file: string;
  readonly items: readonly T[];
}

/** Every list of such things that a module exports; a thing exported by itself is a list of one. */
const listsOf = <T>(modules: Modules, is: (value: unknown) => value is T & object): readonly Exported<T & object>[] =>
  [...modules].flatMap(([file, exported]) =>
    Object.values(exported).flatMap((value) => {
      const items = (Array.isArray(value) ? value : [value]).filter(is);
      return items.length > 0 ? [{ file, items }] : [];
    }),
  );

export interface Home {
  readonly file: string;
  /** The only list that has it is mostly made of others, so its file may merely have put it together. */
  readonly isGathered: boolean;
}

/**
 * Things of one kind that modules export, alone or in lists, each with the file it belongs to: the one whose list of them is
 * the shortest, because longer lists are made of others.
 */
export const homesOf = <T>(modules: Modules, is: (value: unknown) => value is T & object): ReadonlyMap<T, Home> => {
  const found = new Map<T, Exported<T>>();
  for (const list of listsOf<T>(modules, is))
    for (const item of list.items) {
      const best = found.get(item);
      if (!best || list.items.length < best.items.length) found.set(item, list);
    }
  const isGathered = ({ file, items }: Exported<T>): boolean => items.some((item) => found.get(item)?.file !== file);
  return new Map([...found].map(([item, list]) => [item, { file: list.file, isGathered: isGathered(list) }]));
};
