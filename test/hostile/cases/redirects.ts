import { expect } from "vitest";
import type { Capture } from "../../../src/capture/capture.ts";
import { exchangeOf, type HostileCase } from "../case.ts";
import { type HttpVice, onRequest, response, type ViceServer } from "../servers/http.ts";
import { politeResponse } from "../servers/polite.ts";
import { keepsAll } from "../servers/vices.ts";

type HttpCase = HostileCase<HttpVice>;

const redirectTo = (location: string, status = "307 Temporary Redirect"): HttpVice =>
  keepsAll(() => response(status, [`Location: ${location}`]));

/** Reported as it came, and nobody went there. */
const reported =
  (location: string) =>
  (capture: Capture, server?: ViceServer): void => {
    expect(exchangeOf(capture, "initialize").http?.redirect).toEqual({ location, followed: false });
    expect(new Set(server?.requests.map(({ path }) => path))).toEqual(new Set(["/mcp"]));
  };

const ELSEWHERE: readonly (readonly [id: string, location: string])[] = [
  ["B01", "http://169.254.169.254/latest/meta-data/"],
  ["B08 file", "file:///etc/passwd"],
  ["B08 ftp", "ftp://127.0.0.1/"],
  ["B08 script", "javascript:alert(1)"],
  ["B08 data", "data:application/json,{}"],
  ["B08 gopher", "gopher://127.0.0.1:70/"],
  ["B09", "http://127.0.0.1:22/"],
  ["B11 non-ASCII", "/caf\xe9\x9b"],
];

export const REDIRECT_CASES: readonly HttpCase[] = [
  ...ELSEWHERE.map(
    ([id, location]): HttpCase => ({
      id,
      what: `redirects to ${JSON.stringify(location)}`,
      vice: redirectTo(location),
      expect: { also: reported(location) },
    }),
  ),
  ...ELSEWHERE.filter(([id]) => id !== "B11 non-ASCII").map(
    ([id, location]): HttpCase => ({
      id: `${id} followed`,
      what: `redirects to ${JSON.stringify(location)}, and redirects are followed within the origin`,
      vice: redirectTo(location),
      followRedirects: true,
      expect: { also: reported(location) },
    }),
  ),
  {
    id: "B07 loop",
    what: "redirects to itself for ever",
    vice: redirectTo("/mcp", "308 Permanent Redirect"),
    followRedirects: true,
    expect: { also: (_capture, server) => expect(server?.requests.length).toBeLessThan(20) },
  },
  {
    id: "B07 chain",
    what: "a chain of redirects, each to a new place",
    vice: keepsAll(({ path }) => response("307 Temporary Redirect", [`Location: ${path}x`])),
    followRedirects: true,
    expect: {
      also: (_capture, server) => {
        const longest = Math.max(...(server?.requests ?? []).map(({ path }) => path.length));
        expect(longest).toBeLessThanOrEqual("/mcp".length + 3);
      },
    },
  },
  {
    id: "B07 one",
    what: "one redirect within the origin, followed",
    vice: keepsAll((request) =>
      request.path === "/mcp" ? response("308 Permanent Redirect", ["Location: /v2"]) : politeResponse(request),
    ),
    followRedirects: true,
    expect: {
      outcome: "complete",
      also: (capture) => {
        expect(capture.era?.verdict).toBe("stateful");
        expect(capture.exchanges[0]?.http?.redirect).toEqual({ location: "/v2", followed: true });
      },
    },
  },
  {
    id: "B07 303",
    what: "a 303, which asks for another request than ours",
    vice: redirectTo("/v2", "303 See Other"),
    followRedirects: true,
    expect: { also: reported("/v2") },
  },
  {
    id: "B11 long",
    what: "a Location of 100 KiB",
    vice: redirectTo(`/${"a".repeat(102_400)}`),
    followRedirects: true,
    expect: { trouble: { kind: "limit-exceeded", limit: "headerBytes" } },
  },
  {
    id: "B11 word",
    what: "a Location of one long word, which must not be searched once per letter",
    vice: redirectTo("x".repeat(100_000)),
    limits: { headerBytes: 200_000 },
    handshakeOnly: true,
    expect: { also: (capture) => expect(capture.exchanges[0]?.http?.redirect?.location).toHaveLength(100_000) },
  },
  {
    id: "B11 user info",
    what: "a Location with user info, within the origin",
    vice: onRequest((_request, socket, { origin }) => {
      socket.write(response("307 Temporary Redirect", [`Location: ${origin.replace("//", "//root:pass@")}/v2`]));
    }),
    followRedirects: true,
    expect: { also: (_capture, server) => expect(server?.requests.map(({ path }) => path)).not.toContain("/v2") },
  },
  {
    id: "B11 line break",
    what: "a Location with a line break",
    vice: redirectTo("/v2\r\nX-Injected: 1"),
    followRedirects: true,
    expect: {
      also: (_capture, server) =>
        expect(server?.requests.flatMap(({ headers }) => headers.map(([name]) => name))).not.toContain("X-Injected"),
    },
  },
  {
    id: "B11 nonsense",
    what: "a Location that is no address",
    vice: redirectTo("http://[::bad"),
    followRedirects: true,
    expect: { also: reported("http://[::bad") },
  },
];
