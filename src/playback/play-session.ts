import { isJsonObject, type Json, member, stringMember } from "../model/json.ts";
import type { Later, Said } from "../model/playback.ts";
import type { Planned } from "./build-reply.ts";
import type { Entry, Phase, SessionState } from "./entries.ts";
import type { RequestForm } from "./request-form.ts";

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
  readonly streams = new Map<number, Entry>();
  phase: Phase = "before";
  revision: string | undefined;
  offers: ReadonlySet<string> | undefined;
  state: SessionState;
  /** The id it is known by, over HTTP. */
  readonly id: string | undefined;
  readonly #answered = new Set<string>();
  readonly #asked = new Set<string>();
  #waiting: readonly Waiting[] = [];

  constructor(state: SessionState, id?: string) {
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
  note(form: RequestForm, message: Json | undefined, same: readonly Entry[]): void {
    for (const conversation of new Set(same.map((entry) => entry.conversation)))
      this.affinity.set(conversation, (this.affinity.get(conversation) ?? 0) + 1);
    if (form.method === "initialize") {
      this.phase = "asked";
      const declared = member(member(message, "params"), "capabilities");
      this.offers = isJsonObject(declared) ? new Set(Object.keys(declared)) : undefined;
    } else if (form.method === "notifications/initialized") this.phase = "open";
  }

  /** The revision that was agreed on, as the answer says. */
  learn(response: Json | undefined): void {
    this.revision = stringMember(member(response, "result"), "protocolVersion") ?? this.revision;
  }

  /** What can be said at once; the rest waits for the client's answers, on this stream. */
  divide(stream: number, planned: readonly Planned[], end: boolean): { readonly now: Said[]; readonly isOver: boolean } {
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
    this.#answered.add(JSON.stringify(id ?? null));
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

const questionId = ({ bytes }: Said): string => {
  try {
    const message = JSON.parse(new TextDecoder().decode(bytes)) as Json;
    const isQuestion = typeof member(message, "method") === "string" && member(message, "id") !== undefined;
    return isQuestion ? JSON.stringify(member(message, "id")) : "";
  } catch {
    return "";
  }
};
