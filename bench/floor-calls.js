// The floor of functional tests: a bare child process, the handshake, and the same calls one after the other.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

const [calls, ms, ...command] = [Number(process.argv[2]), Number(process.argv[3]), ...process.argv.slice(4)];
const child = spawn(command[0], command.slice(1), { stdio: ["pipe", "pipe", "ignore"] });
const exited = once(child, "exit");
const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
const ask = async (id, method, params) => {
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  return JSON.parse((await lines.next()).value);
};
await ask(0, "initialize", {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "floor", version: "0" },
});
child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
await ask(1, "tools/list", {});
for (let call = 1; call <= calls; call += 1) {
  const { result } = await ask(call + 1, "tools/call", { name: "lookup", arguments: { key: `key-${call}`, ms } });
  if (result.structuredContent.value !== `key-${call}`) throw new Error("a wrong answer");
}
child.stdin.end();
await exited;
