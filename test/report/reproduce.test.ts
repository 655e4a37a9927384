import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import type { Exchange } from "../../src/capture/capture.ts";
import { reproduceLine } from "../../src/report/views/check/reproduce.ts";

const target = { target: "https://shop.example/mcp?api_key=geheim&page=2" };
const post = (more: Partial<Exchange> & { headers?: [string, string][] } = {}): Exchange => {
  const { headers = [], ...rest } = more;
  return {
    request: { jsonrpc: "2.0", id: 1, method: "ping" },
    http: { method: "POST", request_headers: headers },
    ...rest,
  };
};

/** What a shell makes of the line. */
const words = (line: string): string[] =>
  spawnSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }; ${line.replace(/^SESSION=.*?\); /, "SESSION=mine; ")}`], {
    encoding: "utf8",
  })
    .stdout.split("\0")
    .slice(0, -1);

describe("a line to see it again", () => {
  test("a shell reads it as it was sent, whatever stands in it", () => {
    const request = { jsonrpc: "2.0", id: 1, method: 'it\'s `$HOME` \\ "x" \u{202e}é\n' };
    const line = reproduceLine(target, post({ request, headers: [["X-A", "it's $HOME"]] })) ?? "";
    expect(line).toMatch(/^[ -~…]*$/);
    const args = words(line);
    expect(JSON.parse(args[args.indexOf("--data-raw") + 1] ?? "")).toEqual(request);
    expect(args).toContain("X-A: it's $HOME");
  });

  test("no secret is in it, and the session is the reader's", () => {
    const headers: [string, string][] = [
      ["Authorization", "Bearer geheim"],
      ["X-Api-Key", "geheim"],
      ["Cookie", "a=geheim"],
      ["X-Tag", "[redacted:0123456789ab]"],
      ["Mcp-Session-Id", "geheim"],
      ["Content-Length", "12"],
    ];
    const line = reproduceLine(target, post({ headers })) ?? "";
    expect(line).not.toContain("geheim");
    expect(line).not.toContain("redacted");
    expect(words(line)).toContain("Mcp-Session-Id: mine");
    expect(line).toContain("page=2");
    expect(line).not.toContain("Content-Length");
    expect(reproduceLine({ target: "https://user:geheim@shop.example/mcp" }, post())).not.toContain("geheim");
  });

  test("stdio: a pipe into the command, with the handshake before it", () => {
    const request = { jsonrpc: "2.0", id: 1, method: "ping" };
    const stdio = { target: "stdio:cat", command: { words: ["cat"] }, revision: "2025-11-25" } as const;
    const line = (reproduceLine(stdio, { request }) ?? "").replace("sleep 2", ":");
    const sent = spawnSync("sh", ["-c", line], { encoding: "utf8" }).stdout.trimEnd().split("\n");
    expect(sent.map((one) => JSON.parse(one).method)).toEqual(["initialize", "notifications/initialized", "ping"]);
    expect(sent[2]).toBe(JSON.stringify(request));
    const whole = { ...request, params: { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } } };
    expect(reproduceLine(stdio, { request: whole })).not.toContain("initialize");
    expect(
      reproduceLine({ ...stdio, command: { words: ["x", "[redacted:0123456789ab]"] } }, { request }),
    ).toBeUndefined();
    expect(reproduceLine({ target: "stdio:cat" }, { request })).toBeUndefined();
  });

  test("over HTTP a session is opened first", () => {
    const line =
      reproduceLine({ ...target, revision: "2025-11-25" }, post({ headers: [["Mcp-Session-Id", "geheim"]] })) ?? "";
    expect(line).toMatch(/^SESSION=\$\(curl .*"method":"initialize".*\); curl /);
    expect(line).not.toContain("geheim");
  });

  test("what is no line of text: nothing", () => {
    expect(reproduceLine(target, { request_raw: { encoding: "base64", data: "//79" } })).toBeUndefined();
    expect(reproduceLine(target, { request_raw: { encoding: "utf8", data: '{"a"', cut_from: 99 } })).toBeUndefined();
    expect(reproduceLine({ target: "stdio:node server.js" }, post())).toBeUndefined();
  });
});
