import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PacketError, readPackets } from "../../src/wire/git/pkt-line.ts";
import { readRefAdvertisement } from "../../src/wire/git/ref-advertisement.ts";
import { advertisement, packet } from "./git-host.ts";
import { temporaryFolder } from "./world.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const encode = (data: Uint8Array): Uint8Array =>
  Buffer.concat([bytes((data.length + 4).toString(16).padStart(4, "0")), data]);

describe("packets", () => {
  test("what was framed is read back, whatever the bytes are", () => {
    const part = fc.oneof(
      fc
        .uint8Array({ maxLength: 300 })
        .map((data) => ({ wire: encode(data), want: { kind: "line", data: [...data] } })),
      fc.constantFrom(["0000", "flush"], ["0001", "delimiter"], ["0002", "response-end"]).map(([wire = "", kind]) => ({
        wire: bytes(wire),
        want: { kind },
      })),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const read = readPackets(Buffer.concat(parts.map(({ wire }) => wire)));
        const plain = read.map((one) => (one.kind === "line" ? { kind: one.kind, data: [...one.data] } : one));
        expect(plain).toEqual(parts.map(({ want }) => want));
      }),
    );
  });

  test("anything else is refused in words, and never takes long", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        try {
          const total = readPackets(noise).reduce(
            (sum, one) => sum + 4 + (one.kind === "line" ? one.data.length : 0),
            0,
          );
          expect(total).toBe(noise.length);
        } catch (error) {
          expect(error).toBeInstanceOf(PacketError);
        }
      }),
    );
    for (const text of ["0003", "fff1", "ffff", "000", "00", "-001", "0x10", " 123", "0005", "zzzz"]) {
      expect(() => readPackets(bytes(text)), text).toThrow(PacketError);
    }
  });
});

const id = fc.stringMatching(/^[0-9a-f]{40}$/);
const name = fc.stringMatching(/^refs\/(?:heads|tags|pull)\/[a-z0-9._-]{1,20}$/).filter((one) => !one.endsWith("^{}"));

describe("the list of refs", () => {
  test("every ref comes back with its commit, an annotated tag with the one behind it", () => {
    const ref = fc.record({ name, commit: id, tagObject: fc.option(id, { nil: undefined }) });
    const refs = fc.uniqueArray(ref, { selector: (one) => one.name, maxLength: 20 });
    fc.assert(
      fc.property(refs, fc.nat(), (all, pick) => {
        const hosted = all.map(({ name: full, commit, tagObject }) => ({
          name: full,
          commit,
          tree: [],
          ...(tagObject === undefined ? {} : { tagObject }),
        }));
        const top = all[pick % Math.max(1, all.length)];
        const read = readRefAdvertisement(
          bytes(advertisement({ refs: hosted, ...(top ? { head: top.name } : {}) })),
          100,
        );
        expect(read.refs).toEqual(all.map(({ name: full, commit }) => ({ name: full, commit })));
        expect(read.head).toEqual(top && { name: top.name, commit: top.commit });
      }),
    );
  });

  test("a cut list is never taken for a whole one", () => {
    const whole = bytes(
      advertisement({
        head: "refs/heads/main",
        refs: [
          { name: "refs/heads/main", commit: "a".repeat(40), tree: [] },
          { name: "refs/tags/v1", commit: "b".repeat(40), tree: [] },
        ],
      }),
    );
    for (let end = 0; end < whole.length; end++) {
      expect(() => readRefAdvertisement(whole.subarray(0, end), 100), String(end)).toThrow(PacketError);
    }
  });

  const lines = (...all: string[]): Uint8Array =>
    bytes(`${packet("# service=git-upload-pack\n")}0000${all.map((line) => packet(line)).join("")}0000`);
  const A = "a".repeat(40);

  test.each([
    ["no ref", lines("hello\n")],
    ["a short id", lines("abc refs/heads/main\n")],
    ["no name", lines(`${A} \n`)],
    ["capabilities twice", lines(`${A} HEAD\0x\n`, `${A} refs/heads/x\0y\n`)],
    ["an error", lines("ERR access denied\n")],
    ["another service", bytes(`${packet("# service=git-receive-pack\n")}00000000`)],
    ["something behind", bytes(`${Buffer.from(lines(`${A} HEAD\0\n`)).toString()}0000`)],
    [
      "too many",
      lines(...Array.from({ length: 11 }, (_, index) => `${A} refs/heads/${index}${index === 0 ? "\0" : ""}\n`)),
    ],
  ])("%s is refused", (_what, wire) => {
    expect(() => readRefAdvertisement(wire, 10)).toThrow(PacketError);
  });

  test("protocol 1 is the same behind its first line; a host without symref names the branch at HEAD", () => {
    const read = readRefAdvertisement(
      lines("version 1\n", `${A} HEAD\0\n`, `${A} refs/heads/dev\n`, `${A} refs/heads/main\n`),
      10,
    );
    expect(read.head).toEqual({ name: "refs/heads/main", commit: A });
  });

  const git = (...args: string[]): Buffer =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", "-c", "commit.gpgsign=false", ...args], {
      stdio: ["ignore", "pipe", "ignore"],
      env: { PATH: process.env["PATH"] ?? "", GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    });
  const hasGit = (): boolean => {
    try {
      return git("version").length > 0;
    } catch {
      return false;
    }
  };

  test.skipIf(!hasGit())("what git itself says", () => {
    const folder = temporaryFolder();
    git("init", "-q", "-b", "trunk", folder);
    git("-C", folder, "commit", "-q", "--allow-empty", "-m", "one");
    const commit = git("-C", folder, "rev-parse", "HEAD").toString().trim();
    git("-C", folder, "tag", "-a", "v1.0.0", "-m", "annotated");
    const wire = git("-C", folder, "upload-pack", "--stateless-rpc", "--advertise-refs", folder);
    const read = readRefAdvertisement(
      Buffer.concat([bytes(`${packet("# service=git-upload-pack\n")}0000`), wire]),
      100,
    );
    expect(read).toEqual({
      head: { name: "refs/heads/trunk", commit },
      refs: [
        { name: "refs/heads/trunk", commit },
        { name: "refs/tags/v1.0.0", commit },
      ],
    });
  });
});
