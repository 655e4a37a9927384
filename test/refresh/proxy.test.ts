import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { refreshCorpus } from "../../src/features/refresh/refresh-corpus.ts";
import { DEFAULT_DOWNLOAD_LIMITS } from "../../src/wire/download-limits.ts";
import { openGitHost, REPOSITORY } from "./git-host.ts";
import { hasOpenssl, makeIdentity } from "./identity.ts";
import { COMMITS, upstreamTree } from "./upstream-tree.ts";
import { failureOf, temporaryFolder, world } from "./world.ts";

const MAIN = { name: "refs/heads/main", commit: COMMITS.main, tree: upstreamTree() };

interface Proxy {
  readonly url: string;
  readonly seen: string[];
}

/** A forward proxy: absolute addresses for http, tunnels for https. `lead` sends tunnels elsewhere; `refuse` answers so. */
const openProxy = async ({ lead, refuse }: { lead?: number; refuse?: number } = {}): Promise<Proxy> => {
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  const note = (request: IncomingMessage): void => {
    const login = request.headers["proxy-authorization"];
    seen.push(`${request.method} ${request.url}${login === undefined ? "" : ` ${login}`}`);
  };
  const server = createServer((request, response) => {
    note(request);
    if (refuse !== undefined) {
      response.statusCode = refuse;
      return void response.end();
    }
    httpRequest(request.url ?? "", { headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    })
      .on("error", () => response.destroy())
      .end();
  });
  server.on("connect", (request: IncomingMessage, socket: Socket, first: Buffer) => {
    note(request);
    socket.on("error", () => {});
    if (refuse !== undefined) return void socket.end(`HTTP/1.1 ${refuse} No\r\n\r\n`);
    const port = lead ?? Number(new URL(`http://${request.url}`).port);
    const tunnel = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      tunnel.write(first);
      tunnel.pipe(socket).pipe(tunnel);
    });
    tunnel.on("error", () => socket.destroy());
  });
  server.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
};

describe("plain http", () => {
  test("goes through HTTP_PROXY with its credentials", async () => {
    const host = await openGitHost({ head: MAIN.name, refs: [MAIN] });
    const proxy = await openProxy();
    const env = { HTTP_PROXY: proxy.url.replace("//", "//me:secret@") };
    const refresh = await refreshCorpus({ url: host.url, corpusDir: temporaryFolder() }, world({ env }));
    expect(refresh.added).toHaveLength(3);
    const login = `Basic ${Buffer.from("me:secret").toString("base64")}`;
    expect(proxy.seen).toEqual([
      `GET ${host.url}/info/refs?service=git-upload-pack ${login}`,
      `GET ${host.url}/archive/main.tar.gz ${login}`,
    ]);
    expect(host.asked).toHaveLength(2);
  });

  test("NO_PROXY goes around it", async () => {
    const host = await openGitHost({ head: MAIN.name, refs: [MAIN] });
    const proxy = await openProxy();
    const env = { HTTP_PROXY: proxy.url, NO_PROXY: "127.0.0.1" };
    await refreshCorpus({ url: host.url, corpusDir: temporaryFolder() }, world({ env }));
    expect(proxy.seen).toEqual([]);
    expect(host.asked).toHaveLength(2);
  });

  test("what the host answers counts as without a proxy: status, limits, deadlines", async () => {
    const host = await openGitHost({
      head: MAIN.name,
      refs: [MAIN],
      answers: { [`${REPOSITORY}/archive/silent.tar.gz`]: () => {} },
    });
    const env = { http_proxy: (await openProxy()).url };
    const run = (ref: string, changes = {}) =>
      failureOf(
        refreshCorpus(
          { url: host.url, ref, corpusDir: temporaryFolder() },
          world({ env, limits: { ...DEFAULT_DOWNLOAD_LIMITS, ...changes } }),
        ),
      );
    expect(await run("none")).toMatchObject({ kind: "network", message: expect.stringContaining("answered 404") });
    expect(await run("main", { archiveBytes: 100 })).toMatchObject({ kind: "failed" });
    expect(await run("silent", { totalMs: 300 })).toMatchObject({
      kind: "network",
      message: expect.stringContaining("300 ms"),
    });
  });
});

describe("a proxy in trouble is a network failure that repeats no password", () => {
  const run = (proxy: string, url: string) =>
    failureOf(
      refreshCorpus({ url, corpusDir: temporaryFolder() }, world({ env: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } })),
    );

  test.each([403, 407, 502])("it answers %i", async (refuse) => {
    const proxy = await openProxy({ refuse });
    const login = proxy.url.replace("//", "//me:secret@");
    for (const url of ["http://host.test/x", "https://host.test/x"]) {
      const failure = await run(login, url);
      expect(failure).toMatchObject({ kind: "network", message: expect.stringContaining(String(refuse)) });
      expect(failure.message).not.toContain("secret");
    }
  });

  test("nothing listens there", async () => {
    const host = await openGitHost({ refs: [] });
    for (const url of [host.url, "https://host.test/x"]) {
      const failure = await run("http://me:secret@127.0.0.1:9", url);
      expect(failure).toMatchObject({ kind: "network", message: expect.stringContaining("ECONNREFUSED") });
      expect(failure.message).not.toContain("secret");
    }
    expect(host.asked).toEqual([]);
  });

  test("it is none", async () => {
    expect(await run("socks5://me:secret@host", "https://host.test/x")).toMatchObject({ kind: "network" });
  });
});

describe.skipIf(!hasOpenssl())("https", () => {
  test("is tunnelled through HTTPS_PROXY, and the certificate is still checked", async () => {
    const identity = makeIdentity();
    const host = await openGitHost({ head: MAIN.name, refs: [MAIN], identity });
    const proxy = await openProxy({ lead: host.port });
    // The proxy alone knows the name: nothing here resolves it.
    const url = `https://localhost:4443${REPOSITORY}`;
    const base = { url, corpusDir: temporaryFolder() };
    const env = { HTTPS_PROXY: proxy.url };
    const refresh = await refreshCorpus(base, world({ env, tls: { ca: identity.cert } }));
    expect(refresh.added).toHaveLength(3);
    expect(new Set(proxy.seen)).toEqual(new Set(["CONNECT localhost:4443"]));
    const failure = await failureOf(refreshCorpus(base, world({ env })));
    expect(failure).toMatchObject({ kind: "network", message: expect.stringContaining("secure connection") });
  });
});
