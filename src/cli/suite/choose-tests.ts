import type { FunctionalTest } from "../../suite/functional.ts";
import type { FunctionalFlags } from "../flags/common-flags.ts";
import { quoted, UsageError } from "../usage-error.ts";

/** `--grep` takes tests by name, then `--shard 2/4` the second of four parts of them. */
export const chooseTests = (
  tests: readonly FunctionalTest[],
  { grep, shard }: FunctionalFlags,
): readonly FunctionalTest[] => {
  const named = grep === undefined ? tests : tests.filter(nameMatches(grep));
  if (grep !== undefined && named.length === 0)
    throw new UsageError(`--grep ${quoted(grep)} matches no test; the suite has ${namesOf(tests)}`);
  if (shard === undefined) return named;
  const [, part, parts] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(shard) ?? [];
  if (part === undefined || Number(part) > Number(parts))
    throw new UsageError(`--shard ${quoted(shard)} is no part; write 1/4 for the first of four`);
  // Every fourth one: neighbours are alike, and so are their times.
  return named.filter((_, index) => index % Number(parts) === Number(part) - 1);
};

/** A pattern in slashes, else part of the name, in any case. The user's own pattern, on names of the user's own suite. */
const nameMatches = (grep: string): ((test: FunctionalTest) => boolean) => {
  const [, source, flags] = /^\/(.+)\/(i?)$/.exec(grep) ?? [];
  if (source === undefined) return ({ name }) => name.toLowerCase().includes(grep.toLowerCase());
  try {
    const pattern = new RegExp(source, `u${flags ?? ""}`);
    return ({ name }) => pattern.test(name);
  } catch {
    throw new UsageError(`--grep ${quoted(grep)} is no regular expression; without slashes it is part of a name`);
  }
};

const namesOf = (tests: readonly FunctionalTest[]): string => {
  const names = tests.slice(0, 5).map(({ name }) => quoted(name));
  return `${names.join(", ") || "none"}${tests.length > names.length ? ` and ${tests.length - names.length} more` : ""}`;
};
