import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, brotliDecompressSync, constants } from "node:zlib";
import { openTurns } from "./turns.ts";

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Captures repeat themselves a lot: at this quality they shrink to a twentieth, in a few milliseconds beside the event loop. */
const QUALITY = 5;
/** A window of a megabyte holds most captures whole. The default of four takes four times the memory for every one under way. */
const WINDOW_BITS = 20;
/** More than a recording may hold, so that no file unpacks without end. */
const MOST_BYTES = 268_435_456;

/** Four at once would each take memory that the allocator never gives back: 20 MB of a worker, for nothing that a busy machine would notice. */
const inTurn = openTurns();

export const pack = (text: string | Buffer): Promise<Buffer> =>
  inTurn(() =>
    compress(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS },
    }),
  );

export const unpack = async (data: Uint8Array): Promise<string> =>
  (await decompress(data, { maxOutputLength: MOST_BYTES })).toString("utf8");

/** For a thread that has nothing else to do. */
export const unpackNow = (data: Uint8Array): string =>
  brotliDecompressSync(data, { maxOutputLength: MOST_BYTES }).toString("utf8");
