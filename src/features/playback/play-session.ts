import { isJsonObject, type Json, type JsonObject, member, stringMember, valueAt } from "../../base/json.ts";
import type { Later, Said } from "../../wire/playback.ts";
import type { Planned } from "./build-reply.ts";
import type { IdState, Phase, Recorded } from "./entries.ts";
import type { RequestForm } from "./request-form.ts";
import { textBytes } from "./substitute.ts";

/** What is still to be said once the client has answered. */
interface Waiting {
  readonly stream: number;
  readonly rest: readonly Planned[];
  readonly end: boolean;
}

/** One client of a served recording: what it has asked, and what it is still owed. */
export class PlaySession {
  /** How much of what was asked so far each recorded conversation holds. */
  readonly affinity = new Map<string, number>();
  readonly used = new Set<number>();
  /** The GET streams that are open, with the recorded ones they stand for. */
  readonly streams = new Map<number, Recorded>();
  phase: Phase = "before";
  revision: string | undefined;
  offers: ReadonlySet<string> | undefined;
  state: IdState;
  /** The id it is known by, over HTTP. */
  readonly id: string | undefined;
  readonly #times = new Map<number, number>();
  /** Which recorded conversation an event id was first taken from. */
  readonly #eventIds = new Map<string, string>();
  readonly #answered = new Set<string>();
  readonly #asked = new Set<string>();
  #waiting: readonly Waiting[] = [];

  constructor(state: IdState, id?: string) {
    this.state = state;
    this.id = id;
  }

  /** Every client starts afresh, in a process that others may have used before. */
  restart(): void {
    this.affinity.clear();
    this.used.clear();
    this.phase = "before";
    this.offers = undefined;
    this.revision = undefined;
  }

  /** Notes what was asked, and which conversations hold the same. */
  note(form: RequestForm, message: Json | undefined, same: readonly Recorded[]): void {
    for (const conversation of new Set(same.map((entry) => entry.conversation)))
      this.affinity.set(conversation, (this.affinity.get(conversation) ?? 0) + 1);
    if (form.method === "initialize") {
      this.phase = "asked";
      const declared = valueAt(message, "params", "capabilities");
      this.offers = isJsonObject(declared) ? new Set(Object.keys(declared)) : undefined;
    } else if (form.method === "notifications/initialized") this.phase = "open";
    else if (form.revision !== undefined) this.phase = "stateless";
  }

  /** Ids of events belong to a session, and this one may say what was said in several: an id that another of them used is changed. */
  eventId(id: string, conversation: string): string {
    const owner = this.#eventIds.get(id) ?? conversation;
    this.#eventIds.set(id, owner);
    return owner === conversation ? id : `${conversation}-${id}`;
  }

  /** How often an entry has answered in this session before. */
  timesUsed(index: number): number {
    const times = this.#times.get(index) ?? 0;
    this.#times.set(index, times + 1);
    this.used.add(index);
    return times;
  }

  /** Requests of the server get ids of their own where the recorded ones are taken in this session. */
  withFreshIds(planned: readonly Planned[]): Planned[] {
    const changed = new Map<string, string>();
    return planned.map(({ said, awaits }) => {
      const id = questionId(said);
      const isTaken = id !== "" && this.#asked.has(id);
      const fresh = isTaken ? this.#freshId(id) : id;
      if (isTaken) changed.set(id, fresh);
      return {
        said: isTaken ? withId(said, fresh) : said,
        awaits: awaits.map((awaited) => changed.get(awaited) ?? awaited),
      };
    });
  }

  #freshId(id: string): string {
    const value = JSON.parse(id) as Json;
    for (let copy = 1; ; copy++) {
      const next = JSON.stringify(typeof value === "number" ? value + copy * 1_000 : `${String(value)}-${copy + 1}`);
      if (!this.#asked.has(next)) return next;
    }
  }

  /** From now on a message that waits for this waits. */
  expect(key: string): void {
    this.#asked.add(key);
  }

  /** The revision that was agreed on, as the answer says. */
  learn(response: Json | undefined): void {
    this.revision = stringMember(member(response, "result"), "protocolVersion") ?? this.revision;
  }

  /** What can be said at once; the rest waits for the client's answers, on this stream. */
  divide(
    stream: number,
    planned: readonly Planned[],
    end: boolean,
  ): { readonly now: Said[]; readonly isOver: boolean } {
    const now: Said[] = [];
    for (const [index, { said, awaits }] of planned.entries()) {
      if (awaits.some((id) => this.#asked.has(id) && !this.#answered.has(id))) {
        this.#waiting = [...this.#waiting, { stream, rest: planned.slice(index), end }];
        return { now, isOver: false };
      }
      now.push(said);
      this.#asked.add(questionId(said));
    }
    return { now, isOver: true };
  }

  /** The client has answered a request of the server. */
  answered(id: Json | undefined): Later[] {
    return this.happened(JSON.stringify(id ?? null));
  }

  /** Something has come that was waited for. */
  happened(key: string): Later[] {
    this.#answered.add(key);
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting.flatMap(({ stream, rest, end }) => {
      const { now, isOver } = this.divide(stream, rest, end);
      // What had to wait is not late again.
      const said = now.map((one) => ({ ...one, afterMs: 0 }));
      if (said.length === 0 && !isOver) return [];
      return [{ stream, said, ...(isOver && end ? ({ end: true } as const) : {}) }];
    });
  }
}

const withId = (said: Said, id: string): Said => {
  const message = JSON.parse(new TextDecoder().decode(said.bytes)) as JsonObject;
  return { ...said, bytes: textBytes(JSON.stringify({ ...message, id: JSON.parse(id) as Json })) };
};

const questionId = ({ bytes }: Said): string => {
  try {
    const message = JSON.parse(new TextDecoder().decode(bytes)) as Json;
    const isQuestion = typeof member(message, "method") === "string" && member(message, "id") !== undefined;
    return isQuestion ? JSON.stringify(member(message, "id")) : "";
  } catch {
    return "";
  }
};
