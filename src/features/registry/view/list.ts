import { counted } from "../../../base/counted.ts";
import type { ReportView } from "../../../report/report.ts";
import { show, type Terminal } from "../../../report/terminal/terminal.ts";
import type { RegistryEntry, RegistryList } from "../registry-list.ts";

/** The servers of a registry, a line each. */
export const registryListView = {
  pretty: ({ api, pages, entries, notes }, terminal) => [
    ...entries.map((entry) => entryLine(entry, terminal)),
    ...(entries.length > 0 ? [""] : []),
    ...notes.map((note) => terminal.yellow(show(note, 300))),
    `${counted(entries.length, "server")} on ${counted(pages, "page")} of ${show(api)} · ${tally(entries)}`,
  ],
  // The entries as they were read; the server.json of each is the registry's own text.
  json: (list) => list,
} as const satisfies ReportView<RegistryList>;

const entryLine = ({ name, version, status, kind, targets }: RegistryEntry, { dim, yellow }: Terminal): string => {
  const [first] = targets.flatMap((target) => (target.kind === "http" ? [target.url] : []));
  const mark = status === "active" ? "" : ` ${yellow(status)}`;
  return `${show(name, 200)} ${show(version, 60)}${mark} ${dim(kind)}${first === undefined ? "" : ` ${show(first, 200)}`}`;
};

const tally = (entries: readonly RegistryEntry[]): string => {
  const counts = new Map<string, number>();
  for (const { status, kind } of entries) {
    const word = status === "active" ? kind : status;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts.size === 0 ? "nothing" : [...counts].map(([word, count]) => `${count} ${word}`).join(", ");
};
