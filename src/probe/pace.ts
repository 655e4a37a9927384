import { member } from "../base/json.ts";
import type { Stretch } from "../wire/deadline.ts";
import { ExitPatience } from "../wire/stdio/exit-patience.ts";
import type { StartUp } from "./conversation/conversation.ts";
import type { ExchangeDraft } from "./exchange-draft.ts";

/** Requests that any server answers at once, so that how long they take is how busy it is, or the machine. */
const HARMLESS: ReadonlySet<unknown> = new Set(["ping", "server/discover"]);
/** So many answers back, a server may have been as busy as it is now. */
const REMEMBERED = 6;
/** Nothing is told from one answer alone: the next may well take a few times as long. */
const MARGIN = 3;
/** A wait grows to so many times its length and no further: a server may be slow because it is broken. */
const MOST_QUIET = 10;
const MOST_LIMIT = 4;

/**
 * How fast this server is on this machine at this moment, from what it did earlier in the run. What we take for silence
 * must be longer than that: a fixed wait says something about the machine.
 */
export class Pace {
  readonly exits = new ExitPatience();
  readonly #answers: number[] = [];
  #slowestAnswer = 0;
  #slowestStart = 0;

  /** Looks at a finished exchange. */
  observe({ request, startMs, responseMs }: ExchangeDraft, startUp?: StartUp): void {
    const method = member(request, "method");
    // What a tool takes is its own time.
    if (responseMs === undefined || method === "tools/call") return;
    const took = Math.max(0, responseMs - Math.max(startMs, startUp?.heardMs ?? 0));
    this.#slowestAnswer = Math.max(this.#slowestAnswer, took);
    if (!HARMLESS.has(method)) return;
    this.#answers.push(took);
    if (this.#answers.length > REMEMBERED) this.#answers.shift();
  }

  observeStart(ms: number): void {
    this.#slowestStart = Math.max(this.#slowestStart, ms);
  }

  /** A quiet window: goes by what the server has answered of late. */
  readonly stretchQuiet: Stretch = (ms) => ms + Math.min(MARGIN * Math.max(0, ...this.#answers), MOST_QUIET * ms);

  /** A limit: goes by the slowest answer of all, because many of our own requests may be waiting in line. */
  readonly stretchLimit: Stretch = (ms) => ms + Math.min(MARGIN * this.#slowestAnswer, MOST_LIMIT * ms);

  /**
   * The limit of a process that has said nothing yet: there is no answer to go by, but the system tells which `share` of the
   * time that it wanted it was given a processor.
   */
  stretchStart(ms: number, share: number): number {
    return Math.max(this.stretchLimit(ms), ms * Math.min(1 + MOST_LIMIT, 1 / share));
  }

  /** How much longer a process that has said nothing yet may take to start. */
  startLeft({ openedMs, heardMs }: StartUp, nowMs: number): number {
    return heardMs === undefined ? Math.max(0, openedMs + 2 * this.#slowestStart - nowMs) : 0;
  }
}
