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

/** Makes everything now that would be made later, so that the value holds on to nothing else. */
export const settle = (value: unknown): void => {
  if (typeof value !== "object" || value === null) return;
  for (const [key, { get }] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
    const member: unknown = (value as Record<string, unknown>)[key];
    if (get) settleMember(value, key, member);
    settle(member);
  }
};
