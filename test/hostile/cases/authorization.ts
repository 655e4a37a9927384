// Challenges, and the metadata that they name.

import { expect } from "vitest";
import type { Capture } from "../../../src/capture/capture.ts";
import { CANARY } from "../canaries.ts";
import type { HostileCase } from "../case.ts";
import { type HttpVice, headerOf, onRequest, response, type ViceServer } from "../servers/http.ts";
import { challenging } from "../servers/offering.ts";

type HttpCase = HostileCase<HttpVice>;

const METADATA = "Content-Type: application/json";

/** Challenges at /mcp, and answers everything under /.well-known/ with this. */
const naming = (body: unknown): HttpVice =>
  onRequest((request, socket, { origin }) => {
    const text = JSON.stringify(body).replaceAll("ORIGIN", origin);
    if (request.path.startsWith("/.well-known/")) return void socket.write(response("200 OK", [METADATA], text));
    const challenge = `WWW-Authenticate: Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
    return void socket.write(response("401 Unauthorized", [challenge]));
  });

const wall = { outcome: "auth-required" } as const;

export const AUTHORIZATION_CASES: readonly HttpCase[] = [
  ...["http://169.254.169.254/latest", "http://[::1]:9/x", "file:///etc/passwd", "javascript:alert(1)"].map(
    (url): HttpCase => ({
      id: `J01 ${url
        .slice(0, 11)
        .replaceAll(/[^a-z]/g, " ")
        .trim()}`,
      what: `metadata at ${url}`,
      vice: challenging(`Bearer resource_metadata="${url}"`),
      expect: { also: (capture) => expect(JSON.stringify(capture)).not.toContain('"followed":true') },
    }),
  ),
  {
    id: "J02",
    what: "a token endpoint elsewhere",
    vice: naming({
      resource: "ORIGIN/mcp",
      authorization_servers: ["http://169.254.169.254/"],
      token_endpoint: "http://127.0.0.1:9/token",
    }),
    expect: {
      also: (_capture: Capture, server?: ViceServer) => {
        for (const { path, headers } of server?.requests ?? [])
          if (path.startsWith("/.well-known/"))
            expect(headerOf(headers, "authorization") ?? "").not.toContain(CANARY.bearer);
      },
    },
  },
  {
    id: "J03 long",
    what: "a challenge of 12,000 characters with quotes that never close",
    vice: challenging(`Bearer realm="${'a\\"'.repeat(4_000)}`),
    expect: {},
  },
  {
    id: "J03 many",
    what: "a hundred challenges in one header",
    vice: challenging(Array.from({ length: 100 }, (_, index) => `Scheme${index} a="b", c=d`).join(", ")),
    expect: {},
  },
  {
    id: "J04",
    what: "an issuer with a fragment that is not the one named",
    vice: naming({
      resource: "ORIGIN/other",
      issuer: "ORIGIN/#fragment",
      authorization_servers: ["ORIGIN/", "ORIGIN/"],
    }),
    expect: {},
  },
  {
    id: "J05",
    what: "metadata with a hundred thousand keys",
    vice: naming({
      resource: "ORIGIN/mcp",
      keys: Array.from({ length: 20_000 }, (_, kid) => ({ kid, kty: "oct", alg: "none" })),
    }),
    expect: {},
  },
  {
    id: "J06",
    what: "an authorization address that is a script",
    vice: naming({
      resource: "ORIGIN/mcp",
      authorization_servers: ["ORIGIN"],
      issuer: "ORIGIN",
      authorization_endpoint: "javascript:alert(1)\n//x",
    }),
    expect: {},
  },
].map((row: HttpCase) => ({ ...row, expect: { ...wall, ...row.expect } }));
