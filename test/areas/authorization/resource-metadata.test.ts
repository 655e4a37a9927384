import type { Exchange } from "../../../src/model/capture.ts";
import type { Json } from "../../../src/model/json.ts";
import { leftOut, overHttp, type ReadingCase, readingTable } from "../reading-table.ts";
import { behind, ELSEWHERE, fetched, notFound, OTHER_SCHEME, target, walled } from "./access-control.ts";

const metadata = (resource: Json | undefined, route = "path"): Exchange =>
  fetched(`resource-metadata-${route}`, resource === undefined ? {} : { resource });

/** How a resource relates to an endpoint. */
const related = (resource: Json, identity: string, ending?: string, url = "https://example.com/mcp"): ReadingCase => ({
  shows: `${JSON.stringify(resource)} for ${url}`,
  capture: { ...behind(metadata(resource)), target: target(url) },
  reads: {
    values: [
      {
        route: "path",
        status: 200,
        content_type: "application/json",
        document: { resource },
        identity,
        ...(ending === undefined ? {} : { ending }),
      },
    ],
  },
});

const FAR = 'Bearer resource_metadata="https://elsewhere.example/meta"';

readingTable("resource_metadata", [
  related("https://example.com/mcp", "endpoint", "plain"),
  related("https://example.com/mcp/", "endpoint", "slash"),
  related("https://example.com/mcp/", "endpoint", "as-endpoint", "https://example.com/mcp/"),
  related("https://example.com/", "endpoint", "slash", "https://example.com/"),
  related("https://example.com", "parent", "plain"),
  related("https://example.com/a", "parent", "plain", "https://example.com/a/mcp"),
  related("https://example.com/a", "other-path", "plain", "https://example.com/ab"),
  related("https://example.com/mcp/deeper", "other-path", "plain"),
  related("https://other.example/mcp", "other-host", "plain"),
  related("http://example.com/mcp", "other-scheme", "plain"),
  related("https://example.com/mcp#x", "fragment", "plain"),
  related("https://example.com/mcp#", "fragment", "plain"),
  related("/mcp", "relative", "plain"),
  related("", "missing", "plain"),
  related(7, "missing"),
  related("http://127.0.0.1:8080/mcp", "endpoint", "plain", "http://localhost:8080/mcp"),
  related("http://127.0.0.1:8081/mcp", "other-host", "plain", "http://localhost:8080/mcp"),
  {
    shows: "a document without a resource",
    capture: behind(metadata(undefined)),
    reads: {
      partly: [{ identity: "missing", document: {} }],
      at: ["/http"],
      parts: [{ document: "/response", identity: "/response/resource" }],
    },
  },
  {
    shows: "a capture that does not say where the endpoint is",
    capture: { transport: "streamable-http", exchanges: [walled(), metadata("x")] },
    reads: {
      values: [{ route: "path", status: 200, content_type: "application/json", document: { resource: "x" } }],
    },
  },
  {
    shows: "the first place with a document counts, in the order of a client",
    capture: behind(metadata("r", "root"), metadata("p", "path"), notFound("resource-metadata-named")),
    reads: { partly: [{ route: "path", document: { resource: "p" } }], exchanges: ["main/3"] },
  },
  {
    shows: "no document: what came where a client looks first",
    capture: behind(notFound("resource-metadata-root"), notFound("resource-metadata-path")),
    reads: { values: [{ route: "path", status: 404, content_type: "application/json" }], exchanges: ["main/3"] },
  },
  {
    shows: "JSON under another content type, and a page that is none",
    capture: behind(
      overHttp({ step: "resource-metadata-named" }, 200, {
        method: "GET",
        response_headers: [["content-type", "text/html"]],
        body: { encoding: "utf8", data: "<html>" },
      }),
      overHttp({ step: "resource-metadata-path" }, 200, {
        method: "GET",
        response_headers: [["content-type", "text/plain; charset=utf-8"]],
        body: { encoding: "utf8", data: '{"resource":"https://example.com/mcp"}' },
      }),
    ),
    reads: {
      values: [
        {
          route: "path",
          status: 200,
          content_type: "text/plain",
          document: { resource: "https://example.com/mcp" },
          identity: "endpoint",
          ending: "plain",
        },
      ],
      parts: [
        {
          route: "",
          status: "/http/status",
          content_type: "/http/response_headers",
          document: "/http/body",
          identity: "/http/body",
          ending: "/http/body",
        },
      ],
    },
  },
  {
    shows: "JSON that is no object",
    capture: behind(fetched("resource-metadata-path", ["x"])),
    reads: { values: [{ route: "path", status: 200, content_type: "application/json" }] },
  },
  {
    shows: "an address of another origin that was not fetched",
    capture: { ...behind(), exchanges: [walled(FAR), notFound("resource-metadata-path")] },
    reads: { unseen: "not-probed" },
  },
  {
    shows: "the same address, fetched and not found",
    capture: { ...behind(), exchanges: [walled(FAR), notFound("resource-metadata-named")] },
    reads: { partly: [{ route: "named", status: 404 }] },
  },
  {
    shows: "an address of the same origin that was not fetched",
    capture: {
      ...behind(),
      exchanges: [walled('Bearer resource_metadata="https://example.com/x"'), notFound("resource-metadata-path")],
    },
    reads: { partly: [{ route: "path", status: 404 }] },
  },
  {
    shows: "a look that the plan left out",
    capture: { ...behind(), not_probed: [leftOut("resource-metadata-path", "unsafe-to-probe")] },
    reads: { unseen: "unsafe-to-probe" },
  },
  ...ELSEWHERE,
  OTHER_SCHEME,
]);

readingTable("resource_metadata_routes", [
  {
    shows: "every way that leads to a document",
    capture: behind(
      metadata("x", "named"),
      notFound("resource-metadata-path"),
      overHttp({ step: "resource-metadata-root" }, 200, { method: "GET", body: { encoding: "utf8", data: "{}" } }),
      fetched("authorization-server-root", {}),
    ),
    reads: {
      values: ["named", "root"],
      at: ["/response", "/http/body"],
      exchanges: ["main/2", "main/4"],
      lookedAt: ["", "", ""],
    },
  },
  {
    shows: "a way to another origin, which counts although it was not gone",
    capture: { ...behind(), exchanges: [walled(FAR), metadata("x", "root")] },
    reads: { values: ["named", "root"], at: ["/http/response_headers", "/response"] },
  },
  {
    shows: "no way",
    capture: behind(notFound("resource-metadata-path")),
    reads: { values: [] },
  },
  {
    shows: "a look that the plan left out",
    capture: { ...behind(), not_probed: [leftOut("resource-metadata-root", "unsafe-to-probe")] },
    reads: { unseen: "unsafe-to-probe" },
  },
  ...ELSEWHERE,
  OTHER_SCHEME,
]);

readingTable("named_metadata", [
  {
    shows: "what any challenge names, each address once",
    capture: {
      ...behind(),
      exchanges: [
        walled('DPoP algs="ES256", resource_metadata="/meta", Bearer scope="x"'),
        walled('Bearer resource_metadata="/meta"', "no-token-2"),
        walled('Bearer resource_metadata="https://example.com/other"', "no-token-3"),
      ],
    },
    reads: { values: ["/meta", "https://example.com/other"], at: ["/http/response_headers", "/http/response_headers"] },
  },
  {
    shows: "challenges that name nothing",
    capture: { ...behind(), exchanges: [walled("Bearer"), metadata("https://example.com/mcp")] },
    reads: { values: [] },
  },
  ...ELSEWHERE,
  OTHER_SCHEME,
]);
