// What is read of a page, and pages made to be expensive: every bound stops them, and says which one it was.

import { describe, expect, test } from "vitest";
import { readHtml } from "../../src/judge/preparation/contents/read-html.ts";

const page = (body: string, head = ""): string =>
  `<!DOCTYPE html><html><head><title>t</title>${head}</head><body>${body}</body></html>`;

describe("readHtml", () => {
  test.each([
    ["<!DOCTYPE html><p>x</p>", "html"],
    ["<!doctype HTML><p>x</p>", "html"],
    ['<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN"><p>x</p>', "other"],
    ["<p>x</p>", "none"],
    ["", "none"],
  ])("the document type of %s is %s", (text, doctype) => {
    expect(readHtml(text).doctype).toBe(doctype);
  });

  test.each([
    ["text", "<p>x</p>", false],
    ["a script", "<script>1</script>", false],
    ["a picture", "<img>", false],
    ["nothing", "", true],
    ["spaces", "<div> \n </div>", true],
    ["a style alone", "<style>p{}</style>", true],
  ])("a page with %s", (_, body, isEmpty) => {
    expect(readHtml(page(body)).isEmpty).toBe(isEmpty);
  });

  test("errors stand with their line and column", () => {
    const { errors } = readHtml('<!DOCTYPE html>\n<p id="a" id="b">x</p>');
    expect(errors).toEqual([{ code: "duplicate-attribute", line: 2, column: expect.any(Number) }]);
    expect(readHtml(page("<p>x</p>")).errors).toEqual([]);
  });

  test.each([
    ['<script src="https://a.example/x.js"></script>', [{ by: "script", address: "https://a.example/x.js" }]],
    ['<img src="//a.example/x.png">', [{ by: "img", address: "//a.example/x.png" }]],
    ['<object data="HTTPS://a.example/x"></object>', [{ by: "object", address: "HTTPS://a.example/x" }]],
    ['<img src="data:image/png;base64,AA=="><img src="/local.png"><img>', []],
    ['<a href="https://a.example/">only a link</a>', []],
  ])("what %s loads", (body, loads) => {
    expect(readHtml(page(body)).loads).toEqual(loads);
  });

  test("a link loads something only by some relations", () => {
    const link = (rel: string): string => `<link rel="${rel}" href="https://a.example/x">`;
    const loaded = (rel: string): number => readHtml(page("", link(rel))).loads.length;
    expect(["stylesheet", "Preload", "shortcut icon", "modulepreload"].map(loaded)).toEqual([1, 1, 1, 1]);
    expect(["canonical", "author", "alternate", "stylesheets"].map(loaded)).toEqual([0, 0, 0, 0]);
  });
});

describe("readHtml: pages made to be expensive", () => {
  test.each([
    ["too-deep", page("<div>".repeat(600))],
    ["too-deep", page("<div>".repeat(300_000))],
    ["too-deep", page(`${"<b><div>".repeat(300)}`)],
    ["too-many-elements", page("<i></i>".repeat(200_001))],
    ["too-many-elements", page("<br>".repeat(2_000_000))],
    ["too-many-elements", page("<!---->".repeat(1_000_000))],
    ["too-large", page("x".repeat(8 * 1024 * 1024))],
    ["too-large", page(`<p title="${"x".repeat(9 * 1024 * 1024)}">`)],
  ])("%s", (stopped, text) => {
    expect(readHtml(text)).toMatchObject({ stopped, loads: [], doctype: "none" });
  });

  test.each([
    ["500 levels", page("<div>".repeat(500))],
    ["a huge attribute", page(`<p title="${"x".repeat(4 * 1024 * 1024)}">x</p>`)],
    [
      "a hundred thousand attributes",
      page(`<p ${Array.from({ length: 100_000 }, (_, i) => `a${i}="1"`).join(" ")}>x</p>`),
    ],
    ["a million character references", page("&amp;".repeat(1_000_000))],
    ["a comment that never ends", page(`<!--${"-".repeat(1_000_000)}`)],
    ["tables in the wrong place", page("<table><b>".repeat(200))],
  ])("%s is read to its end", (_, text) => {
    const { stopped, isEmpty } = readHtml(text);
    expect({ stopped, isEmpty: typeof isEmpty }).toEqual({ stopped: undefined, isEmpty: "boolean" });
  });

  test("no more than a hundred errors and two hundred addresses are kept", () => {
    const wrong = readHtml(page("<p id=a id=b>".repeat(150).concat("</p>".repeat(150))));
    expect(wrong.errors).toHaveLength(100);
    const loading = readHtml(page('<img src="https://a.example/x">'.repeat(300)));
    expect(loading.loads).toHaveLength(200);
  });
});
