import type { ListedTarget } from "../model/target.ts";
import type { SiteFolder } from "./output-folder.ts";
import { MOST_SHARD_BYTES, renderShard, searchEntry, shardFile } from "./pages/search-shard.ts";

/** Fills the shards of the search index while the servers pass by. */
export class ShardWriter {
  readonly #folder: SiteFolder;
  #number = 0;
  #entries: string[] = [];
  #bytes = 0;

  constructor(folder: SiteFolder) {
    this.#folder = folder;
  }

  async add(target: ListedTarget): Promise<void> {
    const entry = searchEntry(target);
    const bytes = Buffer.byteLength(entry) + 2;
    if (this.#bytes + bytes > MOST_SHARD_BYTES) await this.#write(true);
    this.#entries.push(entry);
    this.#bytes += bytes;
  }

  finish(): Promise<void> {
    return this.#write(false);
  }

  async #write(more: boolean): Promise<void> {
    await this.#folder.write(shardFile(this.#number), renderShard(this.#number, this.#entries, more));
    this.#number += 1;
    this.#entries = [];
    this.#bytes = 0;
  }
}
