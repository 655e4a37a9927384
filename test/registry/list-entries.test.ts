import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/base/json.ts";
import { type ListQuery, listEntries, RegistryListError } from "../../src/features/registry/list/list-entries.ts";

const OFFICIAL = "io.modelcontextprotocol.registry/official";
const entry = (name: string, version: string, official: JsonObject | null, more: JsonObject = {}): Json => ({
  server: {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name,
    description: "a server",
    version,
    ...more,
  },
  _meta: official === null ? {} : { [OFFICIAL]: { publishedAt: "2026-01-02T03:04:05Z", ...official } },
});
const REMOTE = { remotes: [{ type: "streamable-http", url: "https://acme.example/mcp" }] };
const PACKAGE = {
  packages: [{ registryType: "npm", identifier: "notes", version: "1.0.0", transport: { type: "stdio" } }],
};
const ACTIVE = { status: "active", isLatest: true, updatedAt: "2026-05-06T07:08:09Z" };

/** Each page of a registry by the cursor that leads to it, or what it answers instead. */
let pages: Record<string, Json | number | string>;
let asked: URL[];
let server: Server;
let api: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://registry.example");
    asked.push(url);
    const page = pages[url.searchParams.get("cursor") ?? ""];
    if (typeof page === "number") return void response.writeHead(page).end();
    response.writeHead(200, { "content-type": "application/json" });
    response.end(typeof page === "string" ? page : JSON.stringify(page ?? null));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  asked = [];
});

const list = (query: Partial<ListQuery> = {}) => listEntries({ api, ...query }, { env: {}, version: "0.0.0" });

describe("the list of a registry", () => {
  test("is read page by page to its end, and kinds and statuses are told apart", async () => {
    pages = {
      "": {
        servers: [
          entry("a.example/both", "1.0.0", ACTIVE, { ...REMOTE, ...PACKAGE }),
          entry("a.example/gone", "1.0.0", { ...ACTIVE, status: "deleted" }, REMOTE),
          { server: { name: "no.version/x" } },
        ],
        metadata: { count: 3, nextCursor: "two/2:1" },
      },
      "two/2:1": {
        servers: [
          entry("a.example/old", "2.0.0", { ...ACTIVE, status: "deprecated", statusMessage: "use both" }, PACKAGE),
          entry("a.example/odd", "1.0.0", { ...ACTIVE, status: "paused" }),
          entry("a.example/plain", "1.0.0", null, REMOTE),
        ],
        metadata: { count: 3 },
      },
    };
    const { entries, pages: count, notes } = await list({ updatedSince: "2026-01-01T00:00:00Z", search: "a.ex" });
    expect(entries.map(({ name, status, kind }) => [name, status, kind])).toEqual([
      ["a.example/both", "active", "remote-and-package"],
      ["a.example/gone", "deleted", "remote"],
      ["a.example/old", "deprecated", "package"],
      ["a.example/odd", "unknown", "empty"],
      ["a.example/plain", "active", "remote"],
    ]);
    expect(entries[0]).toMatchObject({ updated_at: ACTIVE.updatedAt, targets: [{ kind: "http" }, { kind: "stdio" }] });
    expect(entries[2]?.status_message).toBe("use both");
    expect([count, notes]).toEqual([2, ["1 elements without a name or a version were left out"]]);
    expect(asked.map(({ pathname, search }) => pathname + search)).toEqual([
      "/v0.1/servers?limit=100&version=latest&search=a.ex&updated_since=2026-01-01T00%3A00%3A00Z",
      "/v0.1/servers?limit=100&version=latest&search=a.ex&updated_since=2026-01-01T00%3A00%3A00Z&cursor=two%2F2%3A1",
    ]);
  });

  test("holds only the latest version, also where the registry ignores the question", async () => {
    const versions = ["1.10.0", "1.2.0", "1.10.0-rc.1"];
    pages = {
      "": {
        servers: [
          ...versions.map((version) => entry("a.example/unsaid", version, null)),
          entry("a.example/said", "9.0.0", { ...ACTIVE, isLatest: false }),
          entry("a.example/said", "2.0.0", ACTIVE),
        ],
        metadata: {},
      },
    };
    const named = async (query: Partial<ListQuery>) =>
      (await list(query)).entries.map(({ name, version }) => `${name} ${version}`);
    expect(await named({})).toEqual(["a.example/unsaid 1.10.0", "a.example/said 2.0.0"]);
    expect(await named({ allVersions: true })).toHaveLength(5);
    expect(asked[1]?.searchParams.has("version")).toBe(false);
    expect(await named({ limit: 1 })).toEqual(["a.example/unsaid 1.10.0"]);
  });

  test("the address may name the list itself, or a version of the API", async () => {
    pages = { "": { servers: null, metadata: { count: 0 } } };
    for (const path of ["", "/", "/v0", "/sub/v0.1/servers"]) await list({ api: `${api}${path}` });
    expect(asked.map(({ pathname }) => pathname)).toEqual([
      "/v0.1/servers",
      "/v0.1/servers",
      "/v0/servers",
      "/sub/v0.1/servers",
    ]);
  });

  test.each<readonly [string, Record<string, Json | number | string>, string]>([
    [
      "a page that leads back",
      { "": { servers: [], metadata: { nextCursor: "x" } }, x: { servers: [], metadata: { nextCursor: "x" } } },
      "leads back",
    ],
    ["another answer", { "": { hello: 1 } }, "page 1 is no list of servers"],
    ["no JSON", { "": "<html>" }, "page 1 is not JSON"],
    ["a refusal", { "": 429 }, "page 1: the host answered 429"],
    ["JSON without an end", { "": "[".repeat(100_000) }, "page 1 is not JSON"],
  ])("%s is one line", async (_shows, answers, says) => {
    pages = answers;
    const error = await list().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RegistryListError);
    expect(error).toMatchObject({ kind: "network", message: expect.stringContaining(says) });
  });

  test.each([
    [{ api: "registry.example" }, "no http or https address"],
    [{ api: "https://me:secret@registry.example" }, "has credentials"],
    [{ updatedSince: "yesterday" }, "not written as"],
  ])("%j is refused before anything is asked", async (query, says) => {
    const error = await list(query).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: "usage", message: expect.stringContaining(says) });
    expect(asked).toEqual([]);
  });
});
