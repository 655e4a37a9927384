/** The list with every entry replaced; the same list where no entry becomes another. */
export const withEntries = (list: readonly unknown[], replace: (entry: unknown) => unknown): readonly unknown[] => {
  let changed: unknown[] | undefined;
  for (let index = 0; index < list.length; index += 1) {
    const entry = list[index];
    const other = replace(entry);
    if (other === entry) continue;
    changed ??= [...list];
    changed[index] = other;
  }
  return changed ?? list;
};

/** The object with every member replaced, in their order; the same object where no member becomes another. */
export const withMembers = (object: object, replace: (name: string, value: unknown) => unknown): object => {
  let changed: Map<string, unknown> | undefined;
  for (const name of Object.keys(object)) {
    const value = (object as Readonly<Record<string, unknown>>)[name];
    const other = replace(name, value);
    if (other === value) continue;
    changed ??= new Map();
    changed.set(name, other);
  }
  if (changed === undefined) return object;
  const replaced = changed;
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, replaced.has(name) ? replaced.get(name) : value]),
  );
};

/** Every text and every name in a value, apart from each other: whatever stands in one of them stands in this. */
export const textOf = (value: unknown): string => {
  if (typeof value === "string") return value;
  const texts: string[] = [];
  collect(value, texts);
  return texts.join("\n");
};

const collect = (value: unknown, texts: string[]): void => {
  if (typeof value === "string") texts.push(value);
  else if (Array.isArray(value)) for (const entry of value) collect(entry, texts);
  else if (typeof value === "object" && value !== null) {
    for (const name of Object.keys(value)) {
      texts.push(name);
      collect((value as Readonly<Record<string, unknown>>)[name], texts);
    }
  }
};
