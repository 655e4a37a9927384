import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareTagNames, newestTags } from "../../src/features/refresh/choose-tags.ts";
import { readEntryPath } from "../../src/features/refresh/entry-path.ts";
import { archiveUrl, readSource, refsUrl } from "../../src/features/refresh/source.ts";
import { cacheFolder } from "../../src/judge/corpus-files/conformance-cache.ts";
import { chooseProxy } from "../../src/wire/download/choose-proxy.ts";

describe("tags", () => {
  test("by version, releases after their candidates, names without a version last", () => {
    const names = [
      "v0.1.9",
      "v0.1.16",
      "0.2.0-alpha.11",
      "v0.2.0-alpha.2",
      "v0.2.0",
      "nightly",
      "release-0.1.17",
      "2026",
    ];
    expect(
      newestTags(names.map((name, index) => ({ name: `refs/tags/${name}`, commit: String(index) }))).map(
        (tag) => tag.name,
      ),
    ).toEqual(["v0.2.0", "0.2.0-alpha.11", "v0.2.0-alpha.2", "release-0.1.17", "v0.1.16", "v0.1.9", "nightly", "2026"]);
  });

  test("branches are no tags, a commit is tried once, and impossible names are left out", () => {
    const refs = [
      { name: "refs/heads/v9.0.0", commit: "1" },
      { name: "refs/tags/v1.0.0", commit: "2" },
      { name: "refs/tags/v1.0.1", commit: "2" },
      { name: "refs/tags/v2 .0", commit: "3" },
    ];
    expect(newestTags(refs)).toEqual([{ name: "v1.0.1", commit: "2" }]);
  });

  test("the order is an order", () => {
    const tag = fc.oneof(
      fc.stringMatching(/^v?\d{1,3}\.\d{1,3}(?:\.\d{1,3})?(?:-[a-z]{1,3}\.\d)?$/),
      fc.stringMatching(/^[a-z0-9.-]{1,8}$/),
    );
    fc.assert(
      fc.property(tag, tag, tag, (a, b, c) => {
        expect(Math.sign(compareTagNames(a, b)) + Math.sign(compareTagNames(b, a))).toBe(0);
        if (compareTagNames(a, b) <= 0 && compareTagNames(b, c) <= 0)
          expect(compareTagNames(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });
});

describe("addresses", () => {
  const addresses = (text: string, ref: string): string[] => {
    const source = readSource(text);
    if (source.kind !== "github" && source.kind !== "git-host") throw new Error(source.kind);
    return [refsUrl(source).href, archiveUrl(source, ref).href];
  };

  test.each(["https://github.com/o/r", "https://github.com/o/r.git", "http://www.github.com/o/r/"])(
    "%s uses codeload",
    (url) => {
      expect(addresses(url, "feature/ü#1")).toEqual([
        "https://github.com/o/r/info/refs?service=git-upload-pack",
        "https://codeload.github.com/o/r/tar.gz/feature/%C3%BC%231",
      ]);
    },
  );

  test("any other host has its archives below the repository", () => {
    expect(addresses("https://git.example.org:8443/a/b/c.git", "v1")).toEqual([
      "https://git.example.org:8443/a/b/c/info/refs?service=git-upload-pack",
      "https://git.example.org:8443/a/b/c/archive/v1.tar.gz",
    ]);
    expect(readSource("https://notgithub.com/o/r").kind).toBe("git-host");
    expect(readSource("https://github.com.evil.test/o/r").kind).toBe("git-host");
  });

  test("archives are taken as they are", () => {
    expect(readSource("https://github.com/o/r/archive/x.tar.gz").kind).toBe("archive-url");
    expect(readSource("../corpus.tgz")).toEqual({ kind: "archive-file", path: "../corpus.tgz" });
  });
});

describe("the proxy", () => {
  const https = new URL("https://codeload.github.com/x");
  const chosen = (env: Record<string, string>, url = https): string | undefined => chooseProxy(url, env)?.href;

  test("by scheme; lower case wins; a bare host is an http proxy", () => {
    expect(chosen({})).toBeUndefined();
    expect(chosen({ HTTPS_PROXY: "http://p:1" })).toBe("http://p:1/");
    expect(chosen({ HTTP_PROXY: "http://p:1" })).toBeUndefined();
    expect(chosen({ HTTPS_PROXY: "http://p:1", https_proxy: "q:2" })).toBe("http://q:2/");
    expect(chosen({ HTTPS_PROXY: "http://p:1", https_proxy: "" })).toBeUndefined();
    expect(chosen({ HTTP_PROXY: "p:3" }, new URL("http://host/"))).toBe("http://p:3/");
  });

  test.each([
    ["*", true],
    ["github.com", true],
    [".github.com", true],
    ["*.github.com", true],
    ["codeload.github.com:443", true],
    ["codeload.github.com:8443", false],
    ["hub.com", false],
    ["x, CODELOAD.GITHUB.COM", true],
    ["", false],
    [" , ", false],
  ])("NO_PROXY %j exempts: %s", (list, exempt) => {
    expect(chosen({ HTTPS_PROXY: "http://p:1", NO_PROXY: list }) === undefined).toBe(exempt);
  });

  test("NO_PROXY with addresses", () => {
    const env = { HTTP_PROXY: "http://p:1", NO_PROXY: "127.0.0.1,[::1]:8080" };
    expect(chosen(env, new URL("http://127.0.0.1:99/"))).toBeUndefined();
    expect(chosen(env, new URL("http://[::1]:8080/"))).toBeUndefined();
    expect(chosen(env, new URL("http://[::1]:8081/"))).toBe("http://p:1/");
  });

  test("a value that is no proxy is refused without being repeated", () => {
    for (const value of ["socks5://p:1", "http://user:hunter2@", "http://"]) {
      expect(() => chosen({ HTTPS_PROXY: value })).toThrow(/^the proxy of the environment/);
    }
  });
});

describe("the cache", () => {
  test.each([
    ["linux", { XDG_CACHE_HOME: "/c", HOME: "/h" }, "/c/mcptest/conformance"],
    ["linux", { HOME: "/h" }, "/h/.cache/mcptest/conformance"],
    ["linux", { XDG_CACHE_HOME: "", HOME: "/h" }, "/h/.cache/mcptest/conformance"],
    ["linux", { XDG_CACHE_HOME: "relative", HOME: "/h" }, "/h/.cache/mcptest/conformance"],
    ["darwin", { HOME: "/Users/a" }, "/Users/a/.cache/mcptest/conformance"],
    ["linux", {}, undefined],
    [
      "win32",
      { LOCALAPPDATA: "C:\\Users\\a\\AppData\\Local", HOME: "/h" },
      "C:\\Users\\a\\AppData\\Local\\mcptest\\conformance",
    ],
    ["win32", { USERPROFILE: "C:\\Users\\a" }, "C:\\Users\\a\\AppData\\Local\\mcptest\\conformance"],
    ["win32", {}, undefined],
  ])("%s %j", (platform, env, folder) => {
    expect(cacheFolder(env, platform)).toBe(folder);
  });
});

test("whatever a name is, its path stays below the folder it is joined to", () => {
  const limits = { pathBytes: 1_024, pathDepth: 32 };
  const step = fc.oneof(
    fc.constantFrom("..", ".", "", "a", "C:", "\\", "NUL", "x.yaml", "\0"),
    fc.string({ maxLength: 6, unit: "grapheme" }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      const path = readEntryPath(steps.join("/"), limits);
      if ("unsafe" in path) return;
      expect(path.steps.length).toBeGreaterThan(0);
      for (const one of path.steps) expect(one).not.toMatch(/^\.{0,2}$|[/\\:\p{Cc}]/u);
    }),
  );
});
