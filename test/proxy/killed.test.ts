// kill -9 at any moment: the file is readable, and holds every answer the client has seen.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { member } from "../../src/base/json.ts";
import { stdioServerCommand } from "../servers/spawn.ts";
import { BIN, readBack, temporaryFolder, until, wait } from "./helpers.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

const ECHO = `
  require("node:readline").createInterface({ input: process.stdin })
    .on("line", (line) => console.log(JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(line).id, result: {} })))
    .on("close", () => process.exit(0));
`;

const moments = [0, 20, 60, 110, 170, 240, 320].map((ms, index) => [ms, `k${index}.jsonl`] as const);

test.each(moments)("stdio, killed %i ms after the first answer", async (ms, name) => {
  const path = folder.file(name);
  const args = [BIN, "record", "--proxy", "-o", path, "--", process.execPath, "-e", ECHO];
  const proxy = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "ignore"] });
  proxy.stdin.on("error", () => {});
  const seen: number[] = [];
  let rest = "";
  proxy.stdout.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) seen.push((JSON.parse(line) as { id: number }).id);
  });
  let id = 0;
  const traffic = setInterval(() => {
    for (let count = 0; count < 5; count += 1) {
      id += 1;
      proxy.stdin.write(
        `${JSON.stringify({ jsonrpc: "2.0", id, method: "ping", params: { x: "y".repeat(id % 700) } })}\n`,
      );
    }
  }, 1);
  await until(() => seen.length > 0, "the first answer");
  await wait(ms);
  proxy.kill("SIGKILL");
  const closed = once(proxy, "close");
  await once(proxy, "exit");
  clearInterval(traffic);
  await closed;

  const capture = readBack(readFileSync(path, "utf8"));
  expect(capture.closed).toBe(false);
  const answered = new Set(
    capture.exchanges.filter(({ response }) => response).map(({ request }) => member(request, "id")),
  );
  expect(seen.filter((one) => !answered.has(one))).toEqual([]);
  expect(seen.length).toBeGreaterThan(0);
});

test("HTTP, killed in the middle of a stream", async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    let count = 0;
    const timer = setInterval(() => {
      count += 1;
      response.write(`data: {"jsonrpc":"2.0","method":"n","params":{"count":${count}}}\n\n`);
    }, 2);
    response.on("close", () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const path = folder.file("http.jsonl");
  const proxy = spawn(process.execPath, [BIN, "record", "--proxy", "-o", path, url], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let told = "";
  proxy.stderr.on("data", (chunk: Buffer) => {
    told += chunk.toString();
  });
  await until(() => /connect the client to (\S+)/.test(told), "the address");
  const local = /connect the client to (\S+)/.exec(told)?.[1] ?? "";
  const answer = await fetch(local, { method: "POST", body: '{"jsonrpc":"2.0","id":1,"method":"x"}' });
  let text = "";
  const reading = (async () => {
    for await (const chunk of answer.body ?? []) text += Buffer.from(chunk as Uint8Array).toString();
  })().catch(() => {});
  await until(() => text.split("\n\n").length > 20, "events");
  proxy.kill("SIGKILL");
  await once(proxy, "exit");
  await reading;
  server.closeAllConnections();
  server.close();

  const [exchange] = readBack(readFileSync(path, "utf8")).exchanges;
  const received = text.split("\n\n").length - 1;
  expect(exchange?.meanwhile?.length).toBeGreaterThanOrEqual(received);
  expect(exchange?.http?.status).toBe(200);
});

test("a killed client leaves neither proxy nor server behind", async () => {
  const path = folder.file("client.jsonl");
  const { command, args } = stdioServerCommand({ era: "stateful" });
  const full = [BIN, "record", "--proxy", "-o", path, "--", command, ...args];
  const client = spawn(
    process.execPath,
    [
      "-e",
      `const { spawn } = require("node:child_process");
       const proxy = spawn(process.execPath, ${JSON.stringify(full)}, { stdio: ["pipe", "pipe", "inherit"] });
       proxy.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\\n');
       console.log(proxy.pid);
       proxy.stdout.on("data", () => console.log("answered"));`,
    ],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  let told = "";
  client.stdout.on("data", (chunk: Buffer) => {
    told += chunk.toString();
  });
  await until(() => told.includes("answered"), "the answer");
  client.kill("SIGKILL");
  await until(() => existsSync(path) && readFileSync(path, "utf8").includes('"type":"footer"'), "the footer");
  const pid = Number.parseInt(told, 10);
  await until(() => !isRunning(pid), "the end of the proxy");
  expect(readBack(readFileSync(path, "utf8")).conversations?.[0]?.process?.ended_by).toBe("stdin-close");
});

/** Zombies are dead: in a container nobody may ever reap them. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return process.platform !== "linux";
  }
}
