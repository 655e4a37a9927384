/** PostgreSQL keeps no NUL in text and no half of a surrogate pair in JSON; servers send both. */
export const storable = <T>(value: T): T => {
  if (typeof value === "string") return value.replaceAll("\u{0}", "\u{fffd}").replace(LONE, "\u{fffd}") as T;
  if (Array.isArray(value)) return value.map(storable) as T;
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [storable(name), storable(member as unknown)]),
    ) as T;
  return value;
};

const LONE = /\p{Surrogate}/gu;
