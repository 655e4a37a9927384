import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/** Where a site is written. */
export interface SiteFolder {
  /** Returns when there is room for the next file, not when this one is written. */
  write(file: string, content: string): Promise<void>;
  /** Puts the site in its place and returns how many files it has. */
  finish(): Promise<number>;
  /** Leaves nothing behind. */
  abandon(): Promise<void>;
}

/** The folder holds something that is no site, so it is left alone. */
export class FolderTakenError extends Error {}

/** A file by which a site is known, so that nothing else is ever replaced by one. */
const MARK = ".mcptest-site";
/** So many files are written at a time; more would only wait in memory. */
const AT_ONCE = 32;

/**
 * Opens a folder to write a site to. It is written beside and takes its place as a whole: readers see the old site or the new one,
 * and pages of servers that are gone go too. Throws FolderTakenError.
 */
export const openSiteFolder = async (out: string): Promise<SiteFolder> => {
  const place = resolve(out);
  const there = await readdir(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (there !== undefined && there.length > 0 && !there.includes(MARK))
    throw new FolderTakenError(`${out} holds files that are no site of mcptest; name an empty or a new folder`);
  const beside = `${place}.${process.pid}.part`;
  await rm(beside, { recursive: true, force: true });
  await mkdir(beside, { recursive: true });
  return new BesideFolder(place, beside, there !== undefined);
};

class BesideFolder implements SiteFolder {
  readonly #place: string;
  readonly #beside: string;
  readonly #replaces: boolean;
  readonly #folders = new Set<string>();
  readonly #writing = new Set<Promise<void>>();
  #files = 0;
  #failure: unknown;

  constructor(place: string, beside: string, replaces: boolean) {
    this.#place = place;
    this.#beside = beside;
    this.#replaces = replaces;
  }

  async write(file: string, content: string): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    const path = join(this.#beside, file);
    const parent = dirname(path);
    if (!this.#folders.has(parent)) {
      await mkdir(parent, { recursive: true });
      this.#folders.add(parent);
    }
    this.#files += 1;
    const writing = writeFile(path, content)
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
    if (this.#writing.size >= AT_ONCE) await Promise.race(this.#writing);
  }

  async finish(): Promise<number> {
    await Promise.all(this.#writing);
    if (this.#failure !== undefined) throw this.#failure;
    await writeFile(join(this.#beside, MARK), "A site written by mcptest fleet site; the next one takes its place.\n");
    const old = `${this.#place}.${process.pid}.old`;
    if (this.#replaces) await rename(this.#place, old);
    else await mkdir(dirname(this.#place), { recursive: true });
    await rename(this.#beside, this.#place);
    await rm(old, { recursive: true, force: true });
    return this.#files;
  }

  async abandon(): Promise<void> {
    await Promise.allSettled(this.#writing);
    await rm(this.#beside, { recursive: true, force: true });
  }
}
