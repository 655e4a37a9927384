import fc from "fast-check";
import { expect, test } from "vitest";
import { ArchiveError } from "../../src/features/refresh/archive-error.ts";
import { gunzip } from "../../src/features/refresh/gunzip.ts";
import { readTar } from "../../src/features/refresh/read-tar.ts";
import { DEFAULT_DOWNLOAD_LIMITS } from "../../src/wire/download-limits.ts";
import { file, tar, tarGz } from "./tar.ts";

const ENTRIES = [
  { name: "pax_global_header", type: "g", text: `52 comment=${"a".repeat(40)}\n` },
  { name: "x", type: "x", text: "19 path=other.yaml\n" },
  file("first.yaml"),
  { name: "././@LongLink", type: "L", text: `${"long/".repeat(30)}name.yaml\0` },
  file("cut.yaml", "y".repeat(700)),
  { name: "link.yaml", type: "2", link: "/etc/passwd" },
  file("last.json", "{}"),
];
const GOOD = tar(ENTRIES);
const SUM_AT = 148;

/** The checksum of the header at this block made right again, so that the change behind it is looked at. */
const mend = (bytes: Buffer, block: number): void => {
  const header = bytes.subarray(block * 512, block * 512 + 512);
  header.write("        ", SUM_AT);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, SUM_AT);
};

const settles = async (action: Promise<unknown>): Promise<void> => {
  try {
    await action;
  } catch (error) {
    expect(error).toBeInstanceOf(ArchiveError);
  }
};

test("whatever is changed in an archive: it is read or refused, never a crash and never a wait", async () => {
  const change = fc.record({
    block: fc.nat(GOOD.length / 512 - 3),
    // Type, size and checksum are what a reader acts on.
    at: fc.oneof(fc.nat(511), fc.integer({ min: 124, max: 135 }), fc.constant(156)),
    byte: fc.oneof(fc.nat(255), fc.constantFrom(0x80, 0xff, 0x81, 0x2d, 0x4c, 0x78, 0x67, 0x53, 0x30)),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const bytes = Buffer.from(GOOD);
      for (const { block, at, byte } of changes) {
        bytes[block * 512 + at] = byte;
        mend(bytes, block);
      }
      await settles(readTar(bytes, () => true, DEFAULT_DOWNLOAD_LIMITS));
    }),
    { numRuns: 1_500 },
  );
});

test("the same for the gzip around it", async () => {
  const packed = tarGz(ENTRIES);
  await fc.assert(
    fc.asyncProperty(fc.nat(packed.length - 1), fc.nat(255), fc.nat(packed.length), async (at, byte, end) => {
      const bytes = Buffer.from(packed);
      bytes[at] = byte;
      await settles(gunzip(bytes, DEFAULT_DOWNLOAD_LIMITS));
      await settles(gunzip(packed.subarray(0, end), DEFAULT_DOWNLOAD_LIMITS));
    }),
    { numRuns: 200 },
  );
});

test("a good archive is read as it is, its names as its long headers have them", async () => {
  const { files, skipped, commit } = await readTar(GOOD, () => true, DEFAULT_DOWNLOAD_LIMITS);
  expect(commit).toBe("a".repeat(40));
  expect(files.map(({ steps, bytes }) => [steps.at(-1), bytes.length])).toEqual([
    ["other.yaml", 5],
    ["name.yaml", 700],
    ["last.json", 2],
  ]);
  expect(skipped).toEqual([{ name: "link.yaml", why: "a link" }]);
});
