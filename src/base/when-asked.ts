/** Makes a member when it is looked at for the first time. Its place among the others stays the same. */
export const whenAsked = <T extends object, K extends keyof T>(object: T, key: K, make: () => T[K]): void => {
  Object.defineProperty(object, key, {
    enumerable: true,
    configurable: true,
    get: () => {
      const value = make();
      settleMember(object, key, value);
      return value;
    },
  });
};

const settleMember = (object: object, key: PropertyKey, value: unknown): void => {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
};

/**
 * Makes the members of these names now, wherever they stand, so that the value holds on to nothing else. They are named, because
 * looking for getters in every object of a result takes longer than making what they make.
 */
export const settle = (value: object, names: ReadonlySet<string>): void => {
  for (const key of Object.keys(value)) {
    const isLazy = names.has(key) && Object.getOwnPropertyDescriptor(value, key)?.get !== undefined;
    const member: unknown = (value as Record<string, unknown>)[key];
    if (isLazy) settleMember(value, key, member);
    if (typeof member === "object" && member !== null) settle(member, names);
  }
};
