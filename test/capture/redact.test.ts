import { describe, expect, it } from "vitest";
import { readCaptures } from "../../src/capture/read.ts";
import { redactCapture } from "../../src/capture/redact.ts";
import { secretsOf } from "../../src/capture/secrets.ts";
import { toJson, toJsonLines } from "../../src/capture/serialize.ts";
import type { Capture, Exchange } from "../../src/model/capture.ts";
import type { Header, HttpTarget, StdioTarget, Target } from "../../src/model/target.ts";
import { leaks, spellingsOf, unfoundSpellingsOf } from "./canaries.ts";

const KEY = Buffer.alloc(32, 7);
const TAG = /\[redacted:[0-9a-f]{12}\]/;

const http = (headers: Header[], url = "https://example.org/mcp"): HttpTarget => ({
  kind: "http",
  url,
  headers,
  origin: "user",
});

const stdio = (args: string[], env: Record<string, string> = {}): StdioTarget => ({
  kind: "stdio",
  command: "node",
  args,
  env,
});

/** A capture in which the texts stand in every place where a server can put one. */
const echoing = (target: Target, texts: readonly string[], more: Exchange[] = []): Capture => ({
  format: "mcptest-capture/1",
  server_label: target.kind === "http" ? target.url : `stdio:${[target.command, ...target.args].join(" ")}`,
  server_capabilities: { experimental: { [texts[0] ?? ""]: {} } },
  target:
    target.kind === "http"
      ? { kind: "http", url: target.url, header_names: target.headers.map(([name]) => name) }
      : { kind: "stdio", command: [target.command, ...target.args], env_names: Object.keys(target.env) },
  server_info: { name: texts[0] ?? "" },
  conversations: [
    {
      id: "main",
      purpose: "p",
      transport: "stdio",
      opened_ms: 0,
      process: {
        exit_code: 1,
        signal: null,
        ended_by: "itself",
        stdout_bytes: 0,
        stderr_bytes: 9,
        stderr: { encoding: "utf8", data: texts.join(" ") },
      },
    },
  ],
  exchanges: [
    ...texts.map(
      (text, index): Exchange => ({
        id: `main/${index}`,
        conversation: "main",
        response: {
          jsonrpc: "2.0",
          id: 1,
          result: { content: [{ type: "text", text: `you sent ${text}!` }], [`x${text}y`]: [text] },
        },
        response_raw: { encoding: "utf8", data: `{"result":"${text}","result":1}` },
        meanwhile: [
          { seq: 1, at_ms: 1, message: { error: { code: 1, message: `bad ${text}` } }, sse: { event: text, id: text } },
          {
            seq: 2,
            at_ms: 1,
            raw: { encoding: "base64", data: withBadByte(text) },
            notes: [{ kind: "not-json", at: `/${text}` }],
          },
        ],
        http: {
          method: "POST",
          request_headers: target.kind === "http" ? target.headers : [],
          status: 400,
          status_text: text,
          response_headers: [
            ["x-echo", text],
            ["www-authenticate", `Bearer error="${text}"`],
          ],
          body: { encoding: "utf8", data: `<p>${text}</p>` },
          stream: {
            events: 1,
            comments: 0,
            line_endings: ["lf"],
            ended_by: "trouble",
            last_event_id: text,
            unfinished: { encoding: "utf8", data: `data: ${text}` },
          },
        },
      }),
    ),
    ...more,
  ],
  unsolicited: [{ conversation: "main", seq: 9, at_ms: 1, message: texts[0] ?? "" }],
});

const withBadByte = (text: string): string =>
  Buffer.concat([Buffer.from([0xff]), Buffer.from(text), Buffer.from([0xfe])]).toString("base64");

const redact = (target: Target, capture: Capture, key: Uint8Array = KEY): Capture => {
  const clean = redactCapture(capture, secretsOf(target, {}), key);
  // Whatever was replaced, it must still be a capture.
  expect(readCaptures(toJson(clean), "f").sessions).toEqual([clean]);
  return clean;
};

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

describe("what is kept", () => {
  it("is Mcp-Session-Id, as a header, in the conversation, and even when it was configured", () => {
    const target = http([
      ["Mcp-Session-Id", "session-1234567890"],
      ["X-Api-Key", "CANARY-7f3a9c1e55"],
    ]);
    const capture = echoing(target, ["session-1234567890"]);
    expect(toJson(redact(target, capture)).split("session-1234567890").length).toBe(
      toJson(capture).split("session-1234567890").length,
    );
  });

  it("is the scheme of a credential and the address around a secret", () => {
    const target = http(
      [["Authorization", "bearer CANARY-7f3a9c1e55"]],
      "https://me:pw@example.org/mcp?a=1&key=abc&b=2",
    );
    const clean = redact(target, echoing(target, ["x"]));
    expect(clean.exchanges[0]?.http?.request_headers[0]?.[1]).toMatch(/^bearer \[redacted:\w{12}\]$/);
    expect(clean.server_label).toMatch(
      /^https:\/\/\[redacted:\w{12}\]:\[redacted:\w{12}\]@example\.org\/mcp\?a=1&key=\[redacted:\w{12}\]&b=2$/,
    );
    expect(clean.target).toMatchObject({ url: clean.server_label });
  });

  it("is a header of the server's that only sounds secret", () => {
    const target = http([]);
    const headers: Header[] = [
      ["Access-Control-Allow-Credentials", "true"],
      ["WWW-Authenticate", 'Bearer resource_metadata="https://example.org/x"'],
      ["X-Error-Code", "12345678"],
      ["Idempotency-Key", "abcdefgh-1"],
      ["X-RateLimit-Remaining-Tokens", "100000000"],
      ["Mcp-Param-Token", "argument-value"],
      ["Sec-WebSocket-Key", "abcdefgh-2"],
    ];
    const capture = echoing(
      target,
      ["x"],
      [{ http: { method: "POST", request_headers: headers, response_headers: headers } }],
    );
    const { redaction: _, ...clean } = redact(target, capture);
    expect(clean).toEqual(capture);
  });

  it("is an address in what the server says: only ours are taken apart", () => {
    const target = http([]);
    const capture = echoing(target, ["see https://user:password@host.example/?token=abcdefgh and --token=abcdefgh"]);
    const { redaction, ...clean } = redact(target, capture);
    expect(clean).toEqual(capture);
    expect(redaction).toEqual({ scheme: "hmac-sha256/12", replaced: 0 });
  });

  it("is not the target of a redirect as it stands: its parameters may log somebody in", () => {
    const target = http([]);
    const location = "https://login.example.org/?code=abc123&state=1&client_id=mcptest";
    const capture = echoing(
      target,
      ["x"],
      [
        {
          http: {
            method: "POST",
            request_headers: [],
            response_headers: [["Location", location]],
            redirect: { location, followed: false },
          },
        },
      ],
    );
    const record = redact(target, capture).exchanges.at(-1)?.http;
    const shown = /^https:\/\/login\.example\.org\/\?code=\[redacted:\w{12}\]&state=1&client_id=mcptest$/;
    expect(record?.redirect?.location).toMatch(shown);
    expect(record?.response_headers?.[0]?.[1]).toBe(record?.redirect?.location);
  });

  it("are short values, except where they were configured", () => {
    const target = http([
      ["X-Anything", "abc1234"],
      ["Authorization", "Bearer tok"],
    ]);
    const capture = echoing(
      target,
      ["abc1234 tok"],
      [
        {
          http: {
            method: "GET",
            request_headers: [],
            response_headers: [
              ["x-anything", "abc1234"],
              ["x-anything", "other"],
            ],
          },
        },
      ],
    );
    const clean = redact(target, capture);
    expect(clean.exchanges[0]?.http?.request_headers.map(([, value]) => value)).toEqual([
      expect.stringMatching(/^\[redacted:\w{12}\]$/),
      expect.stringMatching(/^Bearer \[redacted:\w{12}\]$/),
    ]);
    expect(clean.exchanges[0]?.response).toEqual(capture.exchanges[0]?.response);
    expect(clean.exchanges[1]?.http?.response_headers).toEqual([
      ["x-anything", clean.exchanges[0]?.http?.request_headers[0]?.[1]],
      ["x-anything", "other"],
    ]);
    const command = stdio(["server.js", "--token", "abc", "--password=xyz", "-e", "KEY=q1", "--name", "abc"]);
    const target2 = redact(command, echoing(command, ["abc xyz q1"]));
    expect(target2.target).toMatchObject({
      command: [
        "node",
        "server.js",
        "--token",
        expect.stringMatching(TAG),
        expect.stringMatching(/^--password=\[redacted:\w{12}\]$/),
        "-e",
        expect.stringMatching(/^KEY=\[redacted:\w{12}\]$/),
        "--name",
        "abc",
      ],
    });
    expect(target2.server_label).toMatch(
      /^stdio:node server\.js --token \[\S+ --password=\[\S+ -e KEY=\[\S+ --name abc$/,
    );
    expect(toJson(target2)).toContain("you sent abc xyz q1!");
  });

  it("is a header that was configured with what everybody sends", () => {
    const target = http([
      ["Content-Type", "application/json"],
      ["Accept", "application/json, text/event-stream"],
      ["MCP-Protocol-Version", "2025-06-18"],
    ]);
    const capture = echoing(
      target,
      ["application/json", "2025-06-18", "text/event-stream"],
      [{ http: { method: "POST", request_headers: [], response_headers: [["Content-Type", "application/json"]] } }],
    );
    const clean = redact(target, capture);
    expect(clean.exchanges.map(({ response }) => response)).toEqual(capture.exchanges.map(({ response }) => response));
    expect(clean.exchanges.at(-1)).toEqual(capture.exchanges.at(-1));
  });
});

describe("a secret that is a word", () => {
  it("of the protocol or of this format is no secret: nothing is hidden by it, nothing is broken", () => {
    const words = ["resources", "response", "exchanges", "stateful", "streamable-http", "tools/list", "initialize"];
    const others = [
      "unexpected-exit",
      "2025-11-25",
      "application/json",
      "localhost",
      "127.0.0.1",
      "description",
      "redacted",
    ];
    const target = stdio(
      ["server.js"],
      Object.fromEntries([...words, ...others].map((word, index) => [`TOKEN_${index}`, word])),
    );
    const capture: Capture = {
      ...echoing(target, words),
      transport: "streamable-http",
      era: { verdict: "stateful", reason: "r", shown_by: [] },
      exchanges: [
        {
          request: { jsonrpc: "2.0", id: 1, method: "resources/list" },
          response: { jsonrpc: "2.0", id: 1, result: { resources: [{ description: "at localhost" }] } },
          trouble: { kind: "unexpected-exit", detail: "d" },
        },
      ],
    };
    const clean = redact(target, capture);
    expect(clean.exchanges).toEqual(capture.exchanges);
    expect(clean.era).toEqual(capture.era);
    expect(clean.transport).toBe("streamable-http");
  });

  it("of its own is left alone under a name that promises no secret", () => {
    const target = stdio(["server.js"], { NODE_ENV: "production", USER: "developer", REGION: "FRANKFURT" });
    const capture = echoing(target, ["a developer in production, FRANKFURT"]);
    const { redaction: _, ...clean } = redact(target, capture);
    expect(clean).toEqual(capture);
  });

  it("of its own is hidden under a name that does, and wherever it is no plain word", () => {
    const target = stdio(["server.js"], { DB_PASSWORD: "production", USER: "developer7", NOTE: "two words" });
    const text = toJson(redact(target, echoing(target, ["production developer7 two words"])));
    for (const secret of ["production", "developer7", "two words"]) expect(text).not.toContain(secret);
  });

  it("and a user name beside a password: hidden in the address, said elsewhere", () => {
    const target = stdio(["server.js", "postgresql://postgres:CANARY-7f3a9c1e55@db.example/x"]);
    const clean = redact(target, echoing(target, ["a postgres database"]));
    expect(clean.target).toMatchObject({
      command: ["node", "server.js", expect.stringMatching(/^postgresql:\/\/\[\S+\]:\[\S+\]@db\.example\/x$/)],
    });
    expect(toJson(clean)).toContain("you sent a postgres database!");
  });

  it("never changes the names and words of the format, whatever it is", () => {
    for (const word of [
      "closed_ms",
      "server_label",
      "response_headers",
      "stdin-close",
      "mcptest-capture",
      "verdict-1",
    ]) {
      redact(stdio([], { SECRET: word }), echoing(stdio([]), [word]));
    }
  });
});

describe("tags", () => {
  const tagsIn = (capture: Capture): Set<string> => new Set(toJson(capture).match(/\[redacted:[0-9a-f]{12}\]/g) ?? []);

  it("are equal for equal secrets in one capture, in whatever form they come back", () => {
    const secret = "CANARY-7f3a9c1e55";
    for (const target of [
      http([["Authorization", `Bearer ${secret}`]]),
      http([], `https://example.org/?token=${secret}`),
      http([], `https://:${secret}@example.org/`),
      stdio(["server.js", `--token=${secret}`]),
    ]) {
      expect(tagsIn(redact(target, echoing(target, Object.values(spellingsOf(secret))))).size).toBe(1);
    }
  });

  it("differ for different secrets, and between two runs", () => {
    const target = http([
      ["X-One", "CANARY-7f3a9c1e55"],
      ["X-Two", "CANARY-0000000000"],
    ]);
    const capture = echoing(target, ["CANARY-7f3a9c1e55 CANARY-0000000000"]);
    const first = tagsIn(redact(target, capture));
    const second = tagsIn(redact(target, capture, Buffer.alloc(32, 8)));
    expect([first.size, second.size]).toEqual([2, 2]);
    expect([...first].filter((tag) => second.has(tag))).toEqual([]);
    expect(redact(target, capture)).toEqual(redact(target, capture));
  });

  it("stand for the longest secret where one is inside the other, and for both where they overlap", () => {
    const one = (secrets: string[], text: string): string => {
      const target = stdio([], Object.fromEntries(secrets.map((secret, index) => [`S${index}`, secret])));
      return String(
        redact(target, { server_label: "x", server_capabilities: null, exchanges: [{ response: text }] }).exchanges[0]
          ?.response,
      );
    };
    const only = (secret: string): string => one([secret], secret);
    const [short, long] = ["prefix-1234", "prefix-1234-and-more"];
    expect(one([short, long], `${long} ${short}`)).toBe(`${only(long)} ${only(short)}`);
    expect(one([long, short], `${long} ${short}`)).toBe(`${only(long)} ${only(short)}`);
    expect(one(["abcd-efgh", "efgh-ijkl"], "x abcd-efgh-ijkl y")).toBe(`x ${only("abcd-efgh")}${only("efgh-ijkl")} y`);
    expect(one(["99999999"], "9".repeat(21))).toBe(only("99999999"));
    // A tag is not searched again, whatever it says.
    expect(one(["redacted:1", "abcdefgh-1"], "abcdefgh-1")).toBe(only("abcdefgh-1"));
  });

  it("keep two members apart whose names become the same", () => {
    const target = stdio([], { S: "a b c d e f" });
    const capture: Capture = {
      server_label: "x",
      server_capabilities: null,
      exchanges: [{ response: { "a b c d e f": 1, "a%20b%20c%20d%20e%20f": 2, "a+b+c+d+e+f": 3, other: 4 } }],
    };
    const response = redact(target, capture).exchanges[0]?.response as Record<string, number>;
    expect(Object.values(response)).toEqual([1, 2, 3, 4]);
    expect(Object.keys(response)).toEqual([
      expect.stringMatching(/^\[redacted:\w{12}\]$/),
      expect.stringMatching(/^\[redacted:\w{12}\]#2$/),
      expect.stringMatching(/^\[redacted:\w{12}\]#3$/),
      "other",
    ]);
  });
});

describe("the limits of redaction, as documented", () => {
  it.each(Object.entries(unfoundSpellingsOf("CANARY-7f3a9c1e55")))("%s is not found", (_what, text) => {
    const target = stdio([], { S: "CANARY-7f3a9c1e55" });
    const capture = echoing(target, [text]);
    const { redaction: _, ...clean } = redact(target, capture);
    expect(clean).toEqual(capture);
  });

  it("a number is left alone: as a tag it would no longer be a number", () => {
    const target = stdio([], { PIN: "86400000" });
    const capture: Capture = {
      server_label: "x",
      server_capabilities: null,
      exchanges: [{ response: { ttl: 86400000, text: "86400000" } }],
    };
    expect(redact(target, capture).exchanges[0]?.response).toEqual({ ttl: 86400000, text: expect.stringMatching(TAG) });
  });
});
