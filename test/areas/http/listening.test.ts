import type { CapturedTarget } from "../../../src/model/capture.ts";
import { given } from "../given.ts";
import { readingTable, type SmallCapture } from "../reading-table.ts";

const at = (url: string, listens_on?: readonly string[]): SmallCapture => ({
  transport: "streamable-http",
  exchanges: [],
  target: { kind: "http", url, header_names: [], ...(listens_on ? { listens_on } : {}) } satisfies CapturedTarget,
});

const bound = (addresses: string[], to: string) => ({ values: [{ addresses, bound: to }], at: ["/target/listens_on"] });

readingTable("listening", [
  given("a server at the loopback address of IPv4", at("http://127.0.0.1:3000/mcp", ["127.0.0.1"])).reads(
    bound(["127.0.0.1"], "loopback"),
  ),
  given("a server at that of IPv6", at("http://[::1]:3000/mcp", ["::1"])).reads(bound(["::1"], "loopback")),
  given("a server on all interfaces", at("http://localhost:3000/mcp", ["::"])).reads(bound(["::"], "all-interfaces")),
  given(
    "another program on all interfaces, beside the one at loopback",
    at("http://127.0.0.1:3000/mcp", ["127.0.0.1", "::"]),
  ).reads(bound(["127.0.0.1", "::"], "loopback")),
  given("a system that does not tell", at("http://127.0.0.1:3000/mcp")).unseen("not-probed"),
  given("a server elsewhere", at("https://example.org/mcp", ["0.0.0.0"])).inapplicable("precondition-absent"),
]);
