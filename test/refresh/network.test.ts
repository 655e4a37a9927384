// Whatever a host does: one line, the right kind of failure, and the old corpus is still there.

import { createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type RefreshEnvironment, refreshCorpus } from "../../src/features/refresh/refresh-corpus.ts";
import { DEFAULT_DOWNLOAD_LIMITS } from "../../src/wire/download-limits.ts";
import { type HostedRepository, openGitHost, packet, REPOSITORY } from "./git-host.ts";
import { hasOpenssl, makeIdentity } from "./identity.ts";
import { gitArchive } from "./tar.ts";
import { COMMITS, upstreamTree } from "./upstream-tree.ts";
import { contents, failureOf, temporaryFolder, world } from "./world.ts";

const MAIN = { name: "refs/heads/main", commit: COMMITS.main, tree: upstreamTree() };
const ARCHIVE = `${REPOSITORY}/archive/main.tar.gz`;
const LIST = `${REPOSITORY}/info/refs`;
const BYTES = gitArchive("conformance", COMMITS.main, upstreamTree());
const SHORT = { ...DEFAULT_DOWNLOAD_LIMITS, connectMs: 2_000, headMs: 200, idleMs: 200, totalMs: 2_000 };

/** A folder that holds a corpus already. */
const filled = async (): Promise<string> => {
  const corpusDir = temporaryFolder();
  const { url } = await openGitHost({ head: MAIN.name, refs: [MAIN] });
  await refreshCorpus({ url, corpusDir }, world());
  return corpusDir;
};

const failing = async (
  answers: NonNullable<HostedRepository["answers"]>,
  changes: Partial<RefreshEnvironment> = {},
  request: { readonly ref?: string } = {},
) => {
  const corpusDir = await filled();
  const before = contents(corpusDir);
  const { url } = await openGitHost({ head: MAIN.name, refs: [MAIN], answers });
  const failure = await failureOf(refreshCorpus({ url, corpusDir, ...request }, world(changes)));
  expect(contents(corpusDir)).toEqual(before);
  expect(failure.message).not.toContain("\n");
  return failure;
};

describe("Failed downloads: no usable answer is a network failure", () => {
  test.each([204, 206, 400, 401, 403, 404, 429, 500, 503])("status %i", async (status) => {
    const failure = await failing({
      [ARCHIVE]: (response) => {
        response.statusCode = status;
        response.end(status === 204 ? undefined : BYTES);
      },
    });
    expect(failure).toMatchObject({ kind: "network", message: expect.stringContaining(`answered ${status}`) });
  });

  test("the list of refs is refused too", async () => {
    const failure = await failing({
      [LIST]: (response) => {
        response.statusCode = 404;
        response.end();
      },
    });
    expect(failure).toMatchObject({ kind: "network", message: expect.stringContaining("answered 404") });
  });

  test.each([
    ["a web page", "<!doctype html><title>Sign in</title>"],
    ["nothing", ""],
    ["the dumb protocol", `${COMMITS.main}\trefs/heads/main\n`],
    ["a cut list", `${packet("# service=git-upload-pack\n")}0000${packet(`${COMMITS.main} HEAD\0\n`)}`],
    ["protocol 2", `${packet("# service=git-upload-pack\n")}0000${packet("version 2\n")}0000`],
  ])("%s in place of the list of refs", async (_what, text) => {
    const failure = await failing({ [LIST]: (response) => response.end(text) });
    expect(failure).toMatchObject({ kind: "network", message: expect.stringContaining("list of refs") });
  });

  test("nothing listens", async () => {
    const corpusDir = await filled();
    const before = contents(corpusDir);
    const server = createTcpServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    const failure = await failureOf(refreshCorpus({ url: `http://127.0.0.1:${port}/x`, corpusDir }, world()));
    expect(failure).toMatchObject({ kind: "network", message: expect.stringContaining("ECONNREFUSED") });
    expect(contents(corpusDir)).toEqual(before);
  });

  test("the name has no address", async () => {
    const corpusDir = temporaryFolder();
    const resolve: RefreshEnvironment["resolve"] = (_name, _options, callback) =>
      callback(Object.assign(new Error("no"), { code: "ENOTFOUND" }), []);
    const failure = await failureOf(refreshCorpus({ url: "https://nowhere.invalid/x", corpusDir }, world({ resolve })));
    expect(failure).toMatchObject({ kind: "network", message: expect.stringContaining("ENOTFOUND") });
  });

  test("silence, a stopped body and a slow drip end at their deadlines", async () => {
    expect(await failing({ [ARCHIVE]: () => {} }, { limits: SHORT })).toMatchObject({
      kind: "network",
      message: expect.stringContaining("no response head"),
    });
    const stopped = await failing(
      { [ARCHIVE]: (response) => void response.write(BYTES.subarray(0, 100)) },
      { limits: SHORT },
    );
    expect(stopped).toMatchObject({ kind: "network", message: expect.stringContaining("stopped") });
    const drip = await failing(
      {
        [ARCHIVE]: (response) => {
          const timer = setInterval(() => response.write("x"), 20);
          response.on("close", () => clearInterval(timer));
        },
      },
      { limits: { ...SHORT, totalMs: 300 } },
    );
    expect(drip).toMatchObject({ kind: "network", message: expect.stringContaining("300 ms") });
  });

  test("a body shorter than promised", async () => {
    const failure = await failing({
      [ARCHIVE]: (response) => {
        response.setHeader("Content-Length", BYTES.length);
        response.write(BYTES.subarray(0, 200), () => response.destroy());
      },
    });
    expect(failure.kind).toBe("network");
  });

  test("an archive or a list above its limit is not read to the end", async () => {
    const endless: NonNullable<HostedRepository["answers"]>[string] = (response) => {
      const pump = (): void => {
        while (response.write(Buffer.alloc(65_536))) if (response.destroyed) return;
        response.once("drain", pump);
      };
      pump();
    };
    const limits = { ...DEFAULT_DOWNLOAD_LIMITS, archiveBytes: 200_000, listingBytes: 200_000 };
    expect(await failing({ [ARCHIVE]: endless }, { limits })).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("200000 bytes"),
    });
    expect(await failing({ [LIST]: endless }, { limits })).toMatchObject({ kind: "failed" });
  });

  test("an interruption ends it at once", async () => {
    const controller = new AbortController();
    const failure = await failing({ [ARCHIVE]: () => controller.abort() }, { signal: controller.signal });
    expect(failure.kind).toBe("aborted");
  });
});

describe("One download: redirects", () => {
  const to = (place: string, status = 302): NonNullable<HostedRepository["answers"]> => ({
    [ARCHIVE]: (response) => {
      response.writeHead(status, { Location: place });
      response.end();
    },
  });

  test.each(["http://127.0.0.1:9/x", "/elsewhere", "ftp://host/x", "file:///etc/passwd"])(
    "%s is not https and is not followed",
    async (place) => {
      expect(await failing(to(place), {}, { ref: "main" })).toMatchObject({
        kind: "network",
        message: expect.stringContaining("not https"),
      });
    },
  );

  test("without a Location, with two, or with credentials", async () => {
    for (const place of [[], ["https://127.0.0.1:9/a", "https://127.0.0.1:9/b"], ["https://me:secret@127.0.0.1/x"]]) {
      const failure = await failing({
        [ARCHIVE]: (response) => {
          response.statusCode = 301;
          if (place.length > 0) response.setHeader("Location", place);
          response.end();
        },
      });
      expect(failure.kind).toBe("network");
      expect(failure.message).not.toContain("secret");
    }
  });

  test("a private address that the user did not name is not dialled", async () => {
    for (const place of ["https://10.0.0.1/x", "https://[::1]/x", "https://inside.test/x"]) {
      const resolve: RefreshEnvironment["resolve"] = (_name, _options, callback) =>
        callback(null, [{ address: "192.168.1.1", family: 4 }]);
      const failure = await failing(to(place), { resolve });
      expect(failure).toMatchObject({ kind: "network", message: expect.stringContaining("private or reserved") });
    }
  });
});

describe.skipIf(!hasOpenssl())("over TLS", () => {
  test("a certificate that nobody vouches for is a network failure; a trusted one is not", async () => {
    const identity = makeIdentity();
    const host = await openGitHost({ head: MAIN.name, refs: [MAIN], identity });
    const corpusDir = await filled();
    const before = contents(corpusDir);
    const failure = await failureOf(refreshCorpus({ url: host.url, corpusDir }, world()));
    expect(failure).toMatchObject({ kind: "network", message: expect.stringContaining("secure connection") });
    expect(contents(corpusDir)).toEqual(before);
    const refresh = await refreshCorpus({ url: host.url, corpusDir }, world({ tls: { ca: identity.cert } }));
    expect(refresh.unchanged).toHaveLength(3);
  });

  test("https to a host that does not speak it", async () => {
    const host = await openGitHost({ head: MAIN.name, refs: [MAIN] });
    const url = host.url.replace("http:", "https:");
    expect(await failureOf(refreshCorpus({ url, corpusDir: temporaryFolder() }, world()))).toMatchObject({
      kind: "network",
    });
  });

  test("a redirect to https is followed, three times and no more", async () => {
    const identity = makeIdentity();
    const tls = { ca: identity.cert };
    const answers: NonNullable<HostedRepository["answers"]> = {
      "/store/archive": (response) => response.end(BYTES),
      ...Object.fromEntries(
        [0, 1, 2, 3].map((hop) => [
          `/hop/${hop}`,
          (response: Parameters<NonNullable<HostedRepository["answers"]>[string]>[0]) => {
            response.writeHead(307, { Location: hop === 0 ? "/store/archive" : `/hop/${hop - 1}` });
            response.end();
          },
        ]),
      ),
    };
    const store = await openGitHost({ refs: [], identity, answers });
    const start = async (hop: number) =>
      openGitHost({
        refs: [],
        answers: {
          [ARCHIVE]: (response) => {
            response.writeHead(302, { Location: `https://127.0.0.1:${store.port}/hop/${hop}` });
            response.end();
          },
        },
      });
    const corpusDir = temporaryFolder();
    const fine = await refreshCorpus({ url: (await start(1)).url, ref: "main", corpusDir }, world({ tls }));
    expect(fine.added).toHaveLength(3);
    const failure = await failureOf(
      refreshCorpus({ url: (await start(2)).url, ref: "main", corpusDir }, world({ tls })),
    );
    expect(failure).toMatchObject({ kind: "network", message: expect.stringContaining("3 redirects") });
  });
});

test("nothing is left open", async () => {
  const server = createTcpServer((socket) => socket.on("error", () => {}).resume());
  let open = 0;
  server.on("connection", (socket) => {
    open += 1;
    socket.on("close", () => {
      open -= 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const url = `http://127.0.0.1:${port}/x`;
  await failureOf(refreshCorpus({ url, corpusDir: join(temporaryFolder(), "x") }, world({ limits: SHORT })));
  await expect.poll(() => open).toBe(0);
});
