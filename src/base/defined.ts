type Defined<T> = { [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined> } & {
  [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key];
};

/** The members that have a value: one that is present and undefined is not the same as an absent one. */
export const defined = <T extends object>(members: T): Defined<T> => {
  const kept: Record<string, unknown> = {};
  // Keys alone, because every exchange and every verdict comes through here, and entries would be a list for each member.
  for (const name of Object.keys(members)) {
    const value: unknown = (members as Record<string, unknown>)[name];
    if (value === undefined) continue;
    if (name === "__proto__") define(kept, name, value);
    else kept[name] = value;
  }
  return kept as Defined<T>;
};

/** An assignment would set the prototype; defined, it stays a name. */
const define = (object: object, name: string, value: unknown): void => {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
};
