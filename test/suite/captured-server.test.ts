import { describe, expect, it } from "vitest";
import type { CapturedTarget } from "../../src/capture/capture.ts";
import { capturedServer } from "../../src/suite/starter/captured-server.ts";
import { starterServer } from "../../src/suite/starter/starter-server.ts";

const linesFor = (captured: CapturedTarget): ReturnType<typeof starterServer> => {
  const { target, shown } = capturedServer(captured);
  return starterServer(target, shown, { headerEnv: new Map() });
};

describe("the server of a capture in a suite", () => {
  it("is started by the recorded command; what was secret comes from the environment", () => {
    expect(
      linesFor({
        kind: "stdio",
        command: ["node", "server.js", "--key=[redacted:0123456789ab]"],
        env_names: ["TOKEN"],
      }),
    ).toStrictEqual({
      lines: [
        "variables:",
        "  server_argument_2: { from_env: SERVER_ARGUMENT_2 }",
        "",
        "server:",
        `  command: [node, server.js, "\${server_argument_2}"]`,
        "  env: [TOKEN] # passed on from the environment of the run",
      ],
      variables: ["SERVER_ARGUMENT_2", "TOKEN"],
    });
  });

  it("is reached at the recorded address, with the recorded headers from the environment", () => {
    expect(linesFor({ kind: "http", url: "http://127.0.0.1:3000/mcp", header_names: ["X-Key"] }).lines).toStrictEqual([
      "server:",
      '  url: "http://127.0.0.1:3000/mcp"',
      "  headers:",
      "    X-Key: { env: X_KEY }",
    ]);
    expect(
      linesFor({ kind: "http", url: "http://h/?key=%5Bredacted:0123456789ab%5D", header_names: [] }).variables,
    ).toEqual(["SERVER_URL"]);
  });
});
