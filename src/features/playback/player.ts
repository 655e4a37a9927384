import { groupBy } from "../../base/group-by.ts";
import { type Json, member } from "../../base/json.ts";
import type { Capture } from "../../capture/capture.ts";
import type { Later, PlaybackRequest, Reply, ReplyHead, Said } from "../../wire/playback.ts";
import { endOf, headOf, type Planned, planSaid, primingOf, saidOf } from "./build-reply.ts";
import { chooseEntry, type EntryChoice, isAskedTooMuch, isSameRequest } from "./choose-entry.ts";
import { CANCELLED, type EntryTable, headerOf, type IdState, type Recorded, readEntries } from "./entries.ts";
import { type HttpForm, httpFormOf } from "./http-form.ts";
import { marked, NEVER_ASKED, ownRefusal, refusalFor, renamed } from "./never-asked.ts";
import { PlaySession } from "./play-session.ts";
import { distance, formOf, type RequestForm } from "./request-form.ts";
import { rawBytes, textBytes } from "./substitute.ts";

/** Answers as a recorded server did. Pure: the same requests in the same order get the same answers. */
export class Player {
  readonly #table: EntryTable;
  readonly #byKind: ReadonlyMap<string, readonly Recorded[]>;
  readonly #sessions = new Map<string, PlaySession>();
  /** For requests that name no session. */
  readonly #nobody = new PlaySession("none");
  readonly #isOldHttp: boolean;
  #nextStream = 1;

  constructor(capture: Capture) {
    this.#table = readEntries(capture);
    this.#byKind = groupBy(this.#table.entries, ({ form }) => form.kind);
    this.#isOldHttp = capture.transport === "http+sse";
  }

  /** Whether there is anything to answer with. */
  get isEmpty(): boolean {
    return !this.#table.entries.some(
      ({ exchange: { response, response_raw, http } }) =>
        response !== undefined || response_raw !== undefined || http?.status !== undefined,
    );
  }

  /** Where the recorded endpoint was. */
  get path(): string {
    return this.#table.path;
  }

  /** A process of its own, for stdio. */
  openProcess(): { readonly greeting: readonly Said[]; hear(heard: PlaybackRequest): Reply } {
    const session = new PlaySession("none");
    const greeting = this.#table.greeting.flatMap(
      ({ received }) => saidOf(received, { recorded: undefined, asked: undefined }, received.at_ms) ?? [],
    );
    return {
      greeting,
      hear: (heard) => {
        const form = formOf(heard.message, heard.text);
        // Another client of the same process; who goes over from the stateless era is the same one.
        if (form.method === "initialize" && session.phase !== "stateless") session.restart();
        return this.#answer(heard, form, undefined, session);
      },
    };
  }

  hearHttp(heard: PlaybackRequest & { readonly http: NonNullable<PlaybackRequest["http"]> }): Reply {
    const { method, path, headers, origin } = heard.http;
    const form = formOf(heard.message, heard.text);
    const session = this.#isOldHttp ? this.#byAddress(method, path) : this.#bySessionId(headerOf(headers, SESSION_ID));
    const isShared = session === this.#nobody;
    if (isShared && (form.method === "initialize" || form.method === "server/discover")) session.restart();
    const revision = form.revision ?? (isShared ? undefined : session.revision);
    const http = httpFormOf(method, path, headers, { origin, message: heard.message, revision });
    return this.#answer(heard, form, http, session);
  }

  /** Nobody listens to this stream any more. */
  closed(stream: number): void {
    for (const session of [this.#nobody, ...this.#sessions.values()]) session.streams.delete(stream);
  }

  #bySessionId(id: string | undefined): PlaySession {
    if (id === undefined) return this.#nobody;
    return this.#sessions.get(id) ?? new PlaySession("unknown", id);
  }

  /** In the older HTTP transport the address that the stream named stands for the session. */
  #byAddress(method: string, path: string): PlaySession {
    if (method === "GET") return new PlaySession("none");
    return this.#sessions.get(path) ?? this.#nobody;
  }

  #answer(heard: PlaybackRequest, form: RequestForm, http: HttpForm | undefined, session: PlaySession): Reply {
    const later = form.kind === "answer" ? session.answered(form.id) : this.#cancelled(form, session);
    const alike = this.#byKind.get(form.kind) ?? [];
    const isShared = session === this.#nobody && http !== undefined;
    const same = alike.filter((entry) => isSameRequest(entry, form));
    const choice = chooseEntry(alike, {
      form,
      http,
      session: this.#isOldHttp ? "none" : session.state,
      phase: isShared ? undefined : session.phase,
      revision: session.revision,
      affinity: isShared ? NONE : session.affinity,
      used: session.used,
      isListening: session.streams.size > 0,
      offers: session.offers,
    });
    session.note(form, heard.message, same);
    const chosen = this.#settle(choice, form, http, session.state);
    if (!chosen) return withLater(this.#unrecorded(heard, form, http), later);
    return withLater(this.#play(chosen, heard, form, session), later);
  }

  #cancelled({ method, params }: RequestForm, session: PlaySession): Later[] {
    return method === "notifications/cancelled" ? session.happened(cancelKey(member(params, "requestId"))) : [];
  }

  /** The entry that answers, and what is changed in its answer. Undefined: nothing recorded comes close. */
  #settle(
    choice: EntryChoice | undefined,
    form: RequestForm,
    http: HttpForm | undefined,
    session: IdState,
  ): Chosen | undefined {
    const isOtherSession =
      choice !== undefined && http !== undefined && choice.entry.http !== undefined && !this.#isOldHttp
        ? choice.entry.session !== session
        : false;
    const isRequest = form.kind.startsWith("request ");
    const isFound =
      choice !== undefined &&
      !isOtherSession &&
      (choice.isSameThing || choice.isRefusedForHead || OPEN_METHODS.has(form.method ?? ""));
    if (choice && (isFound || (!isRequest && !isOtherSession))) {
      const isNearest =
        isRequest && ARGUED_METHODS.has(form.method ?? "") && distance(choice.entry.form.params, form.params) > 0;
      const note = `nearest: the recorded answer to ${choice.entry.exchange.id ?? "another request"}`;
      return { entry: choice.entry, edit: (response) => (isNearest ? marked(response, note) : response) };
    }
    if (!isRequest && form.kind !== "batch" && form.kind !== "broken" && !isOtherSession) {
      const accepted = this.#accepted(form, http);
      if (accepted) return { entry: accepted, edit: (response) => response };
    }
    const refusal = refusalFor(this.#table.entries, form, http, session);
    if (!refusal) return undefined;
    return {
      entry: refusal,
      edit: (response) => marked(renamed(response, refusal.form, form), NEVER_ASKED),
    };
  }

  /** How a notification or an answer that was never sent would have been taken: like any other. */
  #accepted(form: RequestForm, http: HttpForm | undefined): Recorded | undefined {
    const [kind] = form.kind.split(" ", 1);
    return this.#table.entries.find(
      (entry) =>
        entry.form.kind.startsWith(kind ?? "") &&
        !entry.exchange.deliberate &&
        (entry.http === undefined || http === undefined || entry.http.method === http.method),
    );
  }

  #play({ entry, edit }: Chosen, heard: PlaybackRequest, form: RequestForm, session: PlaySession): Reply {
    const { exchange } = entry;
    const startMs = exchange.timing?.start_ms ?? 0;
    const isBound = isHighest(session.affinity, entry.conversation);
    const offered = (planned: Planned): boolean =>
      session.offers === undefined || !isAskedTooMuch(planned.said.bytes, session.offers);
    const times = session.timesUsed(entry.index);
    const awaited = cancelKey(form.id);
    session.expect(awaited);
    const all = planSaid(entry, heard.message, edit, isBound)
      .filter(offered)
      .map(({ said, awaits }) => ({
        said: withOwnEventId(said, times, entry, session),
        awaits: awaits.map((key) => (key === CANCELLED ? awaited : key)),
      }));
    const planned = entry.repeatsIds ? all : session.withFreshIds(all);
    if (form.method === "initialize") session.learn(exchange.response);
    const stream = this.#nextStream++;
    if (!heard.http) {
      const { now } = session.divide(STDOUT, planned, false);
      const end = exchange.trouble?.kind === "unexpected-exit" ? { exit: 1 } : {};
      return { headMs: 0, said: now, end: "end", later: [], ...end };
    }
    const caused = this.#causedElsewhere(entry, session, startMs);
    if (!entry.http || exchange.http === undefined) return this.#overHttp(planned, form, session, stream);
    if (this.#isOldHttp) return withLater(this.#playOldHttp(entry, heard, planned, session, stream), caused);
    const opened = this.#sessionFor(entry, session, form);
    const head = headOf(exchange, { from: this.#table.origin, to: heard.http.origin }, opened.idFor);
    const headMs = Math.max(0, (exchange.timing?.head_ms ?? startMs) - startMs);
    const isDelete = heard.http.method === "DELETE" && (exchange.http.status ?? 500) < 400;
    const closed = isDelete ? this.#endSession(session) : [];
    const later = [...caused, ...closed];
    const body = exchange.http.body;
    if (body && head)
      return { head, headMs, said: [this.#bodySaid(rawBytes(body), heard.http.origin, headMs)], end: "end", later };
    const isListening = heard.http.method === "GET" && exchange.http.stream !== undefined;
    const end = isListening && this.#isEndedLater(entry) ? "hold" : endOf(exchange);
    const { now, isOver } = session.divide(stream, planned, end === "end");
    const priming = head?.events ? primingOf(exchange).map((one) => withOwnEventId(one, times, entry, session)) : [];
    const said = [...priming, ...now];
    if (isListening) session.streams.set(stream, entry);
    return {
      ...(head ? { head } : {}),
      headMs,
      said,
      end: isOver ? end : "hold",
      stream,
      later,
    };
  }

  /** A session of our own for each one that is opened; the first has the recorded id. */
  #sessionFor(
    { exchange }: Recorded,
    session: PlaySession,
    form: RequestForm,
  ): { readonly idFor: (recorded: string) => string } {
    return {
      idFor: (recorded) => {
        if (form.method !== "initialize") return session.id ?? recorded;
        const id = this.#freeName(recorded, (name, copy) => `${name}-${copy}`);
        const opened = new PlaySession("own", id);
        opened.note(form, exchange.request, []);
        opened.learn(exchange.response);
        opened.offers = session.offers;
        const alike = this.#byKind.get(form.kind) ?? [];
        opened.note(
          form,
          undefined,
          alike.filter((entry) => isSameRequest(entry, form)),
        );
        opened.offers = session.offers;
        this.#sessions.set(id, opened);
        return id;
      },
    };
  }

  #freeName(name: string, copy: (name: string, copy: number) => string): string {
    let free = name;
    for (let count = 2; this.#sessions.has(free); count++) free = copy(name, count);
    return free;
  }

  #endSession(session: PlaySession): Later[] {
    session.state = "ended";
    const ended = [...session.streams.keys()].map((stream): Later => ({ stream, said: [], end: true }));
    session.streams.clear();
    return ended;
  }

  /** What the recorded server said on a GET stream when it had heard this. */
  #causedElsewhere(entry: Recorded, session: PlaySession, startMs: number): Later[] {
    return entry.elsewhere.flatMap(({ stream, follower }) => {
      const open = [...session.streams].find(([, recorded]) => recorded.index === stream) ?? [...session.streams][0];
      const said = saidOf(follower.received, { recorded: undefined, asked: undefined }, startMs);
      if (!open || !said) return [];
      const planned = [{ said, awaits: follower.awaits }];
      const { now } = session.divide(open[0], entry.repeatsIds ? planned : session.withFreshIds(planned), false);
      return now.length > 0 ? [{ stream: open[0], said: now }] : [];
    });
  }

  /** Whether a stream that the server ended was ended with its session, not by itself. */
  #isEndedLater({ conversation, exchange }: Recorded): boolean {
    const ended = exchange.timing?.end_ms;
    return this.#table.entries.some(
      (other) =>
        other.conversation === conversation &&
        other.http?.method === "DELETE" &&
        (ended === undefined || other.exchange.timing === undefined || other.exchange.timing.start_ms <= ended),
    );
  }

  #bodySaid(bytes: Uint8Array, origin: string, afterMs: number): Said {
    const from = this.#table.origin;
    if (from === undefined) return { bytes, afterMs };
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      return { bytes: textBytes(text.replaceAll(from, origin)), afterMs };
    } catch {
      return { bytes, afterMs };
    }
  }

  /** HTTP with SSE, of 2024-11-05: one stream carries everything, and what is posted is only accepted. */
  #playOldHttp(
    entry: Recorded,
    heard: PlaybackRequest,
    planned: readonly Planned[],
    session: PlaySession,
    stream: number,
  ): Reply {
    const { exchange } = entry;
    const origin = heard.http?.origin ?? "";
    const head = headOf(exchange, { from: this.#table.origin, to: origin }, (id) => id);
    const isListening = heard.http?.method === "GET" && exchange.http?.stream !== undefined;
    if (isListening && head) {
      const said = planned.map(({ said: one }) => this.#withEndpoint(one, session, stream));
      return { head, headMs: 0, said, end: "hold", stream, later: [] };
    }
    const body = exchange.http?.body;
    const said = body ? [{ bytes: rawBytes(body), afterMs: 0 }] : [];
    const [open] = session.streams.keys();
    const carried = open === undefined ? [] : session.divide(open, planned, false).now;
    const later = open === undefined ? [] : [{ stream: open, said: carried }];
    return { ...(head ? { head } : {}), headMs: 0, said, end: head ? "end" : endOf(exchange), later };
  }

  #withEndpoint(said: Said, session: PlaySession, stream: number): Said {
    if (said.sse?.event !== "endpoint") return said;
    const named = new TextDecoder().decode(said.bytes);
    const path = named.startsWith("/") || !URL.canParse(named) ? named : pathOf(new URL(named));
    const free = this.#freeName(path, (name, copy) => `${name}${name.includes("?") ? "&" : "?"}copy=${copy}`);
    this.#sessions.set(free, session);
    session.streams.set(stream, this.#table.entries[0] as Recorded);
    return { ...said, bytes: textBytes(free) };
  }

  /** A recording without HTTP, served over it: one message is JSON, several are a stream. */
  #overHttp(planned: readonly Planned[], form: RequestForm, session: PlaySession, stream: number): Reply {
    if (!form.kind.startsWith("request ") && planned.length === 0) return { ...ACCEPTED };
    const { now, isOver } = session.divide(stream, planned, true);
    const [only] = now;
    if (isOver && now.length === 1 && only) return { head: JSON_HEAD, headMs: 0, said: [only], end: "end", later: [] };
    return {
      head: EVENTS_HEAD,
      headMs: 0,
      said: now,
      end: isOver && now.length > 0 ? "end" : "hold",
      stream,
      later: [],
    };
  }

  /** Nothing in the recording comes close, so it is said in our own words. */
  #unrecorded({ http: over }: PlaybackRequest, form: RequestForm, http: HttpForm | undefined): Reply {
    const refusal: Json = ownRefusal(form);
    const said = [{ bytes: textBytes(JSON.stringify(refusal)), afterMs: 0 }];
    const isAsked = form.id !== undefined || form.kind === "broken" || form.kind === "batch";
    if (!over || !http)
      return { headMs: 0, said: isAsked && form.kind !== "answer" ? said : [], end: "end", later: [] };
    const status = this.#statusFor(over.method, http);
    if (over.method === "POST" && !isAsked) return { ...ACCEPTED };
    return { head: { ...JSON_HEAD, status }, headMs: 0, said, end: "end", later: [] };
  }

  #statusFor(method: string, { path }: HttpForm): number {
    const isKnown = path === this.#table.path || this.#table.entries.some(({ http }) => http?.path === path);
    if (!isKnown) return 404;
    return method === "POST" ? 400 : 405;
  }
}

interface Chosen {
  readonly entry: Recorded;
  readonly edit: (response: Json) => Json;
}

const SESSION_ID = "mcp-session-id";
const NONE: ReadonlyMap<string, number> = new Map();

/** On stdio everything is said on one stream. */
export const STDOUT = 0;

/** What is asked with them changes the answer only by degrees: the nearest one will do. */
const OPEN_METHODS = new Set(["initialize", "server/discover", "ping", "logging/setLevel", "subscriptions/listen"]);

/** Methods whose answer depends on arguments; who asks with others is told that the answer is not theirs. */
const ARGUED_METHODS = new Set(["tools/call", "prompts/get", "completion/complete"]);

const JSON_HEAD: ReplyHead = { status: 200, headers: [["Content-Type", "application/json"]] };
const EVENTS_HEAD: ReplyHead = {
  status: 200,
  headers: [
    ["Content-Type", "text/event-stream"],
    ["Cache-Control", "no-cache"],
  ],
  events: { lineEnding: "\n", byteOrderMark: false, before: new Uint8Array(), after: new Uint8Array() },
};
const ACCEPTED: Reply = { head: { status: 202, headers: [] }, headMs: 0, said: [], end: "end", later: [] };

const withLater = (reply: Reply, later: readonly Later[]): Reply =>
  later.length === 0 ? reply : { ...reply, later: [...later, ...reply.later] };

const isHighest = (affinity: ReadonlyMap<string, number>, conversation: string): boolean => {
  const own = affinity.get(conversation) ?? 0;
  return own > 0 && [...affinity.values()].every((other) => other <= own);
};

const cancelKey = (id: Json | undefined): string => `${CANCELLED} ${JSON.stringify(id ?? null)}`;

/** Event ids are unique in a session: an answer that is given again, or comes from another recorded session, has others. */
const withOwnEventId = (said: Said, times: number, { conversation }: Recorded, session: PlaySession): Said => {
  if (said.sse?.id === undefined) return said;
  const id = session.eventId(said.sse.id, conversation);
  return { ...said, sse: { ...said.sse, id: times === 0 ? id : `${id}-again-${times}` } };
};

const pathOf = (url: URL): string => `${url.pathname}${url.search}`;
