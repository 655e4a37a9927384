import { answerCases, given, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";

const at = (url: string, host: string) =>
  given(url, { target: { kind: "http" as const, url, header_names: [] } }).values([{ host }], {
    at: ["/target/url"],
    exchanges: [null],
  });

readingTable("endpoint", [
  ...[
    ...[
      "http://localhost",
      "http://LOCALHOST:3000/mcp",
      "https://127.0.0.1/mcp",
      "http://127.9.8.7:1?x",
      "http://[::1]#a",
    ],
    ...["http://my.app.localhost/mcp", "http://user:secret@localhost/mcp"],
  ].map((url) => at(url, "loopback")),
  ...[
    ...["https://example.com/mcp", "http://localhost.example.com/", "http://127.0.0.1.example.com/"],
    ...["http://example.com/localhost", "http://localhost@example.com/", "http://192.168.0.1/", "http://mylocalhost/"],
  ].map((url) => at(url, "elsewhere")),
  given("a command", { target: { kind: "stdio", command: ["x"], env_names: [] } }).unseen("not-probed"),
  NOTHING,
]);

readingTable("foreign_origin", answerCases(["foreign-origin", "foreign-origin-post", "foreign-origin-notification"]));
readingTable("foreign_origin_methods", answerCases(["foreign-origin-get", "foreign-origin-delete-delete"]));
readingTable("foreign_host", answerCases(["foreign-host", "foreign-host-post"]));
readingTable("own_origin", answerCases(["own-origin", "own-origin-post", "own-origin-none"]));
