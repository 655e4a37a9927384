import { type ProbeRequest, probeTarget } from "../../src/areas/probe-target.ts";
import type { Capture } from "../../src/capture/capture.ts";
import type { HttpTarget } from "../../src/capture/target.ts";
import { CANARY_HEADERS } from "./canaries.ts";
import { checkExpectation, type HostileCase, requestOf } from "./case.ts";
import { checkCapture, checkJudged, checkResources, resources, underWatch } from "./oracle.ts";
import { type HttpVice, type Identity, startViceServer } from "./servers/http.ts";

export interface HttpRun {
  /** Serves TLS with this identity. */
  readonly tls?: Identity;
  /** Asks for TLS although the server speaks none. */
  readonly pretendTls?: boolean;
  readonly target?: Partial<HttpTarget>;
  readonly request?: Partial<ProbeRequest>;
}

/** Starts the vice, probes it, and applies the oracle and the case's own expectation. */
export const runHttpCase = async (row: HostileCase<HttpVice>, run: HttpRun = {}): Promise<Capture> => {
  const before = resources();
  const server = await startViceServer(row.vice, run.tls);
  let capture: Capture;
  try {
    capture = await underWatch(() =>
      probeTarget(
        {
          kind: "http",
          url: run.pretendTls ? server.url.replace("http:", "https:") : server.url,
          headers: CANARY_HEADERS,
          origin: "user",
          ...run.target,
        },
        { ...requestOf(row), ...run.request },
      ),
    );
    await server.drained(3_000);
  } finally {
    await server.close();
  }
  await checkResources(before);
  checkCapture(capture);
  await checkJudged(capture);
  checkExpectation(row.expect, capture, server);
  return capture;
};
