import { GRADES } from "mcptest/internal";
import type { ListedTarget } from "../model/target.ts";
import type { SiteFolder } from "./output-folder.ts";
import { bytesOf } from "./pages/fit.ts";
import { listsOf, MOST_ROW_BYTES, ROWS_PER_PAGE, renderListPage, renderListRow } from "./pages/list-page.ts";
import { SHOWN_STATES } from "./pages/marks.ts";
import { ALL, type ListName, listFile } from "./pages/names.ts";
import type { Site } from "./site-data.ts";

interface OpenList {
  readonly list: ListName;
  readonly about: string | undefined;
  page: number;
  rows: string[];
  bytes: number;
}

/** Fills the pages of all lists while the servers pass by, and holds only the page of each that is not full. */
export class ListWriter {
  readonly #site: Site;
  readonly #folder: SiteFolder;
  readonly #open = new Map<string, OpenList>();

  constructor(site: Site, folder: SiteFolder) {
    this.#site = site;
    this.#folder = folder;
    // Every page links to these, so they are there even if nobody stands in them.
    const always: readonly ListName[] = [
      ALL,
      ...GRADES.map((value) => ({ kind: "grade", value }) as const),
      ...SHOWN_STATES.map((value) => ({ kind: "state", value }) as const),
    ];
    for (const list of always) this.#listOf(list, undefined);
  }

  async add(target: ListedTarget): Promise<void> {
    const row = renderListRow(target);
    const bytes = bytesOf(row) + 1;
    for (const name of listsOf(target)) {
      const list = this.#listOf(name, aboutOf(name, target));
      // A page is written when the next row is there, so that it knows whether another follows.
      if (list.rows.length === ROWS_PER_PAGE || list.bytes + bytes > MOST_ROW_BYTES) {
        await this.#write(list, true);
        list.page += 1;
        list.rows = [];
        list.bytes = 0;
      }
      list.rows.push(row);
      list.bytes += bytes;
    }
  }

  async finish(): Promise<void> {
    for (const list of this.#open.values()) await this.#write(list, false);
    this.#open.clear();
  }

  #listOf(list: ListName, about: string | undefined): OpenList {
    // Two values that look alike share a file, and so a list.
    const key = listFile(list);
    const known = this.#open.get(key);
    if (known !== undefined) return known;
    const made = { list, about, page: 1, rows: [], bytes: 0 };
    this.#open.set(key, made);
    return made;
  }

  #write({ list, about, page, rows }: OpenList, hasNext: boolean): Promise<void> {
    return this.#folder.write(listFile(list, page), renderListPage(this.#site, { list, about, page, rows, hasNext }));
  }
}

const aboutOf = ({ kind, value }: ListName, { reached }: ListedTarget): string | undefined => {
  if (kind === "sdk") return reached?.summary.sdk?.name;
  return kind === "rule" ? reached?.summary.findings.find(({ id }) => id === value)?.title : undefined;
};
