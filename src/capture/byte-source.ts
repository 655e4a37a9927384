import { fstatSync, openSync, readFileSync, readSync } from "node:fs";

/** Bytes that can be read more than once, from any place. */
export interface ByteSource {
  /** Fixed when it was opened: a recording may still be growing. */
  readonly size: number;
  /** Fills as much of the target as there is; 0 at the end. */
  read(target: Buffer, offset: number, position: number): number;
}

/** Throws what the file system says. The descriptor lives as long as the process, which reads a handful of files. */
export const openByteSource = (path: string): ByteSource => {
  const descriptor = openSync(path, "r");
  const stat = fstatSync(descriptor);
  // A pipe can be read only once.
  if (!stat.isFile() && !stat.isDirectory()) return fromBytes(readFileSync(descriptor));
  return {
    size: stat.size,
    read: (target, offset, position) => {
      const length = Math.min(target.length - offset, stat.size - position);
      return length > 0 ? readSync(descriptor, target, offset, length, position) : 0;
    },
  };
};

export const fromBytes = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  read: (target, offset, position) => bytes.copy(target, offset, position),
});
