// A capture is meant to be published: what a server returned is looked over for secrets when it is written.

import { describe, expect, test } from "vitest";
import type { Json } from "../../src/base/json.ts";
import type { Capture } from "../../src/capture/capture.ts";
import { redactCapture } from "../../src/capture/redact.ts";
import { environmentDumps } from "../../src/capture/secrets-in-results.ts";

const NOTHING = { values: [], headers: [] };

const capture = (result: Json, method = "tools/call"): Omit<Capture, "redaction"> => ({
  server_label: "x",
  server_capabilities: {},
  exchanges: [
    {
      id: "call-1",
      request: { jsonrpc: "2.0", id: 1, method, params: {} },
      response: { jsonrpc: "2.0", id: 1, result },
    },
  ],
});

const written = (result: Json, method?: string): string =>
  JSON.stringify(redactCapture(capture(result, method), NOTHING, new Uint8Array(32)));

const text = (said: string): Json => ({ content: [{ type: "text", text: said }] });

// Put together here, so that no scanner takes this file for a leak.
const B = (length: number): string => "aB3xY9".repeat(60).slice(0, length);
const TOKENS = [
  `ghp_${B(36)}`,
  `github_pat_${B(82)}`,
  `glpat-${B(20)}`,
  `xoxb-${B(40)}`,
  `AKIA${"ABCD1234".repeat(2)}`,
  `AIza${B(35)}`,
  `sk-ant-${B(90)}`,
  `sk-proj-${B(48)}`,
  `sk_live_${B(24)}`,
  `npm_${B(36)}`,
  `hf_${B(34)}`,
  `SG.${B(22)}.${B(43)}`,
  `eyJ${B(20)}.eyJ${B(60)}.${B(43)}`,
];

describe("Credentials stay: results are looked over for secrets", () => {
  test.each(TOKENS)("a token by its shape: %s", (token) => {
    for (const said of [
      text(`the token is ${token}, keep it`),
      { structuredContent: { deep: [{ er: token }] }, content: [] },
    ]) {
      expect(written(said)).not.toContain(token);
      expect(written(said)).toMatch(/\[redacted:[0-9a-f]{12}\]/);
    }
    expect(written({ contents: [{ uri: "a:b", text: token }] }, "resources/read")).not.toContain(token);
  });

  test("a private key, also one that is cut off", () => {
    const lines = [B(64), B(60), B(33)].join("\n");
    for (const kind of ["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "]) {
      const key = `-----BEGIN ${kind}PRIVATE KEY-----\n${lines}\n-----END ${kind}PRIVATE KEY-----\n`;
      expect(written(text(`here: ${key} and more`))).not.toContain(B(33));
      expect(written(text(key.slice(0, 150)))).not.toContain(B(64));
    }
  });

  test.each([
    ["as JSON text", (env: Record<string, string>): Json => text(JSON.stringify(env, null, 2))],
    [
      "as lines",
      (env: Record<string, string>): Json =>
        text(
          Object.entries(env)
            .map((pair) => pair.join("="))
            .join("\n"),
        ),
    ],
    ["as an object", (env: Record<string, string>): Json => ({ content: [], structuredContent: { env } })],
  ])("the environment of a server, %s", (_, form) => {
    const env = {
      PATH: "/usr/bin:/bin",
      HOME: "/home/someone",
      USER: "someone",
      NODE_ENV: "production",
      DATABASE_PASSWORD: "correct-horse-battery",
      STRIPE_SECRET: "whsec-0123456789",
    };
    const said = form(env);
    expect(environmentDumps(capture(said))).toEqual(["call-1"]);
    const shown = written(said);
    expect(shown).not.toContain("correct-horse-battery");
    expect(shown).not.toContain("whsec-0123456789");
    expect(shown).toContain("/usr/bin:/bin");
  });

  test("what is no secret stays as it was said", () => {
    for (const said of [
      "The key is under the mat. PASSWORD=hunter2hunter2",
      "sk-short, ghp_short, AKIA, eyJhbGciOiJIUzI1NiJ9",
      "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
      JSON.stringify({ API_KEY: "see the manual", LIMIT: "10" }),
    ]) {
      expect(environmentDumps(capture(text(said)))).toEqual([]);
      expect(JSON.parse(written(text(said))).exchanges).toEqual(capture(text(said)).exchanges);
    }
    const [example = ""] = TOKENS;
    expect(written({ tools: [{ name: "x", description: `such as ${example}` }] }, "tools/list")).toContain(example);
  });

  test("a text made to be slow is looked through all the same", () => {
    const said = [
      `eyJ${"a".repeat(200_000)}`,
      "-----BEGIN PRIVATE KEY-----".repeat(5_000),
      "sk-".repeat(100_000),
      "A=\n".repeat(100_000),
    ];
    for (const one of said) expect(written(text(one))).toContain("call-1");
  });
});
