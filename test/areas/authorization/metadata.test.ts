import type { Exchange } from "../../../src/model/capture.ts";
import type { Json } from "../../../src/model/json.ts";
import { givenHttp } from "../given.ts";
import { type ReadingCase, readingTable } from "../reading-table.ts";
import { leftOut, overHttp } from "../small-captures.ts";
import {
  ELSEWHERE,
  fetched,
  givenProtected,
  givenTarget,
  notFound,
  OTHER_SCHEME,
  target,
  walled,
} from "./access-control.ts";

const metadata = (resource: Json | undefined, route = "path"): Exchange =>
  fetched(`resource-metadata-${route}`, resource === undefined ? {} : { resource });

/** How a resource relates to an endpoint. */
const related = (resource: Json, identity: string, ending?: string, url = "https://example.com/mcp"): ReadingCase =>
  givenProtected(`${JSON.stringify(resource)} for ${url}`, {
    target: target(url),
    exchanges: [metadata(resource)],
  }).values([
    {
      route: "path",
      status: 200,
      content_type: "application/json",
      document: { resource },
      identity,
      ...(ending === undefined ? {} : { ending }),
    },
  ]);

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
  givenProtected("a document without a resource", [metadata(undefined)]).partly(
    [{ identity: "missing", document: {} }],
    { at: ["/http"], parts: [{ document: "/response", identity: "/response/resource" }] },
  ),
  givenHttp("a capture that does not say where the endpoint is", [walled(), metadata("x")]).values([
    { route: "path", status: 200, content_type: "application/json", document: { resource: "x" } },
  ]),
  givenProtected("the first place with a document counts, in the order of a client", [
    metadata("r", "root"),
    metadata("p", "path"),
    notFound("resource-metadata-named"),
  ]).partly([{ route: "path", document: { resource: "p" } }], { exchanges: ["main/3"] }),
  givenProtected("no document: what came where a client looks first", [
    notFound("resource-metadata-root"),
    notFound("resource-metadata-path"),
  ]).values([{ route: "path", status: 404, content_type: "application/json" }], { exchanges: ["main/3"] }),
  givenProtected("JSON under another content type, and a page that is none", [
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
  ]).values(
    [
      {
        route: "path",
        status: 200,
        content_type: "text/plain",
        document: { resource: "https://example.com/mcp" },
        identity: "endpoint",
        ending: "plain",
      },
    ],
    {
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
  ),
  givenProtected("JSON that is no object", [fetched("resource-metadata-path", ["x"])]).values([
    { route: "path", status: 200, content_type: "application/json" },
  ]),
  givenTarget("an address of another origin that was not fetched", [
    walled(FAR),
    notFound("resource-metadata-path"),
  ]).unseen("not-probed"),
  givenTarget("the same address, fetched and not found", [walled(FAR), notFound("resource-metadata-named")]).partly([
    { route: "named", status: 404 },
  ]),
  givenTarget("an address of the same origin that was not fetched", [
    walled('Bearer resource_metadata="https://example.com/x"'),
    notFound("resource-metadata-path"),
  ]).partly([{ route: "path", status: 404 }]),
  givenProtected("a look that the plan left out", [leftOut("resource-metadata-path", "unsafe-to-probe")]).leftOut(),
  ...ELSEWHERE,
  OTHER_SCHEME,
]);

readingTable("resource_metadata_routes", [
  givenProtected("every way that leads to a document", [
    metadata("x", "named"),
    notFound("resource-metadata-path"),
    overHttp({ step: "resource-metadata-root" }, 200, { method: "GET", body: { encoding: "utf8", data: "{}" } }),
    fetched("authorization-server-root", {}),
  ]).values(["named", "root"], {
    at: ["/response", "/http/body"],
    exchanges: ["main/2", "main/4"],
    lookedAt: ["", "", ""],
  }),
  givenTarget("a way to another origin, which counts although it was not gone", [
    walled(FAR),
    metadata("x", "root"),
  ]).values(["named", "root"], { at: ["/http/response_headers", "/response"] }),
  givenProtected("no way", [notFound("resource-metadata-path")]).values([]),
  givenProtected("a look that the plan left out", [leftOut("resource-metadata-root", "unsafe-to-probe")]).leftOut(),
  ...ELSEWHERE,
  OTHER_SCHEME,
]);

readingTable("named_metadata", [
  givenTarget("what any challenge names, each address once", [
    walled('DPoP algs="ES256", resource_metadata="/meta", Bearer scope="x"'),
    walled('Bearer resource_metadata="/meta"', "no-token-2"),
    walled('Bearer resource_metadata="https://example.com/other"', "no-token-3"),
  ]).values(["/meta", "https://example.com/other"], { at: ["/http/response_headers", "/http/response_headers"] }),
  givenTarget("challenges that name nothing", [walled("Bearer"), metadata("https://example.com/mcp")]).values([]),
  ...ELSEWHERE,
  OTHER_SCHEME,
]);
