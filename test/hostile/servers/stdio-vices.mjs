// A stdio server with exactly one vice, named by the first argument. Plain JavaScript, because it is run by node itself.

import { spawn } from "node:child_process";
import { closeSync, writeSync } from "node:fs";
import { JSON_PAYLOADS } from "./json-payloads.mjs";

/** @typedef {{ jsonrpc: string, id?: unknown, method?: string, params?: any }} Message */

/** @param {unknown} value */
const send = (value) => void process.stdout.write(`${JSON.stringify(value)}\n`);
/** @param {string} method @param {unknown} params */
const notify = (method, params) => send({ jsonrpc: "2.0", method, params });

/** @param {Message} message @returns {object | undefined} */
const politeAnswer = ({ id, method, params }) => {
  if (id === undefined || method === undefined) return undefined;
  const results = new Map([
    [
      "initialize",
      {
        protocolVersion: params?.protocolVersion ?? "2025-11-25",
        capabilities: { tools: {} },
        serverInfo: { name: "stdio", version: "1" },
      },
    ],
    ["ping", {}],
    ["tools/list", { tools: [] }],
  ]);
  const result = results.get(method);
  if (result) return { jsonrpc: "2.0", id, result };
  return { jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } };
};

/** Reads messages and hands each to the handler; ends with its input. @param {(message: Message) => void} onMessage */
const listen = (onMessage) => {
  let pending = "";
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (chunk) => {
    pending += chunk;
    const lines = pending.split("\n");
    pending = lines.pop() ?? "";
    for (const line of lines) if (line !== "") onMessage(JSON.parse(line));
  });
  process.stdin.on("end", () => process.exit(0));
};

/** @param {Message} message */
const bePolite = (message) => {
  const answer = politeAnswer(message);
  if (answer) send(answer);
};

/**
 * Writes the text for ever, as fast as it is read, and lets signals through between two writes. Below the streams: a
 * full pipe is no error here. @param {number} fd @param {string} text
 */
const floodWith = (fd, text) => {
  const bytes = Buffer.from(text);
  let at = 0;
  const more = () => {
    try {
      at = (at + writeSync(fd, bytes, at)) % bytes.length;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code === "EPIPE") process.exit(0);
    }
    setImmediate(more);
  };
  more();
};

/** Only a signal that cannot be caught ends it. */
const ignoreSignals = () => {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {});
};

const stayAlive = () => void setInterval(() => {}, 1_000);

/** Polite but for one method. @param {string} method @param {(message: Message, turn: number) => unknown} result */
const politeExcept = (method, result) => {
  let turn = 0;
  listen((message) => {
    if (message.method !== method) return bePolite(message);
    turn += 1;
    return send({ jsonrpc: "2.0", id: message.id, result: result(message, turn) });
  });
};

const CHILD = "process.on('SIGTERM',()=>{});setInterval(()=>{},1000)";

/** @type {Record<string, () => void>} */
const VICES = {
  polite: () => listen(bePolite),
  "E01 banner": () => {
    process.stdout.write("Welcome to \x1b[31mthe server\x1b[0m\n\n");
    listen(bePolite);
  },
  "E02 other JSON": () => {
    process.stdout.write('{"hello":"world"}\n[1,2]\n"text"\n');
    listen(bePolite);
  },
  "E03 endless line": () => floodWith(1, "x".repeat(65_536)),
  "E04 flood": () => floodWith(1, '{"jsonrpc":"2.0","method":"notifications/message","params":{}}\n'.repeat(1_000)),
  "E05 indented": () =>
    listen((message) => void process.stdout.write(`${JSON.stringify(politeAnswer(message), null, 2)}\n`)),
  "E06 CRLF": () =>
    listen((message) => void process.stdout.write(`${JSON.stringify(politeAnswer(message) ?? {})}\r\n`)),
  "E06 NUL": () => {
    process.stdout.write("\0\0\0\n");
    listen((message) => void process.stdout.write(`\0${JSON.stringify(politeAnswer(message) ?? {})}\n`));
  },
  "E07 stderr flood": () => {
    listen(bePolite);
    floodWith(2, "noise ".repeat(10_000));
  },
  "E08 stderr escapes": () => {
    process.stderr.write("\x1b]0;pwned\x07\x1b[2J\rPASS everything \u{9b}31m\n::error::fake\n");
    listen(bePolite);
  },
  "E09 deaf": () => {
    ignoreSignals();
    stayAlive();
  },
  "E09 deaf, and says when": () => {
    ignoreSignals();
    stayAlive();
    process.stdout.write("deaf\n");
  },
  "E10 exits": () => process.exit(0),
  "E12 half a line": () => {
    listen((message) => {
      writeSync(1, JSON.stringify(politeAnswer(message)).slice(0, 40));
      process.kill(process.pid, "SIGKILL");
    });
  },
  "E12 whole but unfinished": () => {
    listen((message) => {
      writeSync(1, JSON.stringify(politeAnswer(message)));
      process.exit(3);
    });
  },
  "E13 stubborn": () => {
    ignoreSignals();
    process.stdin.resume();
    stayAlive();
  },
  "E13 polite but stubborn": () => {
    ignoreSignals();
    stayAlive();
    listen(bePolite);
    process.stdin.removeAllListeners("end");
  },
  "E14 forks": () => {
    // In our group, deaf to SIGTERM, and it outlives us.
    spawn(process.execPath, ["-e", CHILD], { stdio: "ignore" });
    listen(bePolite);
  },
  "E14 forks and exits": () => {
    spawn(process.execPath, ["-e", CHILD], { stdio: "inherit" });
    listen(() => process.exit(0));
  },
  "E15 escapes": () => {
    // In a session of its own, and it holds our stdout.
    const escaped = spawn(process.execPath, ["-e", CHILD], { stdio: ["ignore", "inherit", "ignore"], detached: true });
    writeSync(2, `escaped ${escaped.pid}\n`);
    listen(bePolite);
  },
  "E16 spins": () => {
    ignoreSignals();
    listen(() => {
      for (;;);
    });
  },
  "E17 environment": () => {
    process.stderr.write(JSON.stringify(process.env));
    notify("notifications/message", { data: { ...process.env } });
    listen(bePolite);
  },
  "E19 signals its parent": () => {
    listen(() => process.kill(process.ppid, "SIGTERM"));
    stayAlive();
  },
  "E22 arguments": () => {
    notify("notifications/message", { data: process.argv.slice(3) });
    listen(bePolite);
  },
  "E23 closes stdout": () => {
    closeSync(1);
    process.stdin.resume();
    process.stdin.on("end", () => process.exit(0));
    stayAlive();
  },
  "E23 closes stdin": () => {
    process.stdin.destroy();
    closeSync(0);
    stayAlive();
  },
  "E24 asks": () => {
    for (let id = 1; id <= 2_000; id += 1) send({ jsonrpc: "2.0", id: `s${id}`, method: "sampling/createMessage" });
    listen((message) => {
      if (message.method !== undefined) bePolite(message);
    });
  },
  "G04 unsolicited": () => {
    for (let id = 1_000; id < 6_000; id += 1) send({ jsonrpc: "2.0", id, result: {} });
    listen(bePolite);
  },
  "G04 out of order": () => {
    /** @type {Message[]} */
    const held = [];
    listen((message) => {
      if (message.method === "initialize" || message.method === "server/discover") return bePolite(message);
      held.push(message);
      setTimeout(() => {
        for (const one of held.splice(0).reverse()) bePolite(one);
      }, 30);
      return undefined;
    });
  },
  "G06 same cursor": () => politeExcept("tools/list", () => ({ tools: [], nextCursor: "again" })),
  "G06 fresh cursor": () => politeExcept("tools/list", (_message, turn) => ({ tools: [], nextCursor: `page ${turn}` })),
  "G06 long cursor": () =>
    politeExcept("tools/list", (_message, turn) => ({ tools: [], nextCursor: `${turn}${"x".repeat(1_048_576)}` })),
  "G11 notifies": () => floodWith(1, '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n'.repeat(100)),
  "G13 progress": () => {
    setInterval(() => notify("notifications/progress", { progressToken: 1, progress: 1 }), 10);
    process.stdin.resume();
    process.stdin.on("end", () => process.exit(0));
  },
  "G14 pings": () => {
    let id = 0;
    setInterval(() => send({ jsonrpc: "2.0", id: `ping ${++id}`, method: "ping" }), 1);
    listen((message) => {
      if (message.method !== undefined) bePolite(message);
    });
  },
};

const vice = process.argv[2] ?? "";
// Whoever reads us may close its end at any time.
process.stdout.on("error", () => process.exit(0));
if (vice.startsWith("payload:")) {
  const payload = JSON_PAYLOADS[vice.slice("payload:".length)];
  if (!payload) throw new Error(`no payload ${vice}`);
  listen((message) => {
    if (message.id === undefined) return;
    process.stdout.write(Buffer.concat([Buffer.from(payload(message.id)), Buffer.from("\n")]), () => process.exit(0));
  });
} else {
  const run = VICES[vice];
  if (!run) throw new Error(`no vice ${vice}`);
  run();
}
