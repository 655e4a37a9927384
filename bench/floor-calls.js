// The floor of functional tests: a bare child process, the handshake, and the same calls one after the other.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [file, ...command] = process.argv.slice(2);
const calls = JSON.parse(readFileSync(file, "utf8"));
const child = spawn(command[0], command.slice(1), { stdio: ["pipe", "pipe", "ignore"] });
const exited = once(child, "exit");
const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
const ask = async (id, method, params) => {
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  for (;;) {
    const message = JSON.parse((await lines.next()).value);
    if (message.id === id) return message;
  }
};
await ask(0, "initialize", {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "floor", version: "0" },
});
child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
await ask(1, "tools/list", {});
for (const [index, { key, ...params }] of calls.entries()) {
  const { result } = await ask(index + 2, "tools/call", params);
  if (!JSON.stringify(result).includes(key)) throw new Error("a wrong answer");
}
child.stdin.end();
await exited;
