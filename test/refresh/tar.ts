// Archives built byte by byte, because no library writes the ones that matter here.

import { gzipSync } from "node:zlib";

export interface TarEntry {
  readonly name: string;
  readonly text?: string;
  /** The letter of the header: 0 file, 1 hard link, 2 symbolic link, 3 and 4 devices, 5 folder, 6 pipe. */
  readonly type?: string;
  readonly link?: string;
  /** What the header claims, whatever the text is. */
  readonly size?: string;
  readonly badChecksum?: boolean;
}

export const file = (name: string, text = "x: 1\n"): TarEntry => ({ name, text });

export const tarBlocks = (entry: TarEntry): Buffer => {
  const data = Buffer.from(entry.text ?? "");
  if (Buffer.byteLength(entry.name) > 99) {
    return Buffer.concat([
      tarBlocks({ name: "././@LongLink", type: "L", text: `${entry.name}\0` }),
      tarBlocks({ ...entry, name: entry.name.slice(0, 80) }),
    ]);
  }
  const header = Buffer.alloc(512);
  header.write(entry.name, 0);
  header.write("0000644\0", 100);
  header.write("0000000\0", 108);
  header.write("0000000\0", 116);
  header.write(entry.size ?? `${data.length.toString(8).padStart(11, "0")}\0`, 124, "latin1");
  header.write("00000000000\0", 136);
  header.write("        ", 148);
  header.write(entry.type ?? "0", 156);
  header.write(entry.link ?? "", 157);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, entry.badChecksum ? 1 : 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  const padding = Buffer.alloc((512 - (data.length % 512)) % 512);
  return Buffer.concat([header, data, padding]);
};

export const tar = (entries: readonly TarEntry[]): Buffer =>
  Buffer.concat([...entries.map(tarBlocks), Buffer.alloc(1024)]);

export const tarGz = (entries: readonly TarEntry[]): Buffer => gzipSync(tar(entries));

/** As `git archive` writes it: the commit as a comment in a global header, everything in one folder. */
export const gitArchive = (root: string, commit: string, entries: readonly TarEntry[]): Buffer =>
  tarGz([
    { name: "pax_global_header", type: "g", text: `52 comment=${commit}\n` },
    { name: `${root}/`, type: "5" },
    ...entries.map((entry) => ({ ...entry, name: `${root}/${entry.name}` })),
  ]);
