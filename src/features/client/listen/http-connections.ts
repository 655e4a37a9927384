import { isJsonObject, type Json, member, stringMember, valueAt } from "../../../base/json.ts";
import type { Capture } from "../../../capture/capture.ts";
import { HEADER_KEY } from "../../../protocol/headers.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import type { HeardRequest, HttpReply, OpenedRequest } from "../../../wire/client/http-listener.ts";
import { headerValues } from "../../../wire/http/http-call.ts";
import { type HttpScenario, openHttpScenario } from "../http-scenario.ts";
import type { RecordingBudget } from "../open-scenario-recording.ts";
import type { ConnectionPlan } from "./connection.ts";

export interface ConnectionsSettings {
  readonly origin: string;
  readonly tool: { readonly name: string; readonly version: string };
  readonly env: Readonly<Record<string, string>>;
  readonly budget: RecordingBudget;
  /** Where a new connection belongs now, as a key; connections of one client at one place share a recording. */
  readonly place: (path: string) => string;
  readonly plan: (path: string, first: Json | undefined) => ConnectionPlan;
  /** Undefined: no more connections. */
  readonly admit: () => boolean;
}

interface Connection {
  readonly key: string;
  readonly place: string;
  readonly agent: string;
  readonly label: string;
  readonly server: HttpScenario;
}

/** Which recording and which scenario a request over HTTP belongs to. */
export class HttpConnections {
  readonly #settings: ConnectionsSettings;
  readonly #connections: Connection[] = [];
  readonly #bySession = new Map<string, Connection>();

  constructor(settings: ConnectionsSettings) {
    this.#settings = settings;
  }

  open(request: HeardRequest, path: string): OpenedRequest | undefined {
    const connection = this.#connectionOf(request, path);
    if (!connection) return undefined;
    const { tap, answer } = connection.server.open(request);
    return { tap, answer: (reply) => answer(this.#watched(reply, connection)) };
  }

  captures(finish: boolean): readonly { readonly name: string; readonly capture: Capture }[] {
    return this.#connections.map(({ server, label }) => ({
      name: label,
      capture: finish ? server.finish() : server.soFar(),
    }));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#connections.map(({ server }) => server.stop()));
  }

  #connectionOf(request: HeardRequest, path: string): Connection | undefined {
    const [id] = headerValues(request.headers, HEADER_KEY.sessionId);
    const known = id === undefined ? undefined : this.#bySession.get(id);
    if (known) return known;
    const [agent = ""] = headerValues(request.headers, "user-agent");
    const place = this.#settings.place(path);
    const first = firstMessage(request.body);
    const who = nameIn(first);
    if (who !== undefined) {
      const key = JSON.stringify([place, agent, who]);
      return this.#connections.find((one) => one.key === key) ?? this.#add(key, place, agent, path, first);
    }
    // What does not say who it is from is of the latest client that looks the same.
    const here = this.#connections.filter((one) => one.place === place);
    return (
      here.findLast((one) => one.agent === agent) ??
      here.at(-1) ??
      this.#add(JSON.stringify([place, agent]), place, agent, path, first)
    );
  }

  #add(key: string, place: string, agent: string, path: string, first: Json | undefined): Connection | undefined {
    if (!this.#settings.admit()) return undefined;
    const { origin, tool, env, budget } = this.#settings;
    const plan = this.#settings.plan(path, first);
    const count = this.#connections.filter(({ label }) => label.startsWith(`${plan.mark.name}-`)).length;
    const connection: Connection = {
      key,
      place,
      agent,
      label: `${plan.mark.name}-${count + 1}`,
      server: openHttpScenario({ ...plan, tool, env, budget }, origin),
    };
    this.#connections.push(connection);
    return connection;
  }

  /** Sees which session ids are given out. */
  #watched(reply: HttpReply, connection: Connection): HttpReply {
    return {
      head: (status, headers) => {
        for (const id of headerValues(headers, HEADER_KEY.sessionId)) this.#bySession.set(id, connection);
        reply.head(status, headers);
      },
      write: (bytes) => reply.write(bytes),
      end: () => reply.end(),
      break: () => reply.break(),
      onClose: (listener) => reply.onClose(listener),
    };
  }
}

const firstMessage = (body: Buffer): Json | undefined => {
  try {
    const value = JSON.parse(body.toString("utf8")) as Json;
    return Array.isArray(value) ? value[0] : value;
  } catch {
    return undefined;
  }
};

/** Who a message says it is from; undefined where it does not say. */
const nameIn = (message: Json | undefined): string | undefined => {
  if (!isJsonObject(message)) return undefined;
  const params = member(message, "params");
  const meta = valueAt(params, "_meta", META_KEY.clientInfo);
  const info = stringMember(message, "method") === "initialize" ? (member(params, "clientInfo") ?? null) : meta;
  return info === undefined ? undefined : (JSON.stringify(info) ?? "").slice(0, 500);
};
