import { randomBytes } from "node:crypto";
import { type Json, member, stringMember } from "../../base/json.ts";
import { type Untrusted, untrusted } from "../../base/untrusted.ts";
import { TOOL } from "../../base/version.ts";
import type { Capture } from "../../capture/capture.ts";
import type { HostConfig, WalkPage } from "../../features/client/client-walk.ts";
import { type Listening, listenForClients } from "../../features/client/listen/listen.ts";
import type { Scenario } from "../../probe/scenario/scenario.ts";
import { makeResult } from "../../scores/result/make-result.ts";
import type { ClientResult } from "../../scores/result/result.ts";
import { hostConfigs } from "../client/host-configs.ts";
import { LiveResult } from "../client/live-result.ts";
import { WalkPageServer } from "../client/serve-walk-page.ts";
import { WalkTerminal } from "../client/walk-terminal.ts";
import { parseListen } from "../flags/parse-listen.ts";
import type { Console } from "../terminal/console.ts";
import { type Interrupt, watchInterrupts } from "../terminal/interrupt.ts";
import { quoted, UsageError } from "../usage-error.ts";

export interface ListenRequest {
  /** A port, or true for any free one. */
  readonly listen: string | true;
  readonly wait: string | undefined;
  readonly scenarios: readonly Scenario[];
  readonly env: Readonly<Record<string, string>>;
  /** How our relay is started; the id is added. */
  readonly relay: readonly string[];
  readonly quiet: boolean;
  /** How what was said so far is judged. */
  readonly judge: Omit<Parameters<typeof makeResult>[1], "tool">;
}

export interface Listened {
  readonly capture: Capture;
  /** Whether anything came at all. */
  readonly isVisited: boolean;
}

/** `mcptest client --listen`: waits for any client and walks it through scenarios until it is stopped. */
export const listenInTerminal = async (request: ListenRequest, console: Console): Promise<Listened> => {
  const { scenarios, env, judge, quiet } = request;
  const address = parseListen(request.listen === true ? undefined : request.listen);
  const waitMs = readWait(request.wait);
  const interrupt = watchInterrupts();
  const token = randomBytes(12).toString("hex");
  let result: ClientResult | undefined;
  let said: readonly Untrusted[] = [];
  let configs: readonly HostConfig[] = [];
  let listening: Listening | undefined;
  const silence = new Silence(waitMs);
  const page = (): WalkPage => ({
    ...(listening?.view() ?? { steps: [], task: { title: "", sentences: [] }, isOver: false }),
    url: listening?.url ?? "",
    configs,
    clients: result && result.client.sessions > 0 ? [untrusted(result.client.label)] : [],
    verdicts: result?.verdicts,
    said,
    token,
  });
  const server = new WalkPageServer({ token, page, onNext: () => listening?.skip() });
  const terminal = new WalkTerminal(console, quiet);
  const live = new LiveResult(
    async () => {
      const capture = await (listening?.soFar() ?? Promise.reject(new Error("not listening yet")));
      said = lastMessages(capture);
      return makeResult(capture, { role: "client", ...judge, tool: TOOL });
    },
    (judged) => {
      if (judged.role === "client" && judged.client.sessions > 0) result = judged;
      if (listening) terminal.show(listening.view(), result);
      server.changed();
    },
  );
  const onChange = (): void => {
    silence.touch();
    live.touch();
  };
  try {
    listening = await listenForClients({
      ...{ ...address, scenarios, tool: TOOL, env, onChange },
      page: (heard) => server.answer(heard),
    }).catch(({ code = "unknown error" }: NodeJS.ErrnoException) => {
      throw new UsageError(
        `cannot listen on port ${address.port} (${code}${code === "EADDRINUSE" ? ": it is in use" : ""}); name another with --listen, or none for any free one`,
      );
    });
    configs = hostConfigs(listening.url, [...request.relay, listening.relay]);
    terminal.greet(listening, configs);
    const stopReading = terminal.onEnter(() => listening?.skip());
    terminal.show(listening.view(), undefined);
    await Promise.race([stopped(interrupt), silence.over]);
    stopReading();
    await live.stop();
    const capture = await listening.finish();
    return { capture: { ...capture, server_label: "client" }, isVisited: listening.isVisited };
  } catch (error) {
    await live.stop();
    throw error;
  } finally {
    silence.stop();
    interrupt.release();
  }
};

const stopped = ({ signal }: Interrupt): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });

const readWait = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (seconds > 0) return seconds * 1000;
  throw new UsageError(`--wait ${quoted(text)} is not a number of seconds from 1 to 99999`);
};

/** Ends the run once nobody has said anything for a while. */
class Silence {
  readonly #ms: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #resolve: () => void = () => {};
  readonly over: Promise<void>;

  constructor(ms: number | undefined) {
    this.#ms = ms;
    this.over = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.touch();
  }

  touch(): void {
    if (this.#ms === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#resolve(), this.#ms);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

const SHOWN = 25;

/** One line for each of the last messages, newest first. */
const lastMessages = ({ exchanges }: Capture): readonly Untrusted[] =>
  exchanges
    .slice(-SHOWN)
    .reverse()
    .map(({ request }) => untrusted(describe(request)));

const describe = (request: Json | undefined): string => {
  if (Array.isArray(request)) return `a batch of ${request.length}`;
  const method = stringMember(request, "method");
  if (method === undefined) return request === undefined ? "a request without a message" : "an answer";
  const params = member(request, "params");
  const name = stringMember(params, "name") ?? stringMember(params, "uri") ?? stringMember(params, "protocolVersion");
  return [method, name]
    .filter((part) => part !== undefined)
    .join(" ")
    .slice(0, 200);
};
