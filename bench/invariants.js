// compliance invariants over a long recording, against JSON.parse over the same bytes. Run by bench/run.js.
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bestOf, peakMemory, timeCommand } from "./measure.js";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const mcptest = path("../bin/mcptest.js");
const node = process.execPath;
const EXCHANGES = 100_000;

/** Calls of one tool, answered with about as much text as fills 200 MB; every tenth is an error. */
const writeRecording = (file) => {
  const descriptor = openSync(file, "w");
  const put = (lines) => writeSync(descriptor, `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
  const asked = (id, method, params) => ({ jsonrpc: "2.0", id, method, params });
  put([
    { type: "header", server_label: "bench", server_capabilities: { tools: {} } },
    {
      type: "exchange",
      conversation: "main",
      request: asked(0, "initialize", {}),
      response: { jsonrpc: "2.0", id: 0, result: {} },
    },
    { type: "exchange", conversation: "main", request: { jsonrpc: "2.0", method: "notifications/initialized" } },
  ]);
  const rows = Array.from({ length: 12 }, (_, row) => ({
    row,
    name: `entry ${row}`,
    tags: ["a", "b"],
    note: "plain words ".repeat(8),
  }));
  for (let from = 1; from <= EXCHANGES; from += 1_000) {
    put(
      Array.from({ length: 1_000 }, (_, index) => {
        const id = from + index;
        const answer =
          id % 10 === 0
            ? { error: { code: -32602, message: "Unknown tool" } }
            : {
                result: {
                  content: [{ type: "text", text: JSON.stringify(rows.slice(0, 4)) }],
                  structuredContent: { rows },
                },
              };
        return {
          type: "exchange",
          id: `main/call.${id}`,
          conversation: "main",
          request: asked(id, "tools/call", { name: "search", arguments: { query: `number ${id}` } }),
          response: { jsonrpc: "2.0", id, ...answer },
          timing: { start_ms: id, end_ms: id + 0.5 },
        };
      }),
    );
  }
  put([{ type: "footer", exchanges: EXCHANGES + 2 }]);
  closeSync(descriptor);
};

export const benchInvariants = async (row) => {
  const scratch = mkdtempSync(join(tmpdir(), "mcptest-bench-"));
  try {
    const file = join(scratch, "long.jsonl");
    writeRecording(file);
    const command = [mcptest, "compliance", "invariants", "--capture", file];
    const best = await bestOf(5, {
      floor: () => timeCommand(node, [path("floor-json-lines.js"), file]),
      invariants: () => timeCommand(node, command),
    });
    const ratio = best.invariants / best.floor;
    const size = `${Math.round(statSync(file).size / 1e6)} MB, ${EXCHANGES} exchanges`;
    row(`invariants over ${size} against JSON.parse`, `${ratio.toFixed(2)}×`, "≤ 3×", ratio <= 3);
    if (process.platform !== "linux") return;
    const peak = await peakMemory(node, command);
    row("peak memory of the same", `${peak.toFixed(0)} MB`, "< 200 MB", peak < 200);
  } finally {
    rmSync(scratch, { recursive: true });
  }
};

// Also by itself: node bench/invariants.js
if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await benchInvariants((name, value, required, ok) => {
    process.stdout.write(`${name}  ${value}  ${required}  ${ok ? "met" : "MISSED"}\n`);
    if (!ok) process.exitCode = 1;
  });
}
