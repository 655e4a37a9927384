// A command that installs its server first: how long it is waited for, and what is started after that.

import { describe, expect, test } from "vitest";
import { type ProbeRequest, probeTarget } from "../../src/areas/probe-target.ts";
import type { Capture } from "../../src/capture/capture.ts";
import { toJson } from "../../src/capture/serialize.ts";
import type { ProcessRecord } from "../../src/wire/stdio/process-record.ts";
import { BASE_ENV, CLIENT } from "./context.ts";
import { type FakeLauncher, fakeLauncher, SMALL_SERVER } from "./fake-launcher.ts";

const probe = ({ target }: FakeLauncher, request: Partial<ProbeRequest> = {}): Promise<Capture> =>
  probeTarget(target, { client: CLIENT, baseEnv: BASE_ENV, plan: "audit", ...request });

/** How the processes were started, in the order of their conversations. */
const starts = ({ conversations = [] }: Capture): ProcessRecord["started"][] =>
  conversations.flatMap(({ process }) => (process ? [process.started] : []));

const initialize = ({ exchanges }: Capture) => exchanges.find(({ step }) => step === "initialize");

/** Only Linux shows what a launcher has started. */
const onLinux = describe.skipIf(process.platform !== "linux");

describe("an installation", () => {
  test("may take longer than any other start, and longer than the run", async () => {
    const launcher = fakeLauncher({ installs: true });
    const limits = { startMs: 3_000, runMs: 3_000, launchMs: 120_000 };
    const onWait: ProbeRequest["onWait"] = ({ ms }) => {
      if (ms > 1.2 * limits.startMs) launcher.finishInstalling();
    };
    const capture = await probe(launcher, { limits, onWait });
    expect(initialize(capture)?.response).toHaveProperty("result");
    expect(launcher.log()[0]).toBe("started");
    expect(launcher.log()).not.toContain("clash");
  });

  test("is waited for by one process alone", async () => {
    const launcher = fakeLauncher({ installs: true });
    const seen: (readonly string[])[] = [];
    const onWait: ProbeRequest["onWait"] = () => {
      seen.push(launcher.log());
      launcher.finishInstalling();
    };
    const capture = await probe(launcher, { onWait });
    expect(capture.outcome).toBe("complete");
    for (const log of seen) expect(log).toEqual(["started"]);
  });

  test("that never ends is given up with a word on how to wait longer, and not begun again", async () => {
    const launcher = fakeLauncher({ installs: true });
    const capture = await probe(launcher, { limits: { launchMs: 1_500 } });
    expect(capture.outcome).toBe("unreachable");
    const trouble = {
      kind: "timed-out",
      limit: "launchMs",
      detail: "npx has not started @scope/server within 1500ms; if it needs longer, use --limit start-ms=3s",
    };
    expect(capture.exchanges.map((exchange) => exchange.trouble)).toEqual([trouble, trouble]);
    expect(launcher.log()).toEqual(["started"]);
    expect(launcher.isRunning()).toBe(false);
  });

  test("ends at once when the run is broken off", async () => {
    const launcher = fakeLauncher({ installs: true });
    const ending = new AbortController();
    const capture = await probe(launcher, { signal: ending.signal, onWait: () => ending.abort() });
    expect(capture.outcome).toBe("aborted");
    expect(launcher.log()).toEqual(["started"]);
    expect(launcher.isRunning()).toBe(false);
  });

  test("that fails is said to be the launcher's failure", async () => {
    const launcher = fakeLauncher({ before: "process.exit(1);" });
    const capture = await probe(launcher);
    expect(capture.outcome).toBe("unreachable");
    expect(initialize(capture)?.trouble).toEqual({
      kind: "unexpected-exit",
      detail: "npx exited by itself with code 1 before @scope/server said anything",
    });
  });

  test("is limited by start-ms where that is all that was given", async () => {
    const launcher = fakeLauncher({ installs: true });
    const capture = await probe(launcher, { limits: { startMs: 1_000 } });
    expect(initialize(capture)?.trouble).toMatchObject({ kind: "timed-out", limit: "launchMs" });
  });
});

onLinux("after the first start", () => {
  test("processes are started without the launcher, and are given what it gave them", async () => {
    const launcher = fakeLauncher({
      before: `if (!process.env.GIVEN_BY_LAUNCHER || process.argv.slice(2).join() !== "--flag,two words") process.exit(9);`,
    });
    const capture = await probe(launcher, { plan: "full" });
    expect(capture.outcome).toBe("complete");
    expect(launcher.log()).toEqual(["started"]);
    expect(launcher.serverStarts()).toBeGreaterThan(2);
    const [first, ...others] = starts(capture).toSorted().reverse();
    expect(first).toBe("launcher");
    expect(new Set(others)).toEqual(new Set(["direct"]));
    expect(toJson(capture)).not.toContain("a value of the launcher's");
    expect(launcher.isRunning()).toBe(false);
  });

  test("the launcher is used again if the server cannot do without it", async () => {
    const launcher = fakeLauncher({
      before: `const parent = require("node:fs").readFileSync("/proc/" + process.ppid + "/cmdline", "utf8");
        if (!/^sh|npx/.test(parent)) process.exit(3);`,
    });
    const capture = await probe(launcher, { plan: "full" });
    expect(capture.outcome).toBe("complete");
    expect(starts(capture)).toContain("launcher-after-direct");
    expect(starts(capture)).not.toContain("direct");
    expect(capture.exchanges.filter(({ trouble }) => trouble?.kind === "unexpected-exit")).toEqual([]);
    expect(launcher.isRunning()).toBe(false);
  });

  test("a server that ends by itself does so without the launcher, too", async () => {
    const launcher = fakeLauncher({
      handle: `if (message?.method === "server/discover") process.exit(7);${SMALL_SERVER}`,
    });
    const capture = await probe(launcher, { plan: "full" });
    expect(capture.era?.verdict).toBe("stateful");
    const stateless = capture.conversations?.find(({ id }) => id === "stateless");
    expect(stateless?.process).toMatchObject({ started: "launcher-after-direct", exit_code: 7, ended_by: "itself" });
    expect(starts(capture)).toContain("direct");
  });

  test("a launcher that does more than we know is kept", async () => {
    const launcher = fakeLauncher({ wrapped: true });
    const capture = await probe(launcher);
    expect(capture.outcome).toBe("complete");
    expect(new Set(starts(capture))).toEqual(new Set(["launcher"]));
    expect(launcher.log().length).toBe(launcher.serverStarts());
  });

  test("a server that was started and says nothing has the usual time, whatever an installation may take", async () => {
    const launcher = fakeLauncher({ handle: "" });
    const capture = await probe(launcher, { limits: { startMs: 1_000, launchMs: 600_000 } });
    expect(initialize(capture)?.trouble).toEqual({
      kind: "timed-out",
      limit: "startMs",
      detail:
        "npx has started @scope/server, which said nothing within 1s; if it needs longer, use --limit start-ms=2s",
    });
    expect(launcher.log()).toEqual(["started"]);
    expect(launcher.isRunning()).toBe(false);
  });

  test("a launcher that talks without end is not listened to for ever", async () => {
    const launcher = fakeLauncher({ installs: true, says: "fetching\n".repeat(1_000) });
    const capture = await probe(launcher, { onStep: launcher.finishInstalling });
    expect(initialize(capture)?.response).toHaveProperty("result");
    const said = capture.conversations?.flatMap(({ process }) => process?.launcher_stdout?.data.split("\n") ?? []);
    expect(said?.length).toBeLessThan(300);
  });

  test("what the launcher said before there was a server is not the server's", async () => {
    const says = "Need to install the following packages:";
    const launcher = fakeLauncher({ installs: true, says });
    const states = new Set<string>();
    const onWait: ProbeRequest["onWait"] = ({ state }) => {
      states.add(state);
      launcher.finishInstalling();
    };
    const capture = await probe(launcher, { onWait });
    expect(states).toContain("launching");
    expect(capture.unsolicited).toBeUndefined();
    expect(capture.exchanges.flatMap(({ meanwhile = [] }) => meanwhile)).toEqual([]);
    const said = capture.conversations?.flatMap(({ process }) => process?.launcher_stdout?.data ?? []);
    expect(said).toEqual([`${says}\n`]);
  });

  test("what it said just before the server was there is not the server's", async () => {
    const capture = await probe(fakeLauncher({ says: "Starting" }));
    expect(capture.unsolicited).toBeUndefined();
    expect(capture.exchanges.flatMap(({ meanwhile = [] }) => meanwhile)).toEqual([]);
  });

  test("what a server says whenever it starts is the server's", async () => {
    const capture = await probe(fakeLauncher({ before: 'console.log("Welcome");' }));
    const { unsolicited = [], exchanges } = capture;
    const heard = [...unsolicited, ...exchanges.flatMap(({ meanwhile = [] }) => meanwhile)];
    expect(heard.map(({ raw }) => raw?.data)).toContain("Welcome");
  });
});
