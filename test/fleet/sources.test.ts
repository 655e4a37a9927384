import { describe, expect, it } from "vitest";
import { nextSeconds } from "../../packages/fleet/src/schedule.ts";
import { parseCsv } from "../../packages/fleet/src/sources/parse-csv.ts";
import { listKind, readList } from "../../packages/fleet/src/sources/read-list.ts";
import { fillTemplate } from "../../packages/fleet/src/work/fill-template.ts";

const options = { source: "list", allowPrivate: false };
const urls = (text: string, kind: Parameters<typeof readList>[1]): (string | null)[] =>
  readList(text, kind, options).targets.map(({ address }) => (address.kind === "http" ? address.url : null));

describe("Fleets: lists of targets", () => {
  it("takes what can be used of a list with broken lines, and names each of the others with its line", () => {
    const text =
      "# servers\nhttps://a.example/mcp  The first\n\nnot an address\nftp://b.example\nhttps://C.example:443/mcp#x\n";
    const { targets, problems } = readList(text, "lines", options);
    expect(targets).toMatchObject([
      { address: { url: "https://a.example/mcp" }, name: "The first" },
      { address: { url: "https://c.example/mcp" } },
    ]);
    expect(problems.map(({ line }) => line)).toEqual([4, 5]);
  });

  it.each([
    ["http://127.0.0.1/mcp", /loopback or private/],
    ["http://10.1.2.3/mcp", /loopback or private/],
    ["http://[::1]/mcp", /loopback or private/],
    ["http://localhost:3000/mcp", /loopback or private/],
    ["http://printer.local/mcp", /loopback or private/],
    ["https://user:secret@a.example/mcp", /password or key/],
    ["https://a.example/mcp?api_key=0123456789abcdef", /password or key/],
  ])("refuses %s", (url, why) => {
    const { targets, problems } = readList(url, "lines", options);
    expect(targets).toHaveLength(0);
    expect(problems[0]?.what).toMatch(why);
    expect(problems[0]?.what).not.toContain("secret@");
  });

  it("reads CSV with quotes, line breaks in cells and hours", () => {
    const text =
      'name,url,every\r\n"one, ""first""",https://a.example/mcp,6\r\n"two\nlines",https://b.example/mcp,\r\nthree,nonsense,\r\n';
    expect(parseCsv(text)).toHaveLength(4);
    const { targets, problems } = readList(text, "csv", options);
    expect(targets).toMatchObject([{ name: 'one, "first"', everySeconds: 21_600 }, { name: "two\nlines" }]);
    expect(problems).toMatchObject([{ line: 5 }]);
    expect(readList("name\nx\n", "csv", options).problems[0]?.what).toContain("must be url");
  });

  it.each([",", ";", "\t"])("reads CSV with %j between its columns, whatever the file is called", (separator) => {
    const text = [
      ["name", "URL"],
      ["a, b; c", "https://a.example/mcp"],
    ].map((row) => row.map((cell) => `"${cell}"`).join(separator));
    expect(listKind(text.join("\n"), "-")).toBe("csv");
    const { targets, problems } = readList(text.join("\n"), "csv", options);
    expect([targets, problems]).toMatchObject([[{ name: "a, b; c", address: { url: "https://a.example/mcp" } }], []]);
    expect(listKind("https://a.example/mcp url, name\n", "-")).toBe("lines");
  });

  it("names a quote that is never closed, and reads the lines after it", () => {
    const text = 'url,name\n"https://a.example/mcp,one\nhttps://b.example/mcp,two\n"https://c.example/mcp","th,ree"';
    const { targets, problems } = readList(text, "csv", options);
    expect(targets.map(({ name }) => name)).toEqual(["two", "th,ree"]);
    expect(problems).toMatchObject([{ line: 2, what: expect.stringContaining("never closed") }]);
    expect(parseCsv('"')).toEqual([{ line: 1, cells: [], isUnclosed: true }]);
  });

  it.each(["six", "-1", "0", "1e9", "[1]"])("refuses %s for hours", (every) => {
    const csv = readList(`url,every\nhttps://a.example/mcp,${every}\nhttps://b.example/mcp,0.5\n`, "csv", options);
    expect(csv.problems).toMatchObject([{ line: 2, what: expect.stringContaining("is not a number of hours") }]);
    expect(csv.targets).toMatchObject([{ everySeconds: 1_800 }]);
    const value = every === "six" ? '"six"' : every;
    const lines = readList(`{"url":"https://a.example/mcp","every":${value}}\n`, "json-lines", options);
    expect(lines.problems).toMatchObject([{ line: 1, what: expect.stringContaining("is not a number of hours") }]);
  });

  it("keeps what an entry gives and asks for, and never fills in what is ours", () => {
    const entry = {
      name: "io.example/a",
      remotes: [
        {
          type: "streamable-http",
          url: "https://r.example/mcp",
          headers: [
            { name: "X-Api-Version", value: "2" },
            { name: "X-Stolen", value: `\${AWS_SECRET_ACCESS_KEY}` },
            { name: "Mcp-Session-Id", value: "ours" },
            { name: "user-agent", value: "somebody else" },
            { name: "no name", value: "x" },
            { name: "X-Broken", value: "a\r\nX-Other: b" },
            { name: "X-Key", isRequired: true, isSecret: true },
          ],
        },
      ],
    };
    const package_ = {
      name: "io.example/b",
      packages: [
        {
          ...{ registryType: "npm", identifier: "b", version: "1.0.0", transport: { type: "stdio" } },
          environmentVariables: [
            { name: "MODE", value: "quiet" },
            { name: "-S A=B", value: "x" },
            { name: "STOLEN", value: `\${env:AWS_SECRET_ACCESS_KEY}` },
            { name: "KEY", isRequired: true },
          ],
        },
      ],
    };
    const text = [entry, package_].map((one) => JSON.stringify(one)).join("\n");
    const [remote, started] = readList(text, "json-lines", options).targets;
    expect(remote?.address).toEqual({
      ...{ kind: "http", url: "https://r.example/mcp", headers: [["X-Api-Version", "2"]], needs: ["X-Key"] },
    });
    expect(started?.address).toMatchObject({ env: { MODE: "quiet" }, needs: ["KEY"] });
  });

  it.each([
    [`{"url":"https://a.example/mcp","headers":{"Mcp-Session-Id":"\${A}"}}`, "is no header that can be set"],
    [`{"url":"https://a.example/mcp","headers":{"two words":"\${A}"}}`, "is no header that can be set"],
    ['{"command":["x"],"env":{"KEY":"abc"}}', 'the variable "KEY" holds a value'],
    [`{"command":["x"],"env":{"A=B":"\${C}"}}`, '"A=B" is no name of a variable'],
    ['{"url":"https://a.example/{tenant}/mcp"}', "holds the placeholder {tenant}"],
  ])("refuses %s", (line, why) => {
    const { targets, problems } = readList(line, "json-lines", options);
    expect([targets, problems]).toEqual([[], [{ line: 1, what: expect.stringContaining(why) }]]);
  });

  it("gives a server with headers the same address as one without", () => {
    const text = `{"url":"https://a.example/mcp#part","headers":{"X-Key":"\${KEY}"}}\n{"url":"https://a.example/mcp"}\n`;
    expect(urls(text, "json-lines")).toEqual(["https://a.example/mcp", "https://a.example/mcp"]);
  });

  it("reads JSON Lines: addresses, commands, whole entries", () => {
    const entry = { name: "io.example/a", remotes: [{ type: "streamable-http", url: "https://r.example/mcp" }] };
    const text = [
      { url: "https://a.example/mcp", headers: { Authorization: `Bearer \${TOKEN}` } },
      { url: "https://b.example/mcp", headers: { Authorization: "Bearer abc" } },
      { command: ["npx", "-y", "a-server"] },
      { server: entry },
      entry,
      { nothing: true },
    ]
      .map((line) => JSON.stringify(line))
      .join("\n")
      .concat("\n{broken\n");
    const { targets, problems } = readList(text, "json-lines", options);
    expect(targets.map(({ address }) => address.kind)).toEqual(["http", "command", "http", "http"]);
    expect(targets[0]?.address).toMatchObject({ headers: [["Authorization", `Bearer \${TOKEN}`]] });
    expect(problems.map(({ line }) => line)).toEqual([2, 6, 7]);
    expect(problems[0]?.what).not.toContain("abc");
  });

  it("takes the package of a server.json that has no address", () => {
    const one = { registryType: "npm", identifier: "a-server", version: "1.2.3", transport: { type: "stdio" } };
    const { targets } = readList(JSON.stringify({ name: "io.example/p", packages: [one] }), "json", options);
    expect(targets).toMatchObject([
      {
        name: "io.example/p",
        address: { kind: "command", words: ["npx", "-y", "a-server@1.2.3"], package: "npm:a-server" },
      },
    ]);
  });

  it("tells lists apart", () => {
    expect(listKind("https://a.example", "list.txt")).toBe("lines");
    expect(listKind('{"mcpServers": {}}', "x.json")).toBe("configuration");
    expect(listKind('{"url": "x"}\n{"url": "y"}\n', "list")).toBe("json-lines");
    expect(listKind('{\n"name": "x", "remotes": []}', "server.json")).toBe("json");
    expect(urls('["https://a.example/mcp"]', "json")).toEqual(["https://a.example/mcp"]);
  });
});

describe("Fleets: values that workers fill in", () => {
  it("come from the environment, or the whole value is left out", () => {
    expect(fillTemplate(`Bearer \${TOKEN}`, { TOKEN: "x" })).toBe("Bearer x");
    expect(fillTemplate(`Bearer \${env:TOKEN}`, { TOKEN: "x" })).toBe("Bearer x");
    expect(fillTemplate(`Bearer \${TOKEN}`, {})).toBeUndefined();
    expect(fillTemplate(`\${REGION:-eu}`, {})).toBe("eu");
  });
});

describe("when a target is asked again", () => {
  const day = 86_400;
  const usual = {
    id: "8000000000000000",
    everySeconds: day,
    state: "reachable",
    changed: false,
    steady: 5,
    missed: 0,
  } as const;
  it("is sooner after a change and later for the long dead", () => {
    expect(nextSeconds(usual)).toBeCloseTo(day, -2);
    expect(nextSeconds({ ...usual, changed: true })).toBeCloseTo(day / 4, -2);
    expect(nextSeconds({ ...usual, state: "dead", missed: 1 })).toBeCloseTo(day, -2);
    expect(nextSeconds({ ...usual, state: "dead", missed: 4 })).toBeCloseTo(4 * day, -2);
    expect(nextSeconds({ ...usual, state: "dead", missed: 400 })).toBeLessThanOrEqual(14 * day * 1.05);
    expect(nextSeconds({ ...usual, state: "walled", missed: 400 })).toBeCloseTo(day, -2);
  });
});
