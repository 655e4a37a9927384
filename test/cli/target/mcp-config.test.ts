// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of configuration files are the subject here.
import { describe, expect, test } from "vitest";
import { resolveTarget, type TargetOptions } from "../../../src/cli/target/target-options.ts";
import { makeSystem, SECRET, usageMessage } from "./fixtures.ts";

const ENV = { TOKEN: SECRET, HOME: "/home/me" };

/** Resolves one server of a file that lies at `path` below the working folder. */
const resolveIn = (path: string, content: unknown, options: TargetOptions, files: Record<string, string> = {}) => {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const system = makeSystem({ [`/home/me/project/${path}`]: text, ...files }, ENV);
  return resolveTarget({ mcpConfig: path, ...options }, system);
};

const one = (entry: unknown, options: TargetOptions = {}, path = "config.json") =>
  resolveIn(path, { mcpServers: { s: entry } }, { name: "s", ...options });

const refusal = (entry: unknown, options: TargetOptions = {}) => usageMessage(() => one(entry, options));

describe("files of every client", () => {
  test("Claude Desktop: command, args and env", () => {
    const entry = { command: "npx", args: ["-y", "pkg", 3000], env: { A: "1", PORT: 80, ON: true, OFF: null } };
    expect(one(entry)).toEqual({
      kind: "stdio",
      command: "npx",
      args: ["-y", "pkg", "3000"],
      env: { A: "1", PORT: "80", ON: "true" },
    });
  });

  test("cmd /c npx is passed on as it stands", () => {
    expect(one({ command: "cmd", args: ["/c", "npx", "-y", "pkg"] })).toMatchObject({
      command: "cmd",
      args: ["/c", "npx", "-y", "pkg"],
    });
  });

  test(".mcp.json: ${VAR}, ${VAR:-default}, headers; servers start in the project", () => {
    const url = "${BASE:-https://example.com}/mcp";
    const remote = { type: "http", url, headers: { Authorization: "Bearer ${TOKEN}", Accept: "application/json" } };
    expect(one(remote, {}, ".mcp.json")).toEqual({
      kind: "http",
      url: "https://example.com/mcp",
      headers: [["Authorization", `Bearer ${SECRET}`]],
      origin: "user",
    });
    const local = { command: "${EXE:-node}", args: ["a.js", "$TOKEN", "${}", "${a.b}"], env: { T: "${TOKEN}" } };
    expect(one(local, {}, ".mcp.json")).toEqual({
      kind: "stdio",
      command: "node",
      args: ["a.js", "$TOKEN", "${}", "${a.b}"],
      env: { T: SECRET },
      cwd: "/home/me/project",
    });
  });

  test("Cursor and Windsurf: workspace of .cursor, ${env:NAME}, serverUrl", () => {
    const entry = { command: "node", args: ["${workspaceFolder}${/}x${pathSeparator}y", "${workspaceFolderBasename}"] };
    expect(one(entry, {}, ".cursor/mcp.json")).toMatchObject({
      args: ["/home/me/project/x/y", "project"],
      cwd: "/home/me/project",
    });
    expect(one({ serverUrl: "http://h/sse", headers: { "X-Key": "${env:TOKEN}" } })).toMatchObject({
      url: "http://h/sse",
      headers: [["X-Key", SECRET]],
    });
  });

  const vsCode = `{
    // comments and trailing commas as VS Code writes them
    "inputs": [
      { "type": "promptString", "id": "api-key", "password": true },
      { "type": "pickString", "id": "mode", "default": "fast" },
    ],
    "servers": {
      "s": {
        "type": "stdio",
        "command": "node",
        "args": ["\${userHome}/s.js", "\${input:mode}", "\${input:api-key}"],
        "env": { "KEY": "\${input:api-key}", "B": "own" },
        "envFile": "\${workspaceFolder}/.env",
        "cwd": "sub", /* from the folder of this file */
      },
    },
  }`;
  const envFile = {
    "/home/me/project/.env": "\ufeff# c\r\nexport A = 'a b' # c\nB=file\nC=\"x\\ny\"\n\nD=d e # c\nE=\n",
  };

  test("VS Code: inputs answered by --env or their default, envFile below env, cwd from the file", () => {
    const options = { name: "s", env: ["api-key=k", "EXTRA=1"] };
    expect(resolveIn(".vscode/mcp.json", vsCode, options, envFile)).toEqual({
      kind: "stdio",
      command: "node",
      args: ["/home/me/s.js", "fast", "k"],
      env: { A: "a b", B: "own", C: "x\ny", D: "d e", E: "", KEY: "k", EXTRA: "1" },
      cwd: "/home/me/project/.vscode/sub",
    });
  });

  test("VS Code: an input without answer says how to pass it", () => {
    expect(usageMessage(() => resolveIn(".vscode/mcp.json", vsCode, { name: "s" }, envFile))).toBe(
      ".vscode/mcp.json:11:55: args asks the user for \"${input:api-key}\"; pass the answer with --env 'api-key=VALUE'",
    );
  });

  test("VS Code: an envFile that is missing or malformed", () => {
    const options = { name: "s", env: ["api-key=k"] };
    expect(usageMessage(() => resolveIn(".vscode/mcp.json", vsCode, options))).toBe(
      '.vscode/mcp.json:13:20: envFile "/home/me/project/.env" cannot be read: there is no such file',
    );
    for (const line of [SECRET, `A="${SECRET}`, `=${SECRET}`]) {
      const files = { "/home/me/project/.env": `A=1\n${line}\n` };
      expect(usageMessage(() => resolveIn(".vscode/mcp.json", vsCode, options, files))).toBe(
        "/home/me/project/.env:2:1: this line is not NAME=value; fix it or start it with #",
      );
    }
  });

  test("VS Code settings.json: mcp.servers and mcp.inputs", () => {
    const settings = {
      "editor.fontSize": 12,
      mcp: {
        inputs: [{ id: "host", default: "h" }],
        servers: { s: { type: "sse", url: "http://${input:host}/sse" } },
      },
    };
    expect(resolveIn("settings.json", settings, { name: "s" })).toMatchObject({ kind: "http", url: "http://h/sse" });
  });

  test.each(["http", "sse", "streamable-http", "streamableHttp", "STREAMABLE_HTTP"])("the type %s is a URL", (type) => {
    expect(one({ type, url: "http://h/", command: "ignored" })).toMatchObject({ kind: "http" });
    expect(one({ transport: type, url: "http://h/" })).toMatchObject({ kind: "http" });
  });
});

describe("the command line wins over the file", () => {
  test("variables, folder and headers", () => {
    const local = { command: "node", env: { KEY: "${input:k}", B: "${UNSET}" }, cwd: "/x" };
    expect(one(local, { env: ["KEY=1", "B=2"], cwd: "y" })).toMatchObject({
      env: { KEY: "1", B: "2" },
      cwd: "/home/me/project/y",
    });
    const remote = { url: "http://me:pw@h/", headers: { "x-key": "${input:k}", "X-B": "b" } };
    expect(one(remote, { headerEnv: ["X-Key=TOKEN"] })).toMatchObject({
      url: "http://h/",
      headers: [
        ["Authorization", "Basic bWU6cHc="],
        ["X-B", "b"],
        ["X-Key", SECRET],
      ],
    });
    expect(one({ url: "http://me:pw@h/" }, { bearerEnv: "TOKEN" })).toMatchObject({
      headers: [["Authorization", `Bearer ${SECRET}`]],
    });
  });

  test("an answer to an input is no variable of the server, unless the server has that variable", () => {
    expect(one({ command: "node", args: ["${input:K}"] }, { env: ["K=1"] })).toMatchObject({ args: ["1"], env: {} });
    const both = { command: "node", args: ["${input:K}"], env: { K: "${input:K}" } };
    expect(one(both, { env: ["K=1"] })).toMatchObject({ args: ["1"], env: { K: "1" } });
    expect(one({ url: "http://h/${input:K}" }, { env: ["K=1"] })).toMatchObject({ url: "http://h/1" });
  });

  test("options of the other kind are refused", () => {
    expect(refusal({ command: "node" }, { header: [`A: ${SECRET}`] })).toBe(
      '--header works only with a server at a URL, and server "s" of config.json is a command; hand it secrets with --env',
    );
    for (const [options, name] of [
      [{ env: [`A=${SECRET}`] }, "--env"],
      [{ cwd: "x" }, "--cwd"],
    ] as const) {
      expect(refusal({ url: "http://h/" }, options)).toBe(
        `${name} works only with a server that is a command, and server "s" of config.json is a URL; hand it secrets with --header-env`,
      );
    }
  });
});

describe("without --name", () => {
  test("the servers are listed, and nothing that may be a secret", () => {
    const servers = {
      npx: { command: "npx", args: ["-y", "@scope/server", "--key", SECRET] },
      docker: { command: "docker", args: ["run", "-e", `KEY=${SECRET}`] },
      flag: { command: "server", args: [`--key=${SECRET}`] },
      bare: { command: "server", args: [] },
      database: { command: "mcp-postgres", args: [`postgres://me:${SECRET}@h/db?x=${SECRET}`] },
      module: { command: "python", args: ["-m", "srv"] },
      windows: { command: "cmd", args: ["/c", "npx", "pkg"] },
      remote: { url: `https://me:${SECRET}@h:1/mcp?key=${SECRET}` },
      path: { url: "https://h/s/abcdefghijklmnopqrstuvwxyz/mcp" },
      sse: { type: "sse", url: "https://${HOST}/sse" },
      broken: { type: "carrier-pigeon" },
    };
    const listing = resolveIn("c.json", { mcpServers: servers }, {});
    expect(JSON.stringify(listing)).not.toContain(SECRET);
    expect(listing).toEqual({
      kind: "names",
      file: "c.json",
      names: [
        { name: "npx", transport: "stdio", summary: "npx -y @scope/server …" },
        { name: "docker", transport: "stdio", summary: "docker run …" },
        { name: "flag", transport: "stdio", summary: "server …" },
        { name: "bare", transport: "stdio", summary: "server" },
        { name: "database", transport: "stdio", summary: "mcp-postgres postgres://h/db" },
        { name: "module", transport: "stdio", summary: "python -m srv" },
        { name: "windows", transport: "stdio", summary: "cmd /c npx …" },
        { name: "remote", transport: "http", summary: "https://h:1/mcp" },
        { name: "path", transport: "http", summary: "https://h/s/…/mcp" },
        { name: "sse", transport: "sse", summary: "https://${HOST}/sse" },
        {
          name: "broken",
          transport: "unknown",
          summary: expect.stringContaining('unknown type "carrier-pigeon"'),
        },
      ],
    });
  });
});

describe("what is wrong with a file", () => {
  const file = (text: string, name: string | undefined = "s") =>
    usageMessage(() => resolveIn("c.json", text, name === undefined ? {} : { name }));

  test("it cannot be read", () => {
    expect(usageMessage(() => resolveTarget({ mcpConfig: "no.json", name: "s" }, makeSystem()))).toBe(
      '--mcp-config "no.json" cannot be read: there is no such file',
    );
    expect(usageMessage(() => resolveTarget({ mcpConfig: "", name: "s" }, makeSystem()))).toBe(
      "--mcp-config is empty; give the path of a client configuration file",
    );
    const locked = {
      ...makeSystem(),
      readFile: () => {
        throw new Error(SECRET);
      },
    };
    expect(usageMessage(() => resolveTarget({ mcpConfig: "x.json" }, locked))).toBe(
      '--mcp-config "x.json" cannot be read: unknown reason',
    );
  });

  test.each([
    ["", "c.json is empty; give a client configuration file with an mcpServers object"],
    [
      `{\n  "mcpServers": {\n    "s": { "command": "${SECRET}" "args": [] }`,
      "c.json:3:38: the file needs a comma here; fix the JSON",
    ],
    ["[]", "c.json has no mcpServers, servers or mcp.servers; give a client configuration file"],
    ['{"a": 1}', "c.json has no mcpServers, servers or mcp.servers; give a client configuration file"],
    ['{"mcpServers": []}', "c.json:1:16: the servers must be an object, each under its name"],
    ['{"mcpServers": {}}', "c.json:1:16: no server is configured here; add one"],
  ])("%j", (text, message) => {
    expect(file(text)).toBe(message);
  });

  test("the name is unknown", () => {
    const text = '{"mcpServers": {"github": {}, "gitlab": {}, "files": {}}}';
    expect(file(text, "githb")).toBe('c.json has no server "githb"; did you mean "github" or "gitlab"');
    expect(file(text, "zzzzzz")).toBe('c.json has no server "zzzzzz"; drop --name to list the 3 it has');
    expect(file(text, "__proto__")).toBe('c.json has no server "__proto__"; drop --name to list the 3 it has');
  });
});

describe("what is wrong with a server", () => {
  const at = (column: number) => `config.json:1:${column}: `;

  test.each<[unknown, string]>([
    [SECRET, `${at(20)}server "s": must be an object with a command or a url`],
    [{}, `${at(20)}server "s": needs a command or a url; add one`],
    [{ command: "" }, `${at(31)}server "s": command must be a non-empty string`],
    [{ command: [SECRET] }, `${at(31)}server "s": command must be a non-empty string`],
    [
      { command: "a", url: "http://h/" },
      `${at(20)}server "s": has both a command and a url; add "type" to say which one counts`,
    ],
    [{ type: "stdio", url: "http://h/" }, `${at(20)}server "s": has the type "stdio" but no command; add one`],
    [{ type: "sse", command: "a" }, `${at(20)}server "s": has the type "sse" but no url; add one`],
    [{ type: "ws" }, `${at(28)}server "s": unknown type "ws"; use stdio, http, sse or streamable-http`],
    [{ command: "a", args: SECRET }, `${at(42)}server "s": args must be a list of strings`],
    [{ command: "a", args: [["x"]] }, `${at(43)}server "s": args must hold only strings`],
    [{ command: "a", env: [] }, `${at(41)}server "s": env must be an object of strings`],
    [{ command: "a", env: { A: [SECRET] } }, `${at(46)}server "s": env "A" must be a string`],
    [{ command: "a", env: { "A=B": SECRET } }, `${at(48)}env has the impossible variable name "A=B"`],
    [{ command: "a\0" }, `${at(31)}command contains a NUL character; remove it`],
    [
      { url: "localhost:3000/mcp" },
      `${at(27)}url "localhost:3000/mcp" is not a URL; did you mean http://localhost:3000/mcp`,
    ],
    [
      { url: "http://h/", headers: { "A B": SECRET } },
      `${at(56)}headers has a name that is no HTTP header name; fix it`,
    ],
    [
      { url: "http://h/", headers: { A: `${SECRET}\n` } },
      `${at(54)}header A has a value with a line break, a control character or a character beyond Latin-1; remove it (the value is not shown)`,
    ],
  ])("%j", (entry, message) => {
    expect(refusal(entry)).toBe(message);
  });

  test.each<[unknown, string]>([
    [
      { command: "a", env: { K: "${input:k}" } },
      `${at(46)}env K asks the user for "\${input:k}"; pass the answer with --env 'k=VALUE', or set the variable with --env 'K=VALUE'`,
    ],
    [
      { command: "a", env: { K: "${NOWHERE}" } },
      `${at(46)}env K needs the environment variable "NOWHERE", which is not set; set it, or set the variable with --env 'K=VALUE'`,
    ],
    [
      { command: "${env:NOWHERE}" },
      `${at(31)}command needs the environment variable "NOWHERE", which is not set; set it`,
    ],
    [
      { url: "http://h/", headers: { A: "${input:k}" } },
      `${at(54)}header A asks the user for "\${input:k}"; pass the answer with --env 'k=VALUE', or replace it with --header-env 'A=VARIABLE'`,
    ],
    [
      { command: "${config:python.path}" },
      `${at(31)}command uses \${config:…}, which only the editor can fill in; write the value instead`,
    ],
    [
      { command: "a", cwd: "${command:x}" },
      `${at(41)}cwd uses \${command:…}, which only the editor can fill in; write the value instead`,
    ],
  ])("placeholders of %j", (entry, message) => {
    expect(refusal(entry)).toBe(message);
  });

  test("the home folder is unknown", () => {
    const text = '{"servers": {"s": {"command": "${userHome}/x"}}}';
    const act = (env: Record<string, string>) =>
      resolveTarget({ mcpConfig: "c.json", name: "s" }, makeSystem({ "/home/me/project/c.json": text }, env));
    expect(usageMessage(() => act({}))).toBe("c.json:1:31: command needs the home folder, but HOME is not set; set it");
    expect(act({ USERPROFILE: "C:\\me" })).toMatchObject({ command: "C:\\me/x" });
  });
});
