type Defined<T> = { [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined> } & {
  [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key];
};

/**
 * The members that have a value: one that is present and undefined is not the same as an absent one. fromEntries defines
 * members, so that a name such as __proto__ stays a name.
 */
export const defined = <T extends object>(members: T): Defined<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
