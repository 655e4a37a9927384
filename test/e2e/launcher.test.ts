// A server that is started through a launcher, as a user sees it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { type FakeLauncher, fakeLauncher } from "../probe/fake-launcher.ts";
import { type CliOptions, ensureBuilt, type Finished, mcptest } from "./cli.ts";

beforeAll(ensureBuilt);

const through = (
  { folder, target }: FakeLauncher,
  args: readonly string[],
  options: CliOptions = {},
): Promise<Finished> =>
  mcptest([...args, "--", target.command, ...target.args], {
    ...options,
    env: { PATH: `${folder}:${process.env["PATH"] ?? ""}` },
  });

/** Calls back once the launcher has been started. */
const onceStarted = (launcher: FakeLauncher, then: () => void): void => {
  const timer = setInterval(() => {
    if (launcher.log().length === 0) return;
    clearInterval(timer);
    then();
  }, 20);
};

describe("mcptest with npx", () => {
  test("waits for the installation, and starts npx once", async () => {
    const launcher = fakeLauncher({ installs: true });
    const capture = join(launcher.folder, "session.json");
    const finished = await through(launcher, ["record", "-o", capture], {
      onStart: () => onceStarted(launcher, launcher.finishInstalling),
    });
    expect(finished).toMatchObject({ code: 0, stderr: `saved ${capture}\n` });
    const { conversations = [] } = JSON.parse(readFileSync(capture, "utf8")) as Capture;
    const starts = conversations.flatMap(({ process: ended }) => ended?.started ?? []);
    expect(starts.filter((start) => start === "launcher").length).toBe(launcher.log().length);
    if (process.platform === "linux") {
      expect(launcher.log()).toEqual(["started"]);
      expect(starts).toContain("direct");
    }
    expect(launcher.isRunning()).toBe(false);
  });

  test("names npx, what it was starting, and the limit to raise", async () => {
    const launcher = fakeLauncher({ installs: true });
    const { code, stdout } = await through(launcher, ["check", "--limit", "start-ms=1s"]);
    expect(code).toBe(4);
    expect(stdout.replace(/\n +/g, " ")).toContain(
      "✗ no grade: npx has not started @scope/server within 1s; if it needs longer, use --limit start-ms=2s\n",
    );
    expect(launcher.log()).toEqual(["started"]);
    expect(launcher.isRunning()).toBe(false);
  });

  test("leaves no installation behind on Ctrl-C", async () => {
    const launcher = fakeLauncher({ installs: true });
    const { code } = await through(launcher, ["check"], {
      onStart: (kill) => onceStarted(launcher, () => kill("SIGINT")),
    });
    expect(code).toBe(130);
    expect(launcher.log()).toEqual(["started"]);
    expect(launcher.isRunning()).toBe(false);
  });
});
