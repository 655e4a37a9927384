import { describe, expect, it } from "vitest";
import type { Capture, Exchange } from "../../src/capture/capture.ts";
import { redactCapture } from "../../src/capture/redact.ts";
import { secretsOf } from "../../src/capture/secrets.ts";
import { toJson, toJsonLines } from "../../src/capture/serialize.ts";
import type { Target } from "../../src/capture/target.ts";
import { leaks, spellingsOf } from "./canaries.ts";
import { echoing, http, KEY, redact, stdio, TAG } from "./echo.ts";

const CANARIES = ["CANARY-7f3a9c1e55", "cänary 'q\"\\/& <b>+%~7f3a", "Zm9v+YmFy/Y2FuYXJ5=="];

const PLACES: [string, (secret: string) => Target][] = [
  ["a bearer token", (secret) => http([["Authorization", `Bearer ${secret}`]])],
  ["an Authorization without a scheme", (secret) => http([["authorization", secret]])],
  ["a header with a name of its own", (secret) => http([["X-Anything", secret]])],
  [
    "a password of Basic",
    (secret) => http([["Authorization", `Basic ${Buffer.from(`me:${secret}`).toString("base64")}`]]),
  ],
  ["a cookie", (secret) => http([["Cookie", `theme=dark; sid="${secret}"`]])],
  ["the password of an address", (secret) => http([], `https://me:${encodeURIComponent(secret)}@example.org/mcp`)],
  [
    "the user name of an address without a password",
    (secret) => http([], `https://${encodeURIComponent(secret)}@example.org/`),
  ],
  ["?token=", (secret) => http([], `https://example.org/mcp?a=1&token=${encodeURIComponent(secret)}`)],
  ["?api_key=", (secret) => http([], `https://example.org/mcp?api_key=${encodeURIComponent(secret)}&b=2#x`)],
  ["a variable", (secret) => stdio(["server.js"], { ANYTHING: secret })],
  [
    "a variable with an address",
    (secret) => stdio(["server.js"], { DB: `postgres://me:${encodeURIComponent(secret)}@db/x` }),
  ],
  ["--token=", (secret) => stdio(["server.js", `--token=${secret}`, "--verbose"])],
  ["--api-key and its value", (secret) => stdio(["server.js", "--api-key", secret])],
  [
    "an address among the arguments",
    (secret) => stdio(["server.js", `postgres://me:${encodeURIComponent(secret)}@db/x`]),
  ],
  ["an address in a flag", (secret) => stdio(["server.js", `--db=postgres://me:${encodeURIComponent(secret)}@db/x`])],
];

describe("a secret is in no part of a written capture", () => {
  for (const [place, targetOf] of PLACES) {
    // A quote or a semicolon ends a cookie, a white space an assignment: such a secret cannot stand there.
    const possible = place === "a cookie" ? CANARIES.filter((secret) => !/["\s]/.test(secret)) : CANARIES;
    it.each(possible)(`${place}: %s`, (secret) => {
      const target = targetOf(secret);
      const texts = Object.values(spellingsOf(secret));
      const clean = redact(target, echoing(target, texts));
      expect(leaks(toJson(echoing(target, texts)), secret)).toEqual(Object.keys(spellingsOf(secret)));
      expect(leaks(toJson(clean), secret)).toEqual([]);
      for (const line of toJsonLines(clean).trimEnd().split("\n")) expect(leaks(line, secret)).toEqual([]);
      expect(clean.redaction?.replaced).toBeGreaterThan(texts.length * 10);
    });
  }

  it.each([
    ["docker -e", ["run", "-e", "GITHUB_TOKEN=CANARY-7f3a9c1e55", "image"]],
    ["docker -eNAME", ["run", "-eGITHUB_TOKEN=CANARY-7f3a9c1e55", "image"]],
    ["--env=NAME=", ["run", "--env=API_KEY=CANARY-7f3a9c1e55", "image"]],
    ["env NAME=", ["MY_SECRET=CANARY-7f3a9c1e55", "node"]],
    ["--header", ["mcp-remote", "https://example.org", "--header", "Authorization: Bearer CANARY-7f3a9c1e55"]],
    ["--header=", ["mcp-remote", "--header=Authorization:Bearer CANARY-7f3a9c1e55"]],
    ["a connection string", ["--db", "Server=db;Password=CANARY-7f3a9c1e55;Timeout=5"]],
    ["a password that begins with an @", ["postgres://me:@@CANARY-7f3a9c1e55@db/x", "--pw", "CANARY-7f3a9c1e55"]],
    ["camel case", ["--accessToken=CANARY-7f3a9c1e55"]],
    ["one dash", ["-password", "CANARY-7f3a9c1e55"]],
    ["an address with a token", ["--url", "https://example.org/mcp?access_token=CANARY-7f3a9c1e55&x=1"]],
    ["a fragment", ["https://example.org/#id_token=CANARY-7f3a9c1e55"]],
  ])("nor is one in a command line: %s", (_what, args) => {
    const target = stdio(args);
    const clean = redact(target, echoing(target, ["CANARY-7f3a9c1e55"]));
    expect(leaks(toJson(clean), "CANARY-7f3a9c1e55")).toEqual([]);
    expect(clean.server_label).toMatch(TAG);
  });

  it("nor is one that the server handed out in a header of its own", () => {
    const target = http([]);
    const given: Exchange = {
      http: {
        method: "POST",
        request_headers: [],
        response_headers: [
          ["Set-Cookie", "sid=CANARY-7f3a9c1e55; Path=/; HttpOnly"],
          ["set-cookie", "lang=english; Secure"],
          ["X-Auth-Token", "OTHER-CANARY-0815"],
        ],
      },
    };
    const clean = redact(
      target,
      echoing(target, ["CANARY-7f3a9c1e55", "OTHER-CANARY-0815", "in english, HttpOnly"], [given]),
    );
    expect(leaks(toJson(clean), "CANARY-7f3a9c1e55")).toEqual([]);
    expect(leaks(toJson(clean), "OTHER-CANARY-0815")).toEqual([]);
    expect(toJson(clean)).toContain("you sent in english, HttpOnly!");
  });

  it("nor in the environment a child inherits, where a name or an address tells", () => {
    const env = {
      PATH: "/usr/local/bin:/usr/bin",
      LANG: "en_US.UTF-8",
      HOME: "/home/alice-canary",
      npm_config_registry: "https://registry.example.org/",
      npm_config_authToken: "CANARY-npm-token",
      HTTPS_PROXY: "http://proxy:CANARY-proxy-pw@proxy.example.org:3128",
    };
    const target = stdio(["server.js"]);
    const texts = [...Object.values(env), "CANARY-proxy-pw", "/home/alice-canary/x"];
    const text = toJson(redactCapture(echoing(target, texts), secretsOf(target, env), KEY));
    for (const secret of ["/home/alice-canary", "CANARY-npm-token", "CANARY-proxy-pw"])
      expect(leaks(text, secret)).toEqual([]);
    for (const plain of ["/usr/local/bin", "en_US.UTF-8", "registry.example.org"]) expect(text).toContain(plain);
  });

  it("nor cut in two by the end of what was kept", () => {
    const secret = "CANARY-7f3a9c1e55";
    const target = stdio(["server.js"], { X: secret });
    const capture: Capture = {
      ...echoing(target, ["nothing"]),
      conversations: [
        {
          id: "main",
          purpose: "p",
          transport: "stdio",
          opened_ms: 0,
          process: {
            exit_code: 0,
            signal: null,
            ended_by: "itself",
            stdout_bytes: 0,
            stderr_bytes: 999,
            stderr: { encoding: "utf8", data: `key ${secret.slice(0, 9)}` },
            stderr_tail: { encoding: "utf8", data: `${secret.slice(9)} was the key` },
          },
        },
      ],
      exchanges: [
        { response_raw: { encoding: "utf8", data: `x ${secret.slice(0, 12)}`, cut_from: 9_999 } },
        {
          response_raw: {
            encoding: "base64",
            data: Buffer.from(`\xff${secret.slice(0, 12)}`, "latin1").toString("base64"),
            cut_from: 99,
          },
        },
        { response_raw: { encoding: "utf8", data: `whole ${secret.slice(0, 12)}` } },
        { response_raw: { encoding: "utf8", data: `x ${secret.slice(0, 3)}`, cut_from: 9_999 } },
      ],
    };
    const { conversations, exchanges } = redact(target, capture);
    expect(conversations?.[0]?.process?.stderr?.data).toMatch(/^key \[redacted:\w+\]$/);
    expect(conversations?.[0]?.process?.stderr_tail?.data).toMatch(/^\[redacted:\w+\] was the key$/);
    expect(exchanges[0]?.response_raw?.data).toMatch(/^x \[redacted:\w+\]$/);
    expect(Buffer.from(exchanges[1]?.response_raw?.data ?? "", "base64").toString("latin1")).toMatch(
      /^\xff\[redacted:\w+\]$/,
    );
    // What was not cut is what the server said; three characters are chance.
    expect(exchanges[2]?.response_raw?.data).toBe("whole CANARY-7f3a9");
    expect(exchanges[3]?.response_raw?.data).toBe("x CAN");
  });
});
