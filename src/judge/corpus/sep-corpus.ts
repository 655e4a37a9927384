import type { CoreRequirements, CorpusSource, Sep, SepCorpus } from "./conformance.ts";
import { sepOfFileName } from "./sep-file.ts";

export interface SepFile {
  /** As a person would name it: relative to the corpus. */
  readonly name: string;
  readonly sep: Sep;
}

const NO_CORE: CoreRequirements = { checks: [], exclusions: [] };

/** Combines the files of one version. An id that occurs twice counts once, in the file that sorts first. */
export const sepCorpus = (version: string, source: CorpusSource, files: readonly SepFile[]): SepCorpus => {
  const warnings: string[] = [];
  const seen = new Map<string, string>();
  const bySep = new Map<number, Sep>();
  for (const { name, sep } of files) {
    const promised = sepOfFileName(name.split("/").at(-1) ?? name);
    if (promised !== sep.sep) warnings.push(`${name} is named after SEP-${promised}, but contains SEP-${sep.sep}`);
    const checks = sep.checks.filter(({ check }) => {
      const first = seen.get(check);
      if (first === undefined) seen.set(check, name);
      else warnings.push(`${name} repeats ${check}, already in ${first}; it counts once`);
      return first === undefined;
    });
    const before = bySep.get(sep.sep);
    if (before) warnings.push(`${name} is another file about SEP-${sep.sep}; both were read`);
    bySep.set(sep.sep, {
      ...(before ?? sep),
      checks: [...(before?.checks ?? []), ...checks],
      exclusions: [...(before?.exclusions ?? []), ...sep.exclusions],
    });
  }
  const seps = [...bySep.values()].sort((left, right) => left.sep - right.sep);
  return { version, source, seps, core: NO_CORE, warnings };
};
