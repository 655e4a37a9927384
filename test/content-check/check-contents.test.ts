// What is parsed of a capture, whatever form it was sent in.

import { hash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/base/json.ts";
import type { Capture, Exchange } from "../../src/capture/capture.ts";
import { contentKey } from "../../src/judge/core/content-findings.ts";
import { checkContents } from "../../src/judge/preparation/contents/check-contents.ts";

const read = async (content: Json, step = "x") => {
  const exchange = {
    id: "main/1",
    step,
    request: { method: "resources/read", params: { uri: "u" } },
    response: { result: { contents: [content] } },
  } as unknown as Exchange;
  const { contents } = await checkContents({ exchanges: [exchange] } as unknown as Capture);
  return contents.get(contentKey("main/1", 0));
};

const HTML = "<!doctype html><p>é</p>";

describe("checkContents", () => {
  test("a page is the same as text and as bytes", async () => {
    const asText = await read({ uri: "ui://a", text: HTML });
    const asBytes = await read({ uri: "ui://a", blob: Buffer.from(HTML, "utf8").toString("base64") });
    expect(asText).toEqual(asBytes);
    expect(asText).toMatchObject({
      bytes: Buffer.byteLength(HTML),
      sha256: hash("sha256", HTML, "hex"),
      html: { doctype: "html", isEmpty: false },
    });
  });

  test("a page is known by its address or by its type", async () => {
    expect(
      (await read({ uri: "https://a.example/x", mimeType: "Text/HTML;profile=mcp-app", text: HTML }))?.html,
    ).toBeDefined();
    expect((await read({ uri: "https://a.example/x", mimeType: "text/htmlx", text: HTML }))?.html).toBeUndefined();
  });

  test("the front matter is read of a SKILL.md alone; another file of a skill has its size and digest", async () => {
    const text = "---\nname: a\n---\n";
    expect((await read({ uri: "skill://a/SKILL.md", text }))?.front_matter).toEqual({
      kind: "object",
      value: { name: "a" },
    });
    expect(await read({ uri: "skill://a/other.md", text }, "skill-file-1-1")).toEqual({
      bytes: text.length,
      sha256: hash("sha256", text, "hex"),
    });
    expect(await read({ uri: "file:///other.md", text })).toBeUndefined();
  });
});
