// A suite of 200 calls against the same calls, bare: a Node script that starts the same server, shakes hands, makes them one after
// the other and looks at every answer. Both are whole commands, from the start of Node to its end.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bestOf, timeCommand } from "./measure.js";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const node = process.execPath;
const CALLS = 200;

const lookup = (ms) => ({
  command: [node, path("tool-server.js")],
  call: (key) => ({ name: "lookup", arguments: { key, ms } }),
  target: "result.structuredContent.value",
});

const CASES = [
  { what: "a tool that takes 10 ms", file: "10-ms", required: 1.5, ...lookup(10) },
  {
    what: "echo of server-everything",
    file: "echo",
    command: [node, path("../node_modules/@modelcontextprotocol/server-everything/dist/index.js")],
    call: (key) => ({ name: "echo", arguments: { message: key } }),
    target: "text",
  },
  // Here the floor is little more than the start of Node twice: what is left is what reading a suite and judging a session cost.
  { what: "a tool that does nothing", file: "0-ms", ...lookup(0) },
];

/** As a person writes it. */
const suiteOf = ({ command, call, target }, keys) =>
  [
    `server: { command: ${JSON.stringify(command)} }`,
    "tests:",
    ...keys.flatMap((key) => {
      const { name, arguments: given } = call(key);
      return [
        `  - name: ${key}`,
        `    call: { tool: ${name}, arguments: ${JSON.stringify(given)} }`,
        "    expect:",
        `      - { target: ${target}, matcher: { contains: ${key} } }`,
      ];
    }),
  ].join("\n");

export const benchFunctional = async (row, scratch) => {
  const keys = Array.from({ length: CALLS }, (_, index) => `key-${index + 1}`);
  for (const one of CASES) {
    const [suite, calls] = [join(scratch, `${one.file}.yaml`), join(scratch, `${one.file}.json`)];
    writeFileSync(suite, suiteOf(one, keys));
    writeFileSync(calls, JSON.stringify(keys.map((key) => ({ ...one.call(key), key }))));
    const { floor, run } = await bestOf(5, {
      floor: () => timeCommand(node, [path("floor-calls.js"), calls, ...one.command]),
      run: () => timeCommand(node, [path("../bin/mcptest.js"), "run", "--quiet", "--config", suite]),
    });
    const ratio = run / floor;
    const required = one.required === undefined ? "" : `≤ ${one.required}×`;
    const name = `run of ${CALLS} functional tests against the same calls, bare (${one.what})`;
    row(name, `${ratio.toFixed(2)}×`, required, required === "" ? undefined : ratio <= one.required);
  }
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const scratch = mkdtempSync(join(tmpdir(), "mcptest-bench-"));
  const print = (...words) => process.stdout.write(`${words.filter((word) => word !== undefined).join("  ")}\n`);
  await benchFunctional((name, value, required) => print(name, value, required), scratch);
  rmSync(scratch, { recursive: true });
}
