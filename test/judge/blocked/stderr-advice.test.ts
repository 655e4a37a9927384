import { describe, expect, it } from "vitest";
import { errorLine, lastLines } from "../../../src/judge/blocked/last-lines.ts";
import { adviceOn, missingVariable } from "../../../src/judge/blocked/stderr-advice.ts";

const stderr = (data: string) => ({ stderr: { encoding: "utf8" as const, data } });

describe("the last lines of stderr", () => {
  it("leave out the frames of a stack trace and keep its message", () => {
    const trace = [
      "starting",
      "/app/server.js:3",
      "    throw new Error('no database');",
      "    ^",
      "",
      "Error: no database",
      "    at Object.<anonymous> (/app/server.js:3:9)",
      "    at node:internal/main/run_main_module:28:49",
      "",
      "Node.js v20.19.0",
    ].join("\n");
    const lines = lastLines(stderr(trace));
    expect(lines.at(-1)).toBe("Error: no database");
    expect(lines.join("\n")).not.toContain("    at ");
    expect(errorLine(lines)).toBe("Error: no database");
  });

  it("keep the message of an error before which much was logged after", () => {
    const log = ["ValueError: bad port", ...Array.from({ length: 20 }, (_, index) => `log ${index}`)].join("\n");
    expect(lastLines(stderr(log))[0]).toBe("ValueError: bad port");
  });
});

describe("advice", () => {
  it.each([
    ["Error: ORDERS_DB_URL is not set", "ORDERS_DB_URL"],
    ["KeyError: 'ORDERS_API_KEY'", "ORDERS_API_KEY"],
    ["KeyError: 'TOKEN'", "TOKEN"],
    ["Please set the GITHUB_PERSONAL_ACCESS_TOKEN environment variable", "GITHUB_PERSONAL_ACCESS_TOKEN"],
  ])("%s misses a variable", (line, name) => {
    expect(missingVariable([line])).toBe(name);
    expect(adviceOn([line], "node")[0]).toContain(`--env ${name}`);
  });

  it.each([
    ["Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /app/server.js", "npm install"],
    ["ModuleNotFoundError: No module named 'fastmcp'", "the Python module fastmcp"],
    ["Error: listen EADDRINUSE: address already in use :::3000", "a port that is taken"],
    ["Uvicorn running on http://0.0.0.0:8000/mcp (Press CTRL+C to quit)", "check http://localhost:8000/mcp"],
    ["MCP server listening on port 3001", "check http://localhost:3001/mcp"],
  ])("%s", (line, words) => {
    expect(adviceOn([line], "python3").join(" ")).toContain(words);
  });

  it.each(["ERR_MODULE_NOT_FOUND is required reading", "Server ready", "requires nothing"])(
    "%s needs no variable",
    (line) => {
      expect(missingVariable([line])).toBeUndefined();
    },
  );
});
