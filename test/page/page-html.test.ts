// The page as a file: one, the same every time, with a policy that names exactly what is in it.

import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { renderVerifyPage } from "../../src/certificate/page/page-html.ts";
import { bundlePage } from "../browser/certificate-page-fixture.ts";

let script = "";
let html = "";
beforeAll(async () => {
  script = await bundlePage();
  html = renderVerifyPage(script);
});

const between = (tag: string): readonly string[] =>
  [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, "g"))].map(([, text = ""]) => text);
const digest = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("is the same every time", async () => {
  expect(renderVerifyPage(await bundlePage())).toBe(html);
});

test("its policy names its one script and its one style, and allows nothing else", () => {
  const [code, ...scripts] = between("script");
  const [look, ...styles] = between("style");
  expect([scripts, styles]).toEqual([[], []]);
  expect(code).toBe(script);
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]?.split("; ");
  expect(policy).toEqual([
    "default-src 'none'",
    `script-src ${digest(code ?? "")}`,
    `style-src ${digest(look ?? "")}`,
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
});

test("its script names nothing of Node, network or markup, and stays small", () => {
  const foreign =
    /\bimport\s*[("'{*]|\brequire\(|node:|\bBuffer\b|\bprocess\.|\bfetch\(|XMLHttpRequest|WebSocket|innerHTML|outerHTML|insertAdjacent|document\.write|\beval\(|new Function/;
  expect(foreign.exec(script)?.[0]).toBeUndefined();
  expect(Buffer.byteLength(script)).toBeLessThan(105_000);
});

test("it loads nothing: no address in an attribute, no style attribute, no handler", () => {
  const markup = html.replace(/<(script|style)>[\s\S]*?<\/\1>/g, "");
  expect(markup).not.toMatch(/\b(?:src|style|on[a-z]+)\s*=/i);
  expect([...markup.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)).toEqual(["#verdict-h"]);
});

test("every label and description leads to something", () => {
  const ids = new Set([...html.matchAll(/\bid="([^"]*)"/g)].map(([, id]) => id));
  const named = [...html.matchAll(/\b(?:for|aria-describedby|aria-labelledby)="([^"]*)"/g)].flatMap(([, list = ""]) =>
    list.split(" "),
  );
  expect(named.filter((id) => !ids.has(id))).toEqual([]);
});

test.each(["</script>", "</SCRIPT", "<!--"])("a script that HTML would end early is refused: %s", (text) => {
  expect(() => renderVerifyPage(`x="${text}"`)).toThrow(/markup/);
});
