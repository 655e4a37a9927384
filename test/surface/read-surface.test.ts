import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/base/json.ts";
import { readPointer } from "../../src/base/pointer.ts";
import type { Capture, Exchange } from "../../src/capture/capture.ts";
import { digestOf } from "../../src/capture/digest.ts";
import { openView } from "../../src/judge/core/view.ts";
import { canonicalSurface, itemDigest, surfaceDigest, surfaceText } from "../../src/judge/surface/canonical-surface.ts";
import { readSurface } from "../../src/judge/surface/read-surface.ts";
import { surfaceTexts } from "../../src/judge/surface/surface-texts.ts";
import { answered, page } from "../areas/small-captures.ts";

const ADD = {
  name: "add",
  description: "Adds.",
  inputSchema: { type: "object", properties: { a: { type: "number" } } },
};
const SUB = {
  name: "sub",
  title: "Subtract",
  inputSchema: { type: "object" },
  _meta: { "ui/resourceUri": "ui://sub" },
};

const captureOf = (exchanges: readonly Exchange[]): Capture => ({
  server_label: "a server",
  server_capabilities: {},
  exchanges,
});
const surfaceOf = (...exchanges: readonly Exchange[]) => readSurface(openView(captureOf(exchanges), "2025-11-25"));

const initialize = (more: JsonObject = {}): Exchange =>
  answered("initialize", "initialize", {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "sums", version: "1.0.0" },
    ...more,
  });

describe("the surface of a capture", () => {
  test("joins pages, sorts by name and says where each piece stands", () => {
    const exchanges = [
      initialize({ instructions: "Sums only." }),
      page("tools/list", [SUB], { next: "2" }),
      page("tools/list", [ADD], { cursor: "2" }),
      page("prompts/list", [{ name: "greet", arguments: [{ name: "who", description: "Whom to greet" }] }]),
    ];
    const surface = surfaceOf(...exchanges);
    expect(surface.tools.map(({ name }) => name)).toEqual(["add", "sub"]);
    expect(surface.seen).toEqual({ tool: "whole", prompt: "whole", resource: "none", "resource-template": "none" });
    expect(surface.revisions).toEqual(["2025-11-25"]);
    expect(surface.server_info?.value).toMatchObject({ name: "sums" });
    expect(surface.capabilities?.value).toEqual({ tools: {} });
    for (const { exchange, pointer, value } of [...surface.tools, ...surfaceTexts(surface)]) {
      const found: Json | undefined = readPointer(exchanges[Number(exchange)], pointer);
      // The name of a parameter is the last part of its pointer.
      expect(pointer.endsWith(`/${value as unknown as string}`) ? value : found).toEqual(value);
    }
  });

  test("is the same in whatever order it is listed, and another when any text differs", () => {
    const digest = (...exchanges: Exchange[]) => surfaceDigest(surfaceOf(...exchanges), digestOf);
    const one = digest(initialize(), page("tools/list", [ADD, SUB]));
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect(digest(initialize({ serverInfo: { name: "sums", version: "2.0.0" } }), page("tools/list", [SUB, ADD]))).toBe(
      one,
    );
    expect(digest(initialize({ instructions: "x" }), page("tools/list", [ADD, SUB]))).not.toBe(one);
    expect(digest(initialize(), page("tools/list", [ADD, { ...SUB, title: "Minus" }]))).not.toBe(one);
  });

  test("keeps what was listed under one name with two definitions", () => {
    const surface = surfaceOf(page("tools/list", [ADD]), page("tools/list", [{ ...ADD, description: "Other." }]));
    expect(surface.tools).toHaveLength(1);
    expect(surface.tools[0]?.value).toEqual(ADD);
    expect(surface.tools[0]?.others.map(({ value }) => value["description"])).toEqual(["Other."]);
    expect(surfaceTexts(surface).map(({ value }) => value)).toContain("Other.");
    expect(itemDigest({ value: ADD }, digestOf)).toBe(digestOf(ADD));
  });

  test("has no RFC 8785 form where the server sent half a surrogate pair", () => {
    const surface = surfaceOf(page("tools/list", [{ ...ADD, description: "\ud800" }]));
    expect(surfaceText(surface)).toBeNull();
    expect(surfaceDigest(surface, digestOf)).toBeNull();
    expect(canonicalSurface(surface)["tools"]).toHaveLength(1);
  });

  test("texts say what they are and whose", () => {
    const tool = {
      name: "find",
      description: "Finds.",
      annotations: { title: "Find it" },
      inputSchema: {
        type: "object",
        properties: { query: { type: "string", description: "What", enum: ["a"], "x-note": "odd" } },
      },
      outputSchema: { type: "object", description: "Out" },
      _meta: { note: "m" },
    };
    const texts = surfaceTexts(surfaceOf(page("tools/list", [tool]))).map(({ role, value, parameter, owner }) => [
      role,
      value,
      parameter ?? owner?.name,
    ]);
    expect(texts).toEqual([
      ["name", "find", "find"],
      ["description", "Finds.", "find"],
      ["title", "Find it", "find"],
      ["schema-value", "object", "find"],
      ["parameter-name", "query", "query"],
      ["schema-value", "string", "query"],
      ["parameter-text", "What", "query"],
      ["schema-value", "a", "query"],
      ["schema-value", "odd", "query"],
      ["output-text", "object", "find"],
      ["output-text", "Out", "find"],
      ["meta", "m", "find"],
    ]);
  });
});
