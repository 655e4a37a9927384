import { createGunzip } from "node:zlib";
import type { DownloadLimits } from "../../wire/download-limits.ts";
import { ArchiveError } from "./archive-error.ts";

/** The ratio is only judged beyond this many bytes: small archives are mostly padding. */
const RATIO_FLOOR = 1_048_576;
/** Fed in pieces, so that a bomb is seen after the first of them. */
const PIECE = 65_536;

/** Unpacks one gzip file in memory, within the size and ratio limits. */
export const gunzip = async (bytes: Uint8Array, limits: DownloadLimits): Promise<Uint8Array> => {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) throw new ArchiveError("it is not gzip");
  const inflater = createGunzip();
  const chunks: Uint8Array[] = [];
  let fed = 0;
  let unpacked = 0;
  const feed = (): void => {
    while (fed < bytes.length) {
      const piece = bytes.subarray(fed, fed + PIECE);
      fed += piece.length;
      if (!inflater.write(piece)) return void inflater.once("drain", feed);
    }
    inflater.end();
  };
  try {
    feed();
    for await (const chunk of inflater as AsyncIterable<Uint8Array>) {
      unpacked += chunk.length;
      if (unpacked > limits.unpackedBytes) throw tooMuch(`more than ${limits.unpackedBytes} bytes`);
      if (unpacked > RATIO_FLOOR && unpacked > fed * limits.expansionRatio) {
        throw tooMuch(`more than ${limits.expansionRatio} times its size`);
      }
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof ArchiveError ? error : new ArchiveError(describe(error));
  } finally {
    inflater.destroy();
  }
  // zlib stops at the end of the last member and says nothing about what follows.
  if (inflater.bytesWritten < bytes.length) throw new ArchiveError("something follows the end of the gzip data");
  return Buffer.concat(chunks, unpacked);
};

const tooMuch = (what: string): ArchiveError => new ArchiveError(`it unpacks to ${what}, which is not taken`);

const describe = (error: unknown): string =>
  (error as { code?: unknown }).code === "Z_BUF_ERROR" ? "the gzip data is cut short" : "the gzip data is damaged";
