// What is coming, beside real sessions and hostile ones, in every format.

import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { readCaptures } from "../../src/capture/read.ts";
import { REPORTERS } from "../../src/cli/flags/reporter-flags.ts";
import type { UpcomingReport, UpcomingTable } from "../../src/judge/corpus/upcoming.ts";
import { upcomingTable } from "../../src/judge/corpus-files/upcoming.ts";
import { render } from "../../src/report/render.ts";
import { upcomingView } from "../../src/report/views/upcoming/view.ts";
import { makeUpcoming } from "../../src/scores/upgrade/make-upcoming.ts";
import { session } from "../judge/capture-builder.ts";

const TOOL = { name: "mcptest", version: "1.2.3" };
const TABLE = upcomingTable({}, "linux");
const EVIL = "<img src=x onerror=alert(1)>\u001b[31m\u202e::error::x";

const real = (name: string): Capture => {
  const file = new URL(`../captures/real/${name}.json`, import.meta.url);
  const [capture] = readCaptures(readFileSync(file, "utf8"), name).sessions;
  if (!capture) throw new Error(`${name} holds no session`);
  return capture;
};

const uses = ({ removals }: UpcomingReport): Record<string, string | undefined> =>
  Object.fromEntries(removals.map(({ feature, use }) => [feature, use]));

const upcoming = (capture?: Capture, table: UpcomingTable = TABLE): Promise<UpcomingReport> =>
  makeUpcoming(capture, { tool: TOOL, table });

test("every feature of the shipped list is known, and every shipped proposal is settled or open for a reason", async () => {
  const known = new Set(TABLE.features.map(({ feature }) => feature));
  expect(TABLE.source.deprecated.filter(({ feature }) => !known.has(feature))).toEqual([]);
  expect((await upcoming()).proposals).toEqual([]);
});

test("a server that logs and asks for roots is told so, with the message that shows it", async () => {
  const report = await upcoming(real("everything-http"));
  expect(uses(report)).toMatchObject({ Roots: "used", Logging: "used", "HTTP+SSE transport": "not-seen" });
  const logging = report.removals.find(({ feature }) => feature === "Logging");
  expect(logging?.evidence[0]?.pointer).toContain("capabilities/logging");
  expect(report.exchanges.length).toBeGreaterThan(0);
});

test("the old transport is seen where it is spoken, and cannot be on stdio", async () => {
  expect(uses(await upcoming(real("everything-sse")))["HTTP+SSE transport"]).toBe("used");
  expect(uses(await upcoming(real("memory-stdio")))).toMatchObject({
    "HTTP+SSE transport": "not-seen",
    Logging: "not-seen",
  });
});

test("without a server nothing is said of its use", async () => {
  const report = await upcoming();
  expect(report).toMatchObject({ target: null, server: null, revision: null, capture_sha256: null });
  expect(report.removals.every(({ use }) => use === undefined)).toBe(true);
});

test("a feature that only a refresh knows is listed, unknown; an accepted proposal waits, a draft and a settled one do not", async () => {
  const proposal = (number: number, status: string, type = "Standards Track") => ({
    number,
    title: EVIL,
    status,
    type,
    created: "2099-01-01",
  });
  const table: UpcomingTable = {
    ...TABLE,
    source: {
      ...TABLE.source,
      deprecated: [{ feature: EVIL, since: "2099-01-01" }],
      proposals: [
        proposal(9001, "Accepted"),
        proposal(9002, "Draft"),
        proposal(9003, "Final", "Process"),
        proposal(TABLE.settled[0] ?? 0, "Final"),
      ],
    },
  };
  const report = await upcoming(real("memory-stdio"), table);
  expect(uses(report)).toEqual({ [EVIL]: "unknown" });
  expect(report.proposals.map(({ number }) => number)).toEqual([9001]);
  for (const reporter of REPORTERS) {
    const text = render(upcomingView, report, reporter, {});
    expect(text).not.toContain("\u001b[31m");
    expect(text).not.toContain("\u202e");
    if (reporter === "html" || reporter === "badge") expect(text).not.toContain("<img");
  }
});

test("extensions that the server declares come first, unknown ones too; the others are listed", async () => {
  const capture = session("extended")
    .asks("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: { extensions: { "com.example/mine": {}, "io.modelcontextprotocol/interceptors": {} } },
      serverInfo: { name: "extended", version: "1" },
    })
    .build();
  const { extensions } = await upcoming(capture);
  expect(extensions.slice(0, 3).map(({ identifier, status, declared }) => [identifier, status, declared])).toEqual([
    ["io.modelcontextprotocol/interceptors", "experimental", true],
    ["com.example/mine", "unknown", true],
    [expect.any(String), expect.any(String), false],
  ]);
  expect((await upcoming()).extensions.every(({ declared }) => declared === undefined)).toBe(true);
});

test("a session that showed nothing is not called clean", async () => {
  const capture = session("walled").build();
  const report = await upcoming({ ...capture, outcome: "auth-required" });
  // What nobody could look for is unknown, and neither used nor absent.
  expect(uses(report)).toMatchObject({ Logging: "unknown" });
  const text = render(upcomingView, report, "pretty", {});
  expect(text).toContain("too little was seen");
  expect(text).not.toContain("no use of a deprecated feature was seen");
});

test("the JSON is what the schema says, and the same twice", async () => {
  const schema = JSON.parse(readFileSync(new URL("../../schemas/upcoming.schema.json", import.meta.url), "utf8"));
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  for (const capture of [undefined, real("everything-http"), real("sdk2-http-dual")]) {
    const [first, second] = [await upcoming(capture), await upcoming(capture)];
    expect(validate(JSON.parse(JSON.stringify(first))) ? [] : validate.errors).toEqual([]);
    expect(JSON.stringify(first)).toBe(JSON.stringify(second));
  }
});
