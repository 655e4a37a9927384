// The official clients of both lines talk to served recordings over every transport.

import { fileURLToPath } from "node:url";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernStdio } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { afterEach, describe, expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { holdCaptureFile } from "../../src/capture/open-capture-file.ts";
import type { Target } from "../../src/capture/target.ts";
import { serveCapture } from "./serve-capture.ts";

const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

const readCapture = (name: string): Capture => {
  const [capture] = holdCaptureFile(fileURLToPath(new URL(`../captures/real/${name}.json`, import.meta.url))).sessions;
  if (!capture) throw new Error(`${name} holds no session`);
  return capture;
};

const serve = async (name: string): Promise<Target> => {
  const served = await serveCapture(readCapture(name));
  cleanups.push(() => served.stop());
  return served.target;
};

const olderTransport = (target: Target, name: string): Transport => {
  if (target.kind === "stdio") return new StdioClientTransport({ command: target.command, args: [...target.args] });
  const url = new URL(target.url);
  // The transport's own types do not allow for exactOptionalPropertyTypes.
  return (name.endsWith("-sse") ? new SSEClientTransport(url) : new StreamableHTTPClientTransport(url)) as Transport;
};

describe("the client of line 1.x", () => {
  test.each(["everything-stdio", "everything-http", "everything-sse", "py-fastmcp-stdio", "go-stdio"])(
    "shakes hands with %s and lists what the recorded server listed",
    async (name) => {
      const client = new Client({ name: "test", version: "1.0.0" });
      await client.connect(olderTransport(await serve(name), name));
      cleanups.push(() => client.close());
      const { tools } = await client.listTools();
      expect(tools.length).toBeGreaterThan(0);
      expect(client.getServerVersion()?.name).toBeTruthy();
      expect((await client.listTools()).tools).toEqual(tools);
    },
  );

  test("calls a recorded tool, and is told which tools were never called", async () => {
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(olderTransport(await serve("everything-http"), "everything-http"));
    cleanups.push(() => client.close());
    const sum = await client.callTool({ name: "get-tiny-image", arguments: {} });
    expect(sum["isError"]).toBeFalsy();
    const never = await client.callTool({ name: "no_such_thing", arguments: {} });
    expect(JSON.stringify(never)).toContain("never asked in the recording");
    expect(JSON.stringify(never)).toContain("no_such_thing");
  });
});

describe("the client of line 2.x", () => {
  test.each(["sdk2-http-dual", "go-http-stateless", "py-mcp2-http", "everything-stdio"])(
    "finds out how %s speaks and lists its tools",
    async (name) => {
      const target = await serve(name);
      const client = new ModernClient({ name: "test", version: "1.0.0" });
      const transport =
        target.kind === "stdio"
          ? new ModernStdio({ command: target.command, args: [...target.args] })
          : new ModernHttp(new URL(target.url));
      await client.connect(transport);
      cleanups.push(() => client.close());
      const { tools } = await client.listTools();
      expect(tools.length).toBeGreaterThan(0);
    },
  );
});
