import { randomBytes } from "node:crypto";
import type { Capture } from "../../../capture/capture.ts";
import type { Scenario } from "../../../probe/scenario/scenario.ts";
import {
  type HeardRequest,
  type Listener,
  type OpenedRequest,
  startListener,
} from "../../../wire/client/http-listener.ts";
import { openRelayGate } from "../../../wire/client/relay-gate.ts";
import type { RequestTap } from "../../../wire/proxy/http-tap.ts";
import { CLIENT_LIMITS } from "../client-limits.ts";
import type { WalkView } from "../client-walk.ts";
import { ENDPOINT, originOf } from "../http-scenario.ts";
import { mergeSessions } from "../merge-sessions.ts";
import { Pauses } from "../pauses.ts";
import { planConnection } from "./connection.ts";
import { HttpConnections } from "./http-connections.ts";
import { StdioConnections } from "./stdio-connections.ts";
import { type Stage, Walk } from "./walk.ts";

/** All connections of a run together are recorded up to here. */
const MAX_CHARACTERS = 64_000_000;
const MAX_CONNECTIONS = 200;

export interface ListenSettings {
  readonly host: string;
  readonly port: number;
  readonly scenarios: readonly Scenario[];
  readonly tool: { readonly name: string; readonly version: string };
  readonly env: Readonly<Record<string, string>>;
  /** Answers what is asked at the addresses of our own page; undefined: it is none of them. */
  readonly page: (request: HeardRequest) => OpenedRequest["answer"] | undefined;
  /** Something was said, or the walk went on. */
  readonly onChange: () => void;
}

/** A server that waits for any client, and walks it through scenarios. */
export interface Listening {
  readonly origin: string;
  readonly url: string;
  /** What `mcptest client-stdio` is given. */
  readonly relay: string;
  view(): WalkView;
  /** Leaves out what is to be done now. */
  skip(): void;
  /** Whether anything came: a request, a process, or bytes of another protocol. */
  readonly isVisited: boolean;
  soFar(): Promise<Capture>;
  finish(): Promise<Capture>;
}

/** Rejects when the address cannot be had. */
export const listenForClients = async (settings: ListenSettings): Promise<Listening> => {
  const { host, port, scenarios, tool, env, page, onChange } = settings;
  const walk = new Walk(scenarios);
  const pauses = new Pauses();
  const timers = new Timers();
  const budget = { characters: MAX_CHARACTERS };
  let admitted = 0;
  let isVisited = false;
  const admit = (): boolean => {
    admitted += 1;
    return admitted <= MAX_CONNECTIONS && budget.characters > 100_000;
  };
  const later = (key: string, ms: number, work: () => void): void => timers.set(key, ms, work);
  const stageAt = (path: string): Stage => {
    const named = scenarios.find(({ name }) => path === scenarioPath(name));
    return named ? { kind: "own", scenario: named } : walk.stage;
  };
  const http = new HttpConnections({
    origin: originOf(host),
    ...{ tool, env, budget, admit },
    place: (path) => keyOf(stageAt(path)),
    plan: (path, first) => planConnection({ walk, stage: stageAt(path), first, later, onChange }),
  });
  const stdio = new StdioConnections({
    ...{ tool, env, budget, admit, pauses },
    plan: (first) => planConnection({ walk, stage: walk.stage, first, later, onChange }),
    onActivity: () => {
      isVisited = true;
      onChange();
    },
  });
  const open = (request: HeardRequest): OpenedRequest => {
    const own = page(request);
    if (own) return { tap: UNRECORDED, answer: own };
    isVisited = true;
    onChange();
    const [path = "", query] = request.path.split("?");
    const isNamed = scenarios.some(({ name }) => path === scenarioPath(name));
    // At the address of one scenario its server is what it is at the common address.
    const asked = isNamed ? { ...request, path: `${ENDPOINT}${query === undefined ? "" : `?${query}`}` } : request;
    return http.open(asked, path) ?? { tap: UNRECORDED, answer: refuseMore };
  };
  const listener: Listener = await startListener({
    host,
    port,
    maxBodyBytes: CLIENT_LIMITS.messageBytes,
    open,
    onForeign: () => {
      isVisited = true;
      onChange();
    },
  });
  const gate = await openRelayGate(randomBytes(12).toString("hex"), (socket) => stdio.take(socket));
  const merged = async (finish: boolean): Promise<Capture> => {
    const all = [...http.captures(finish), ...(await stdio.captures(finish))];
    return mergeSessions(
      all.map(({ capture }) => capture),
      (_, index) => all[index]?.name ?? String(index),
    );
  };
  let finished: Promise<Capture> | undefined;
  const finish = async (): Promise<Capture> => {
    timers.stop();
    pauses.stop();
    await Promise.all([http.stop(), listener.stop(), gate.stop()]);
    return merged(true);
  };
  return {
    origin: listener.origin,
    url: `${listener.origin}${ENDPOINT}`,
    relay: gate.id,
    view: () => walk.view(),
    skip: () => {
      walk.skip();
      onChange();
    },
    get isVisited() {
      return isVisited;
    },
    soFar: () => merged(false),
    finish: () => {
      finished ??= finish();
      return finished;
    },
  };
};

/** Where one scenario is, whatever the walk has come to. */
export const scenarioPath = (name: string): string => `/${name}${ENDPOINT}`;

const keyOf = (stage: Stage): string => (stage.kind === "guided" ? `guided ${stage.face}` : stage.scenario.name);

const refuseMore: OpenedRequest["answer"] = (reply) => {
  reply.head(429, [["Content-Type", "text/plain"]]);
  reply.write(Buffer.from("too many connections for one run; stop it with Ctrl-C and start it again\n"));
  reply.end();
};

/** Our own page is no part of what is tested. */
const UNRECORDED: RequestTap = {
  requestData: () => {},
  requestEnd: () => {},
  head: () => {},
  data: () => {},
  end: () => {},
  broken: () => {},
};

/** One timer for each key; the last to set it counts. */
class Timers {
  readonly #running = new Map<string, NodeJS.Timeout>();
  #over = false;

  set(key: string, ms: number, work: () => void): void {
    clearTimeout(this.#running.get(key));
    if (this.#over) return;
    const timer = setTimeout(work, ms);
    timer.unref();
    this.#running.set(key, timer);
  }

  stop(): void {
    this.#over = true;
    for (const timer of this.#running.values()) clearTimeout(timer);
  }
}
