import type { CapturedTarget } from "../../../src/model/capture.ts";
import { readingTable, type SmallCapture } from "../reading-table.ts";

const at = (url: string, listens_on?: readonly string[]): SmallCapture => ({
  transport: "streamable-http",
  exchanges: [],
  target: { kind: "http", url, header_names: [], ...(listens_on ? { listens_on } : {}) } satisfies CapturedTarget,
});

const bound = (addresses: string[], to: string) => ({ values: [{ addresses, bound: to }], at: ["/target/listens_on"] });

readingTable("listening", [
  {
    shows: "a server at the loopback address of IPv4",
    capture: at("http://127.0.0.1:3000/mcp", ["127.0.0.1"]),
    reads: bound(["127.0.0.1"], "loopback"),
  },
  {
    shows: "a server at that of IPv6",
    capture: at("http://[::1]:3000/mcp", ["::1"]),
    reads: bound(["::1"], "loopback"),
  },
  {
    shows: "a server on all interfaces",
    capture: at("http://localhost:3000/mcp", ["::"]),
    reads: bound(["::"], "all-interfaces"),
  },
  {
    shows: "another program on all interfaces, beside the one at loopback",
    capture: at("http://127.0.0.1:3000/mcp", ["127.0.0.1", "::"]),
    reads: bound(["127.0.0.1", "::"], "loopback"),
  },
  {
    shows: "a system that does not tell",
    capture: at("http://127.0.0.1:3000/mcp"),
    reads: { unseen: "not-probed" },
  },
  {
    shows: "a server elsewhere",
    capture: at("https://example.org/mcp", ["0.0.0.0"]),
    reads: { inapplicable: "precondition-absent" },
  },
]);
