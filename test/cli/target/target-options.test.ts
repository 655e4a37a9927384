import { describe, expect, test } from "vitest";
import { resolveTarget, type TargetOptions } from "../../../src/cli/target/target-options.ts";
import { makeSystem, SECRET, usageMessage } from "./fixtures.ts";

const PEM = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
const system = makeSystem(
  { "/home/me/project/ca.pem": PEM, "/home/me/project/key.pem": "-----BEGIN PRIVATE KEY-----\nx\n" },
  { TOKEN: SECRET, EMPTY: "", BLANK: " ", LINES: `${SECRET}\n`, PREFIXED: `Bearer ${SECRET}`, PLAIN: "plain" },
);
const url = "http://localhost:3000/mcp";
const refusal = (options: TargetOptions) => usageMessage(() => resolveTarget(options, system));

describe("spellings", () => {
  const http = { kind: "http", url, headers: [], origin: "user" };
  const stdio = { kind: "stdio", command: "node", args: ["my server.js"], env: {} };

  test.each<[string, TargetOptions, object]>([
    ["<url>", { url }, http],
    ["--server", { server: url }, http],
    ["-- <command>", { command: ["node", "my server.js"] }, stdio],
    ["--server-command", { serverCommand: "node 'my server.js'" }, stdio],
    ["nothing after -- beside a URL", { url, command: [] }, http],
  ])("%s", (_, options, target) => {
    expect(resolveTarget(options, system)).toEqual(target);
  });

  test("none", () => {
    expect(refusal({})).toBe(
      'no server given; write <url>, -- <command…>, --server <url>, --server-command "<command>" or --mcp-config <file> --name <server>',
    );
  });

  test.each<[TargetOptions, string]>([
    [{ url, server: url }, "<url> and --server"],
    [{ url, command: ["node"] }, "<url> and -- <command>"],
    [{ command: ["node"], serverCommand: "node" }, "-- <command> and --server-command"],
    [{ server: url, mcpConfig: "x.json" }, "--server and --mcp-config"],
    [{ url, server: url, mcpConfig: "x.json" }, "<url> and --server and --mcp-config"],
  ])("more than one: %j", (options, names) => {
    expect(refusal(options)).toBe(`more than one server given: ${names}; keep one`);
  });

  test("a name without a file", () => {
    expect(refusal({ url, name: "x" })).toBe(
      "--name picks a server of a client configuration file; add --mcp-config <file> or drop it",
    );
  });

  test("a bad URL says which option it came from", () => {
    expect(refusal({ server: "localhost:3000" })).toBe(
      '--server "localhost:3000" is not a URL; did you mean http://localhost:3000',
    );
  });

  test.each<[TargetOptions, string]>([
    [{ serverCommand: "  " }, "--server-command names no program; write it such as -- node server.js"],
    [{ command: [""] }, "-- <command> names no program; write it such as -- node server.js"],
    [
      { serverCommand: `TOKEN=${SECRET} node x` },
      "--server-command starts with an assignment to TOKEN, which needs a shell; use --env 'TOKEN=VALUE'",
    ],
    [{ command: ["node", "a\0b"] }, "-- <command> contains a NUL character, which no command can hold; remove it"],
  ])("a command that cannot start: %j", (options, message) => {
    expect(refusal(options)).toBe(message);
  });
});

describe("headers", () => {
  test("all three options add up, in order, duplicates kept", () => {
    const target = resolveTarget(
      { url, header: ["X-A: 1", "x-a:2 : 3 "], headerEnv: ["X-B=TOKEN"], bearerEnv: "TOKEN" },
      system,
    );
    expect(target).toMatchObject({
      headers: [
        ["X-A", "1"],
        ["x-a", "2 : 3"],
        ["X-B", SECRET],
        ["Authorization", `Bearer ${SECRET}`],
      ],
    });
  });

  test("user info of the URL becomes a header", () => {
    expect(resolveTarget({ url: "http://me:pw@h/" }, system)).toMatchObject({
      url: "http://h/",
      headers: [["Authorization", "Basic bWU6cHc="]],
    });
    expect(refusal({ url: `http://me:${SECRET}@h/`, bearerEnv: "TOKEN" })).toBe(
      "Authorization is given twice, by the user info of the URL and by a header option; keep one",
    );
  });

  test.each<[TargetOptions, string]>([
    [{ header: [`Bearer ${SECRET}`] }, "--header number 1 has no name before a colon; write --header 'Name: value'"],
    [
      { header: ["A: b", `Authorization ${SECRET}: x`] },
      "--header number 2 has a name that is no HTTP header name; write --header 'Name: value'",
    ],
    [
      { header: [`X-A: ${SECRET}\r\nX-B: 1`] },
      "--header number 1 (X-A) has a value with a line break, a control character or a character beyond Latin-1; remove it (the value is not shown)",
    ],
    [
      { header: [`X-A: ${SECRET}\0`] },
      "--header number 1 (X-A) has a value with a line break, a control character or a character beyond Latin-1; remove it (the value is not shown)",
    ],
    [
      { header: [`X-A: ${SECRET}→`] },
      "--header number 1 (X-A) has a value with a line break, a control character or a character beyond Latin-1; remove it (the value is not shown)",
    ],
    [
      { header: ["mcp-session-id: x"] },
      '--header number 1 sets "mcp-session-id", which mcptest itself must control; leave it out',
    ],
    [
      { headerEnv: ["X-A"] },
      "--header-env number 1 does not name a header and a variable; write --header-env 'Name=VARIABLE'",
    ],
    [
      { headerEnv: ["X-A="] },
      "--header-env number 1 does not name a header and a variable; write --header-env 'Name=VARIABLE'",
    ],
    [
      { headerEnv: ["X A=TOKEN"] },
      "--header-env number 1 has a name that is no HTTP header name; write --header-env 'Name=VARIABLE'",
    ],
    [
      { headerEnv: ["X-A=NOWHERE"] },
      "--header-env number 1: the environment variable NOWHERE is not set; give the name of a variable, not its value",
    ],
    [
      { headerEnv: [`X-A=${SECRET}`] },
      "--header-env number 1: the environment variable it names (12 characters, not repeated in case it is a secret) is not set; give the name of a variable, not its value",
    ],
    [
      { headerEnv: ["X-A=EMPTY"] },
      "--header-env number 1: the environment variable EMPTY is empty; set it to the secret",
    ],
    [
      { headerEnv: ["X-A=LINES"] },
      "--header-env number 1 (X-A) has a value with a line break, a control character or a character beyond Latin-1; remove it (the value is not shown)",
    ],
    [
      { bearerEnv: "constructor" },
      "--bearer-env: the environment variable constructor is not set; give the name of a variable, not its value",
    ],
    [{ bearerEnv: "BLANK" }, "--bearer-env: the environment variable BLANK is empty; set it to the secret"],
    [
      { bearerEnv: "PREFIXED" },
      "--bearer-env: the variable already starts with the word Bearer; store the token alone, or use --header-env 'Authorization=VARIABLE'",
    ],
    [
      { bearerEnv: "TOKEN", header: ["authorization: x"] },
      "Authorization is given twice, by --bearer-env and by a header option; keep one",
    ],
  ])("%j is refused and no value shown", (options, message) => {
    expect(refusal({ url, ...options })).toBe(message);
  });
});

describe("environment and folder of a command", () => {
  test("--env copies or sets, the last one wins; --cwd starts at ours", () => {
    const env = ["TOKEN", "A=1", "A=2=3", "B="];
    expect(resolveTarget({ command: ["node"], env, cwd: "sub" }, system)).toEqual({
      kind: "stdio",
      command: "node",
      args: [],
      env: { TOKEN: SECRET, A: "2=3", B: "" },
      cwd: "/home/me/project/sub",
    });
  });

  test.each<[TargetOptions, string]>([
    [
      { env: ["A=1", "NOWHERE"] },
      "--env number 2: the environment variable NOWHERE is not set here; set it or write --env NAME=VALUE",
    ],
    [
      { env: [SECRET] },
      "--env number 1: the environment variable it names (12 characters, not repeated in case it is a secret) is not set here; set it or write --env NAME=VALUE",
    ],
    [{ env: [`=${SECRET}`] }, "--env number 1 has no variable name; write --env NAME or --env NAME=VALUE"],
    [{ env: ["A B=1"] }, "--env number 1 has no variable name; write --env NAME or --env NAME=VALUE"],
    [{ env: [`A=${SECRET}\0`] }, "--env number 1: the value contains a NUL, which no environment can hold; remove it"],
    [{ cwd: "" }, "--cwd is empty; give the folder to start the server in"],
  ])("%j is refused", (options, message) => {
    expect(refusal({ command: ["node"], ...options })).toBe(message);
  });
});

describe("TLS", () => {
  test("--ca holds the text of the file, --insecure is noted", () => {
    expect(resolveTarget({ url, ca: "ca.pem", insecure: true }, system)).toMatchObject({
      tls: { ca: PEM, insecure: true },
    });
    expect(resolveTarget({ url, insecure: false }, system)).not.toHaveProperty("tls");
  });

  test("a file that is missing or holds something else", () => {
    expect(refusal({ url, ca: "no.pem" })).toBe('--ca "no.pem" cannot be read: there is no such file');
    expect(refusal({ url, ca: "key.pem" })).toBe(
      '--ca "key.pem" holds no CERTIFICATE block; give the root certificate as a PEM file',
    );
  });
});

describe("options of the other kind of server", () => {
  test.each<[TargetOptions, string]>([
    [{ header: [`A: ${SECRET}`] }, "--header works"],
    [{ headerEnv: ["A=TOKEN"] }, "--header-env works"],
    [{ bearerEnv: "TOKEN" }, "--bearer-env works"],
    [{ ca: "ca.pem", insecure: true }, "--ca and --insecure work"],
  ])("%j with a command", (options, names) => {
    expect(refusal({ command: ["node"], ...options })).toBe(
      `${names} only with a server at a URL, and -- <command> is a command; hand it secrets with --env`,
    );
  });

  test.each<[TargetOptions, string]>([
    [{ env: [`A=${SECRET}`] }, "--env works"],
    [{ env: ["TOKEN"], cwd: "x" }, "--env and --cwd work"],
  ])("%j with a URL", (options, names) => {
    expect(refusal({ url, ...options })).toBe(
      `${names} only with a server that is a command, and <url> is a URL; hand it secrets with --header-env`,
    );
  });

  test("empty repeatable options are as good as none", () => {
    expect(resolveTarget({ url, env: [] }, system)).toHaveProperty("kind", "http");
    expect(resolveTarget({ command: ["node"], header: [], headerEnv: [] }, system)).toHaveProperty("kind", "stdio");
  });
});
