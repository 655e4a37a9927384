import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  exampleValue,
  expandTemplate,
  type TemplateValues,
  templateVariables,
} from "../../../src/probe/arguments/expand-template.ts";
import { cpuMs } from "../../cpu-time.ts";

/** The variables that section 3.2 of RFC 6570 uses throughout. */
const values: TemplateValues = {
  dub: "me/too",
  hello: "Hello World!",
  half: "50%",
  var: "value",
  who: "fred",
  base: "http://example.com/home/",
  path: "/foo/bar",
  v: "6",
  x: "1024",
  y: "768",
  empty: "",
  undef: undefined,
};

const expand = (template: string, given = values): string => {
  const expanded = expandTemplate(template, given);
  return expanded.ok ? expanded.uri : `refused: ${expanded.reason}`;
};

describe("expansion", () => {
  it.each([
    // Literals, and simple expansion.
    ["plain", "plain"],
    ["", ""],
    ["{var}", "value"],
    ["{hello}", "Hello%20World%21"],
    ["{half}", "50%25"],
    ["O{empty}X", "OX"],
    ["O{undef}X", "OX"],
    ["{x,y}", "1024,768"],
    ["{x,hello,y}", "1024,Hello%20World%21,768"],
    ["?{x,empty}", "?1024,"],
    ["?{x,undef}", "?1024"],
    ["?{undef,y}", "?768"],
    ["{var:3}", "val"],
    ["{var:30}", "value"],
    // An exploded string is the string itself.
    ["{var*}", "value"],
    // Reserved expansion.
    ["{+var}", "value"],
    ["{+hello}", "Hello%20World!"],
    ["{+half}", "50%25"],
    ["{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"],
    ["{+base}index", "http://example.com/home/index"],
    ["O{+empty}X", "OX"],
    ["{+path}/here", "/foo/bar/here"],
    ["here?ref={+path}", "here?ref=/foo/bar"],
    ["up{+path}{var}/here", "up/foo/barvalue/here"],
    ["{+x,hello,y}", "1024,Hello%20World!,768"],
    ["{+path:6}/here", "/foo/b/here"],
    // Fragments.
    ["{#var}", "#value"],
    ["{#hello}", "#Hello%20World!"],
    ["foo{#empty}", "foo#"],
    ["foo{#undef}", "foo"],
    ["{#path,x}/here", "#/foo/bar,1024/here"],
    // Labels.
    ["{.who,who}", ".fred.fred"],
    ["X{.empty}", "X."],
    // Path segments.
    ["{/who,dub}", "/fred/me%2Ftoo"],
    ["{/var,empty}", "/value/"],
    ["{/var:1,var}", "/v/value"],
    ["{/who*,dub*}", "/fred/me%2Ftoo"],
    // Path parameters.
    ["{;v,empty,who}", ";v=6;empty;who=fred"],
    ["{;v,undef,who}", ";v=6;who=fred"],
    ["{;hello:5}", ";hello=Hello"],
    ["{;who*,empty*}", ";who=fred;empty"],
    // Queries.
    ["{?x,y,empty}", "?x=1024&y=768&empty="],
    ["{?x,y,undef}", "?x=1024&y=768"],
    ["{?var:3}", "?var=val"],
    ["{?x*,undef*,y*}", "?x=1024&y=768"],
    ["?fixed=yes{&x}", "?fixed=yes&x=1024"],
    ["{&x,y,empty}", "&x=1024&y=768&empty="],
    // Text that is no ASCII, and escapes.
    ["é/{var}", "%C3%A9/value"],
    ["a%20b c", "a%20b%20c"],
    ["100%", "100%25"],
  ])("%s", (template, expected) => {
    expect(expand(template)).toBe(expected);
  });

  it("keeps escapes only where reserved characters are kept", () => {
    expect(expand("{v}", { v: "%41é😀" })).toBe("%2541%C3%A9%F0%9F%98%80");
    expect(expand("{+v}", { v: "%41é%4" })).toBe("%41%C3%A9%254");
    expect(expand("{v:2}", { v: "😀😀😀" })).toBe("%F0%9F%98%80%F0%9F%98%80");
  });

  it("survives half a surrogate pair and names of Object.prototype", () => {
    expect(expand("{v}", { v: "\ud83d" })).toBe("%EF%BF%BD");
    expect(expand("x{constructor}{toString}{__proto__}", {})).toBe("x");
  });

  it.each([
    ["{", "does not close"],
    ["{a", "does not close"],
    ["a}", "did not open"],
    ["{}", "not well-formed"],
    ["{a,}", "not well-formed"],
    ["{a b}", "not well-formed"],
    ["{a{b}}", "not well-formed"],
    ["{+}", "not well-formed"],
    ["{a:0}", "not well-formed"],
    ["{a:10000}", "not well-formed"],
    ["{a:x}", "not well-formed"],
    ["{.a.}", "not well-formed"],
    ["{a%zz}", "not well-formed"],
    ["{!a}", "reserved operator !"],
    ["x".repeat(8_193), "longer than"],
    ["{a}".repeat(101), "more than 100"],
  ])("refuses %s", (template, reason) => {
    expect(expand(template)).toContain(`refused: `);
    expect(expand(template)).toContain(reason);
  });

  it("never throws, and leaves only what a URI may hold", () => {
    const text = fc.string({
      unit: fc.constantFrom("{", "}", "a", "b", ",", "*", ":", "1", "+", "?", "%", "é", " ", "\ud800", "."),
    });
    fc.assert(
      fc.property(text, text, (template, a) => {
        const expanded = expandTemplate(template, { a, b: `${a}x` });
        if (expanded.ok)
          expect(expanded.uri).toMatch(/^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[0-9A-F]{2}|%[0-9A-Fa-f]{2})*$/);
        expect(templateVariables(template).every((name) => template.includes(name))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it("is quick about long templates", () => {
    const took = cpuMs(() => {
      expand(`{${"a.".repeat(4_000)}}`);
      expand("{".repeat(8_000));
      expand(`{${"%41".repeat(2_700)}`);
    });
    expect(took).toBeLessThan(1_000);
  });
});

describe("variables", () => {
  it("are named once, in order", () => {
    expect(templateVariables("file:///{+path}{?q,limit,path*}{#q:3}")).toEqual(["path", "q", "limit"]);
    expect(templateVariables("no variables")).toEqual([]);
    expect(templateVariables("{a}{")).toEqual([]);
  });

  it("have harmless examples", () => {
    expect(exampleValue("city")).toBe("Paris");
    expect(exampleValue("resourceId")).toBe("1");
    expect(exampleValue("whatever")).toBe("example");
  });
});
