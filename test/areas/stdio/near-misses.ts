import { all, always, maybe, never, some, strictly } from "../stricter.ts";
import { type NearMissTable, nearMiss, sameAs } from "../variant.ts";

const escaped = (line: string): string =>
  line.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

export const NEAR_MISSES: NearMissTable = {
  "talks-on-stderr": sameAs("messages", {
    ...all(
      ["STDIO-004", "STDIO-010"],
      always.meets("nothing is written to stderr", "raw_processes.stderr_bytes", { maximum: 0 }),
    ),
  }),
  "lines-with-crlf": nearMiss("stdio/2026-07-28", "stdio/2025-11-25", {
    choice: "Ends its lines with CR LF, pads them with spaces and escapes everything that is not ASCII.",
    permittedBy:
      "2025-11-25 basic/transports#stdio: messages are delimited by newlines and must not contain any; whitespace around a JSON text is part of JSON.",
    stdoutLine: (line) => `  ${escaped(line.trimEnd())} \r\n`,
    "STDIO-001": never("lines end with LF", { response_notes: some({ kind: maybe("carriage-return") }) }),
  }),
  "leaves-slowly": nearMiss("stdio/2026-07-28", {
    choice: "Takes half a second to leave after its input was closed.",
    permittedBy:
      "2025-11-25 basic/lifecycle#stdio: the client waits for the server to exit; no sentence says how long.",
    shutdown: (_reason, exit) => {
      setTimeout(() => exit(0), 500);
    },
    "STDIO-006": always.meets("a server leaves within 400 ms", "raw_processes.shutdown_ms", { maximum: 400 }),
  }),
  "vendor-notifications": sameAs("messages", {
    "STDIO-010": strictly({ when: [], each: true, in: "stdio/2026-07-28" }).meets(
      "a notification has a name that begins with notifications/",
      "notifications.method",
      { pattern: "^notifications/" },
    ),
  }),
};
