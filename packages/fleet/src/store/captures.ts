import { hash } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseError } from "../database/database-error.ts";
import { pack, unpack } from "../pack.ts";
import type { FleetStore } from "./open-fleet-store.ts";

export interface PackedCapture {
  /** The sha256 of the file as `mcptest judge` reads it. */
  readonly id: string;
  readonly packed: Uint8Array;
  /** Of the file. */
  readonly bytes: number;
}

/** What is to be saved of a capture. The text is not needed any more: it is twenty times as large. */
export const packCapture = async (text: string): Promise<PackedCapture> => {
  const file = Buffer.from(text);
  return { id: hash("sha256", file, "hex"), bytes: file.length, packed: await pack(file) };
};

/** Stores a capture once. */
export const saveCapture = async (store: FleetStore, { id, packed, bytes }: PackedCapture): Promise<void> => {
  if (store.captures !== undefined) await writeOnce(store.captures, id, packed);
  await store.database.query(
    `INSERT INTO mcptest.capture (id, bytes, stored_bytes, data) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    [id, bytes, packed.length, store.captures === undefined ? packed : null],
  );
};

/** The text of a capture; undefined where it has been deleted. */
export const captureOf = async (store: FleetStore, id: string): Promise<string | undefined> => {
  const packed = await packedCaptureOf(store, id);
  return packed && unpack(packed);
};

/** As it is stored; undefined where it has been deleted. */
export const packedCaptureOf = async (store: FleetStore, id: string): Promise<Uint8Array | undefined> => {
  const [row] = await store.database.query("SELECT data FROM mcptest.capture WHERE id = $1", [id]);
  return row === undefined ? undefined : packedCapture(store, id, row["data"]);
};

/** The same where `data`, the column of its row, has been read. */
export const packedCapture = async (
  store: Pick<FleetStore, "captures">,
  id: string,
  data: unknown,
): Promise<Uint8Array | undefined> => {
  if (data instanceof Uint8Array) return data;
  if (store.captures === undefined)
    throw new DatabaseError("usage", "the captures of this fleet lie in a folder; name it with --captures <folder>");
  return readFile(captureFile(store.captures, id)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
};

/** Two levels, so that no folder holds millions of files. */
export const captureFile = (folder: string, id: string): string => join(folder, id.slice(0, 2), `${id}.json.br`);

/** Under its name it is whole, also after a crash: it is written beside and then renamed. */
const writeOnce = async (folder: string, id: string, packed: Uint8Array): Promise<void> => {
  const file = captureFile(folder, id);
  const beside = `${file}.${process.pid}.${Math.trunc(performance.now() * 1_000)}.part`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(beside, packed, { flag: "wx", flush: true });
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {});
    throw cannotKeep(folder, error as NodeJS.ErrnoException);
  }
};

/** Nobody waits for it, whatever the code: a folder on a disk that is read-only is said not to exist when one is to be made in it. */
const cannotKeep = (folder: string, { code = "unknown error" }: NodeJS.ErrnoException): DatabaseError =>
  code === "ENOSPC" || code === "EDQUOT"
    ? new DatabaseError("full", `the disk of the captures in ${folder} is full; free some space`)
    : new DatabaseError(
        "read-only",
        `captures cannot be written to ${folder} (${code}); make it writable, or name another folder with --captures <folder>`,
      );
