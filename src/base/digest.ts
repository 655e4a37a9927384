import type { Json } from "./json.ts";

/** Passed in by the caller: the pure folders do no hashing of their own. Null when the value has no canonical form. */
export type DigestOf = (value: Json) => string | null;
