import { hash } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import { DatabaseError, explainDatabaseError } from "../database/database-error.ts";
import type { FleetStore } from "./open-fleet-store.ts";

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Captures repeat themselves a lot: at this quality they shrink to a twentieth, in a few milliseconds beside the event loop. */
const QUALITY = 5;
/** More than a recording may hold, so that no file unpacks without end. */
const MOST_BYTES = 268_435_456;

export const pack = (text: string): Promise<Buffer> =>
  compress(Buffer.from(text), { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });

export const unpack = async (data: Uint8Array): Promise<string> =>
  (await decompress(data, { maxOutputLength: MOST_BYTES })).toString("utf8");

/** Stores a capture once, and returns its id: the sha256 of the file as `mcptest judge` reads it. */
export const saveCapture = async (store: FleetStore, text: string): Promise<string> => {
  const id = hash("sha256", text, "hex");
  const packed = await pack(text);
  if (store.captures !== undefined) await writeOnce(store.captures, id, packed);
  await store.database.query(
    `INSERT INTO mcptest.capture (id, bytes, stored_bytes, data) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    [id, Buffer.byteLength(text), packed.length, store.captures === undefined ? packed : null],
  );
  return id;
};

/** The text of a capture; undefined where it has been deleted. */
export const captureOf = async (store: FleetStore, id: string): Promise<string | undefined> => {
  const [row] = await store.database.query("SELECT data FROM mcptest.capture WHERE id = $1", [id]);
  if (row === undefined) return undefined;
  if (row["data"] instanceof Uint8Array) return unpack(row["data"]);
  if (store.captures === undefined)
    throw new DatabaseError("usage", "the captures of this fleet lie in a folder; name it with --captures <folder>");
  const packed = await readFile(captureFile(store.captures, id)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return packed && unpack(packed);
};

/** Two levels, so that no folder holds millions of files. */
export const captureFile = (folder: string, id: string): string => join(folder, id.slice(0, 2), `${id}.json.br`);

/** Under its name it is whole, also after a crash: it is written beside and then renamed. */
const writeOnce = async (folder: string, id: string, packed: Buffer): Promise<void> => {
  const file = captureFile(folder, id);
  const beside = `${file}.${process.pid}.${Math.trunc(performance.now() * 1_000)}.part`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(beside, packed, { flag: "wx", flush: true });
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {});
    throw explainDatabaseError(error, folder);
  }
};
