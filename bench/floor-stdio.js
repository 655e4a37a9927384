// The floor of a record over stdio: as many bare child processes, two at a time, and as many requests through them.
import { spawn } from "node:child_process";
import { once } from "node:events";

const [processes, requests, ...command] = [Number(process.argv[2]), Number(process.argv[3]), ...process.argv.slice(4)];
const message = (id) =>
  `${JSON.stringify({
    jsonrpc: "2.0",
    id,
    method: "server/discover",
    params: {
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "floor", version: "0" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  })}\n`;

const converse = async (count) => {
  const child = spawn(command[0], command.slice(1), { stdio: ["pipe", "pipe", "ignore"] });
  const exited = once(child, "exit");
  let lines = 0;
  const answered = new Promise((resolve) => {
    child.stdout.on("data", (chunk) => {
      for (const byte of chunk) if (byte === 10) lines += 1;
      if (lines >= count) resolve();
    });
  });
  for (let id = 1; id <= count; id += 1) child.stdin.write(message(id));
  await answered;
  child.stdin.end();
  await exited;
};

const share = Math.max(1, Math.round(requests / processes));
let left = processes;
const worker = async () => {
  while (left > 0) {
    left -= 1;
    await converse(share);
  }
};
await Promise.all([worker(), worker()]);
