// A server that does not start, or is not there: the reason and what helps are on the first screen, and nothing else.

import { chmodSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ensureBuilt, mcptest, temporaryFolder } from "./cli.ts";

beforeAll(ensureBuilt);

const SCREEN = 24;

interface Screen {
  readonly code: number | null;
  readonly text: string;
}

const check = async (...args: string[]): Promise<Screen> => {
  const { code, stdout, stderr } = await mcptest(["check", ...args]);
  expect(stderr).toBe("");
  expect(stdout.trimEnd().split("\n").length).toBeLessThan(SCREEN);
  expect(stdout).toContain("no grade: ");
  expect(stdout).not.toMatch(/server\/discover is|inconclusive|Fix /);
  return { code, text: stdout.replace(/\n\s+/g, " ") };
};

/** A folder with these files. */
const folderWith = (files: Readonly<Record<string, string>>): string => {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
};

const listen = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

describe("a command", { timeout: 60_000 }, () => {
  test("that throws at its start: exit code, message and stderr", async () => {
    const folder = folderWith({
      "crash.js": 'console.error("starting");\nthrow new TypeError("no \\x1b[31mdatabase");\n',
    });
    const { code, text } = await check("--cwd", folder, "--", "node", "crash.js");
    expect(code).toBe(4);
    expect(text).toContain("node exited with code 1 before it answered: TypeError: no");
    expect(text).toContain("stderr  starting");
    expect(text).not.toContain("\x1b");
    expect(text).not.toMatch(/ at .*crash\.js:2:7/);
  });

  test("that does not exist: names that are near, and packages", async () => {
    const { code, text } = await check("--", "noode", "server.js");
    expect(code).toBe(4);
    expect(text).toMatch(/the command "noode" was not found .*did you mean node/);
    expect(text).toContain("npx -y noode server.js");
    expect(text).toContain("uvx noode server.js");
  });

  test("with a file that does not exist: the file that does", async () => {
    const folder = folderWith({ "server.js": "" });
    const { code, text } = await check("--cwd", folder, "--", "node", "sever.js");
    expect(code).toBe(4);
    expect(text).toMatch(/there is no file "sever\.js" for node to run .*mcptest check -- node server\.js/);
  });

  test("that may not be executed, and one whose interpreter is missing", async () => {
    const folder = folderWith({ "server.py": "#!/usr/bin/env python3\n", "other.py": "#!/no/such/python\n" });
    chmodSync(join(folder, "other.py"), 0o755);
    const forbidden = await check("--cwd", folder, "--", "./server.py");
    expect(forbidden.text).toMatch(/is not executable .*python3 \.\/server\.py .*chmod \+x/);
    const missing = await check("--cwd", folder, "--", "./other.py");
    expect(missing.text).toContain('names "/no/such/python", which does not exist');
    const wrong = await check("--cwd", join(folder, "nowhere"), "--", "node", "server.js");
    expect(wrong.text).toContain("to start it in does not exist");
    expect([forbidden.code, missing.code, wrong.code]).toEqual([4, 4, 4]);
  });

  test("that misses a variable: how to hand it over, and no secret on the screen", async () => {
    const source = 'console.error("Error: ORDERS_DB_URL is required, not " + process.env.OTHER_TOKEN);process.exit(3)';
    const folder = folderWith({ "server.js": source });
    const { text } = await check("--cwd", folder, "--env", "OTHER_TOKEN=geheim-geheim", "--", "node", "server.js");
    expect(text).toContain("exited with code 3");
    expect(text).toContain("--env ORDERS_DB_URL");
    expect(text).not.toContain("geheim");
  });

  test("that says nothing, and one that prints what is no message", async () => {
    const folder = folderWith({
      "hang.js": "setInterval(() => {}, 1000);",
      "web.js": 'console.log("listening on http://0.0.0.0:3000/mcp"); setInterval(() => {}, 1000);',
    });
    const silent = await check("--timeout", "1s", "--cwd", folder, "--", "node", "hang.js");
    expect(silent.text).toContain("answered neither initialize nor server/discover");
    const web = await check("--timeout", "1s", "--cwd", folder, "--", "node", "web.js");
    expect(web.text).toContain("stdout  listening on http://0.0.0.0:3000/mcp");
    expect(web.text).toContain("check http://localhost:3000/mcp");
  });
});

describe("an address", { timeout: 60_000 }, () => {
  test("where nothing listens, and a name without one", async () => {
    const closed = await check("http://127.0.0.1:1/mcp");
    expect(closed.text).toContain("nothing accepts connections at 127.0.0.1:1 (ECONNREFUSED)");
    const unknown = await check("http://no-such-host.invalid/mcp");
    expect(unknown.text).toContain("the host name no-such-host.invalid has no address");
    expect([closed.code, unknown.code]).toEqual([4, 4]);
  });

  test("with a web page: two looks at the same origin, and no more", async () => {
    const looks: string[] = [];
    const origin = await listen(({ method, url }, response) => {
      looks.push(`${method} ${url}`);
      response.writeHead(404, { "Content-Type": "text/html" }).end("<!doctype html><h1>Not found</h1>");
    });
    const { code, text } = await check(`${origin}/api`);
    expect(code).toBe(5);
    expect(text).toContain("no MCP endpoint at /api: it answers with a web page (HTTP 404); /mcp and /sse were tried");
    expect(looks.filter((look) => !look.endsWith("/api")).sort()).toEqual(["GET /sse", "POST /mcp"]);
  });

  test("with a server at another path", async () => {
    const origin = await listen(({ url }, response) => {
      if (url !== "/mcp") response.writeHead(404).end();
      else response.writeHead(200, { "Content-Type": "application/json" }).end('{"jsonrpc":"2.0","id":1,"result":{}}');
    });
    const { text } = await check(origin);
    expect(text.replace(/ +/g, " ")).toContain(`there is one at /mcp help mcptest check ${origin}/mcp`);
  });

  test("where everything is an event stream, and one that names an endpoint", async () => {
    const streams = (first: string) =>
      listen(({ url }, response) => {
        response.writeHead(200, { "Content-Type": "text/event-stream" });
        response.end(url === "/sse" ? first : ": hello\n\n");
      });
    const chatter = await check(`${await streams("event: news\ndata: /messages\n\n")}/mcp`);
    expect(chatter.text).toContain("; /sse was tried");
    const server = await check(`${await streams("event: endpoint\ndata: /messages\n\n")}/mcp`);
    expect(server.text).toContain("; there is one at /sse");
  });

  test("with a wall at another path", async () => {
    const origin = await listen(({ url }, response) => response.writeHead(url === "/mcp" ? 401 : 404).end());
    const { text } = await check(origin);
    expect(text).toContain("/mcp asks for credentials, so it may be there");
  });

  test("behind a wall: what the challenge wants", async () => {
    const origin = await listen((_request, response) =>
      response.writeHead(401, { "WWW-Authenticate": 'Bearer realm="orders", scope="orders:read"' }).end(),
    );
    const { code, text } = await check(`${origin}/mcp`);
    expect(code).toBe(5);
    expect(text).toContain('the server asks for a bearer token, scope "orders:read", realm "orders" (HTTP 401)');
    expect(text).toContain("--bearer-env TOKEN");
  });

  test("that answers with a head too large to be read: it was reached", async () => {
    const origin = await listen((_request, response) =>
      response.writeHead(200, { "X-Large": "x".repeat(40_000) }).end(),
    );
    const { code, text } = await check(`${origin}/mcp`);
    expect(code).toBe(5);
    expect(text).toContain("the response head is larger than allowed");
    expect(text).toContain("--limit headerBytes=<value>");
  });

  test("that does not speak TLS", async () => {
    const origin = await listen((_request, response) => response.end());
    const { code, text } = await check(origin.replace("http:", "https:"));
    expect(code).toBe(4);
    expect(text).toMatch(/does not speak TLS .*mcptest check http:/);
  });
});

test("every command says why, in the same words", { timeout: 60_000 }, async () => {
  for (const command of [["audit"], ["doctor"], ["record"], ["conformance", "run"]]) {
    const { code, stderr } = await mcptest([...command, "http://127.0.0.1:1/mcp"]);
    expect([code, stderr]).toEqual([
      4,
      expect.stringContaining("is unreachable: nothing accepts connections at 127.0.0.1:1"),
    ]);
  }
});
