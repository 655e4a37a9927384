import { escapeJson, escapeXml, untrusted } from "mcptest/internal";
import type { NamedChange } from "../../model/directory.ts";
import type { Site } from "../site-data.ts";
import { changeWords } from "./change-words.ts";
import { fitting } from "./fit.ts";
import { serverFile } from "./names.ts";

/** The same change has the same id in every feed of every site, wherever it is published. */
const idOf = ({ target, run, kind }: NamedChange): string => `urn:mcptest:fleet:${target}:${run}:${kind}`;

/** Readers ask for a feed every hour; the oldest changes are left out where texts are long. */
const MOST_BYTES = 95_000;

const titleOf = (change: NamedChange): string => `${change.name.slice(0, 120)}: ${changeWords(change).phrase}`;

const xml = (value: string, length = 400): string => escapeXml(untrusted(value), length);

/** RFC 4287. Without an address of the site its links are relative to the feed. */
export const renderAtom = (site: Site, changes: readonly NamedChange[]): string => {
  const base = site.baseUrl ?? "";
  const updated = changes[0]?.at.toISOString() ?? site.madeAt;
  const entries = changes.map(
    (change) => `<entry>
<id>${xml(idOf(change))}</id>
<title>${xml(titleOf(change))}</title>
<updated>${change.at.toISOString()}</updated>
<link rel="alternate" type="text/html" href="${xml(`${base}${serverFile(change.target)}`, 2_000)}"/>
<category term="${xml(change.kind)}"/>
<summary>${xml(summaryOf(change), 1_000)}</summary>
</entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${xml(site.baseUrl ?? `urn:mcptest:site:${encodeURIComponent(site.title)}`, 2_000)}</id>
<title>${xml(`${site.title}: changes`)}</title>
<updated>${xml(updated)}</updated>
<author><name>mcptest ${xml(site.version)}</name></author>
<link rel="self" type="application/atom+xml" href="${xml(`${base}feed.atom`, 2_000)}"/>
<link rel="alternate" type="text/html" href="${xml(`${base}changes.html`, 2_000)}"/>
${fitting(entries, MOST_BYTES).shown.join("\n")}
</feed>
`;
};

/** JSON Feed 1.1. */
export const renderJsonFeed = (site: Site, changes: readonly NamedChange[]): string => {
  const base = site.baseUrl ?? "";
  const feed = {
    version: "https://jsonfeed.org/version/1.1",
    title: `${site.title}: changes`,
    home_page_url: `${base}index.html`,
    feed_url: `${base}feed.json`,
    items: [] as unknown[],
  };
  const items = changes.map((change) =>
    escapeJson(
      JSON.stringify({
        id: idOf(change),
        url: `${base}${serverFile(change.target)}`,
        title: titleOf(change),
        content_text: summaryOf(change),
        date_published: change.at.toISOString(),
        tags: [change.kind],
        _mcptest: { target: change.target, run: change.run, before: change.before, after: change.after },
      }),
    ),
  );
  // The items are put in as they were measured.
  return `${escapeJson(JSON.stringify(feed)).replace('"items":[]', () => `"items":[${fitting(items, MOST_BYTES).shown.join(",\n")}]`)}\n`;
};

const summaryOf = (change: NamedChange): string => {
  const details = (change.detail.changes ?? []).slice(0, 5);
  return [
    changeWords(change).phrase,
    ...details.map(({ class: kind, part, name, what }) => `${kind}: ${part} ${name.slice(0, 80)}: ${what}`),
  ].join("; ");
};
