// Era detection against child processes: each probe has a process of its own.

import { describe, expect, onTestFinished, test } from "vitest";
import { probeTarget } from "../../src/areas/probe-target.ts";
import type { Capture, Exchange } from "../../src/capture/capture.ts";
import type { StdioTarget } from "../../src/capture/target.ts";
import { type Detection, detectEra } from "../../src/probe/detect/detect.ts";
import type { Limits } from "../../src/wire/limits.ts";
import { DISCOVER_RESULT, INITIALIZE_RESULT, stdioScript } from "./ad-hoc-servers.ts";
import { BASE_ENV, CLIENT, exampleTarget, openRun, type Run, stdioTarget } from "./context.ts";

/** The two exchanges that look for the era. */
const probes = ({ exchanges }: Capture): Exchange[] =>
  exchanges.filter(({ step }) => step === "server/discover" || step === "initialize");

const detect = async (
  target: StdioTarget,
  limits: Partial<Limits> = {},
): Promise<{ readonly run: Run; readonly detection: Detection }> => {
  const run = openRun(target, limits);
  const detection = await detectEra(run.context, undefined);
  onTestFinished(async () => {
    await Promise.all([detection.stateless?.close(), detection.stateful?.close(), detection.idle?.shutdown()]);
  });
  return { run, detection };
};

const INITIALIZES = `if (message.method === "initialize") respond(${JSON.stringify(INITIALIZE_RESULT)});`;
const DISCOVERS = `if (message.method === "server/discover") respond(${JSON.stringify(DISCOVER_RESULT)});`;
const REFUSES = (code: number, data = "undefined") =>
  `if (message.method === "server/discover") send({ jsonrpc: "2.0", id: message.id, error: { code: ${code}, message: "no", data: ${data} } });`;

describe("an example server", () => {
  test.each(["stateful", "stateless", "dual"] as const)("of the era %s is seen as that", async (era) => {
    const { detection, run } = await detect(exampleTarget({ era }));
    expect(detection.era.verdict).toBe(era);
    expect(detection.transport).toBe("stdio");
    // Whatever was not answered is left or shut down politely before detection is over.
    await detection.idle?.shutdown();
    for (const [id, talk] of Object.entries({ stateless: detection.stateless, stateful: detection.stateful })) {
      expect(run.conversation(id).process?.ended_by).toBe(talk ? undefined : "stdin-close");
    }
  });
});

describe("a child that", () => {
  test("exits on anything before initialize is stateful, and initialize is asked of another process", async () => {
    const { detection, run } = await detect(
      stdioScript(`if (message.method !== "initialize" && !globalThis.ready) process.exit(7);
        globalThis.ready = true; ${INITIALIZES}`),
    );
    expect(detection.era.verdict).toBe("stateful");
    expect(run.step("server/discover").trouble).toMatchObject({ kind: "unexpected-exit" });
    expect(run.conversation("stateless").process).toMatchObject({ exit_code: 7, ended_by: "itself" });
    expect(detection.stateful?.initializeResult).toEqual(INITIALIZE_RESULT);
  });

  test("is silent to discover is stateful once the wait is over", async () => {
    const { detection, run } = await detect(stdioScript(INITIALIZES), { startMs: 1_000, exchangeMs: 1_000 });
    expect(detection.era.verdict).toBe("stateful");
    expect(run.step("server/discover").trouble).toMatchObject({ kind: "timed-out" });
  });

  test.each([-32601, -32600, -32602, -32000])("refuses discover with %d is stateful", async (code) => {
    const { detection } = await detect(stdioScript(`${REFUSES(code)} ${INITIALIZES}`));
    expect(detection.era.verdict).toBe("stateful");
  });

  test("refuses the version and names a stateless one is stateless", async () => {
    const { detection, run } = await detect(
      stdioScript(`
        const version = message.params?._meta?.["io.modelcontextprotocol/protocolVersion"];
        if (message.method === "initialize") send({ jsonrpc: "2.0", id: message.id, error: { code: -32022, message: "no" } });
        else if (version === "draft") { ${DISCOVERS} }
        else { ${REFUSES(-32022, '{ supported: ["draft"] }')} }`),
    );
    expect(detection.era.verdict).toBe("stateless");
    expect(run.step("server/discover-retry").response).toMatchObject({ result: DISCOVER_RESULT });
  });

  test("answers both in one process but only the era it heard first is still dual", async () => {
    const { detection } = await detect(
      stdioScript(`globalThis.first ??= message.method; if (message.method !== globalThis.first) return;
        ${INITIALIZES} ${DISCOVERS}`),
    );
    expect(detection.era.verdict).toBe("dual");
  });

  test("writes a banner first is understood, and the banner is kept", async () => {
    const { detection, run } = await detect(exampleTarget({ era: "stateful", mutant: "stdout-banner" }));
    expect(detection.era.verdict).toBe("stateful");
    const kept = JSON.stringify(run.snapshot());
    expect(kept).toContain("Example server 1.0 ready");
  });
});

describe("no verdict", () => {
  test("from a command that does not exist, which is unreachable", async () => {
    const capture = await probeTarget(stdioTarget("no-such-program-of-mcptest", []), {
      client: CLIENT,
      baseEnv: BASE_ENV,
    });
    expect(capture.era?.verdict).toBe("none");
    expect(capture.outcome).toBe("unreachable");
    expect(capture.exchanges[0]?.trouble).toMatchObject({ kind: "refused", code: "ENOENT" });
    expect(capture.conversations?.map(({ process }) => process?.ended_by)).toEqual(["not-started", "not-started"]);
  });

  test("from a child that exits at once", async () => {
    const capture = await probeTarget(stdioTarget(process.execPath, ["-e", "process.exit(3)"]), {
      client: CLIENT,
      baseEnv: BASE_ENV,
    });
    expect(capture.outcome).toBe("unreachable");
    expect(capture.conversations?.map(({ process }) => process?.exit_code)).toEqual([3, 3]);
  });

  test("from a child that never says anything, and none is left", async () => {
    const capture = await probeTarget(stdioScript(""), {
      client: CLIENT,
      baseEnv: BASE_ENV,
      limits: { startMs: 300, exchangeMs: 300 },
    });
    expect(capture.outcome).toBe("unreachable");
    expect(probes(capture).map(({ trouble }) => trouble?.kind)).toEqual(["timed-out", "timed-out"]);
    expect(capture.conversations?.map(({ process }) => process?.ended_by)).toEqual(["stdin-close", "stdin-close"]);
  });

  test("from a child that refuses both eras, which is an answer", async () => {
    const capture = await probeTarget(
      stdioScript(`send({ jsonrpc: "2.0", id: message.id, error: { code: -32603, message: "no" } });`),
      { client: CLIENT, baseEnv: BASE_ENV },
    );
    expect(capture.era?.verdict).toBe("none");
    expect(capture.outcome).toBe("complete");
  });
});
