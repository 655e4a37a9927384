import { type Json, member, stringMember } from "../../base/json.ts";
import { deferred } from "../../wire/deferred.ts";
import type { Limits } from "../../wire/limits.ts";
import type { Trouble } from "../../wire/trouble.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import type { ToolChoice } from "./choose-tools.ts";
import { skipUnless } from "./known.ts";
import type { Skip } from "./skip.ts";
import type { StatefulIO } from "./stateful-step.ts";
import type { AskOptions } from "./step.ts";
import { cancelCall, toolCall } from "./tool-call.ts";

/** A tool that asked the client for something while it was called. */
export interface Asker {
  readonly choice: ToolChoice;
  /** Quiet windows in which it asks again, if it was the one that asked. */
  readonly windows: number;
  /** How long the call took; undefined if it was given up. */
  readonly tookMs: number | undefined;
}

/** Quiet windows that every tool gets to ask in. */
const LEAST_WINDOWS = 10;
/** As long as it took the first time says little about the second. */
const MARGIN = 3;
/** Asked in four ways, a tool must be so many times faster than what one call is given. */
const CALLS = 4;

/** What is asked of a client, and the first tool that asked it; a quick one rather than a slow one. */
export class Askers {
  readonly #limits: Limits;
  readonly #byMethod = new Map<string, Asker>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Remembers what was asked during a call; undefined if nothing was. */
  note(choice: ToolChoice, { meanwhile, startMs, responseMs }: ExchangeDraft): Asker | undefined {
    let found: Asker | undefined;
    for (const { message, at_ms } of meanwhile) {
      const method = requestMethod(message);
      if (method === undefined) continue;
      const windows = Math.ceil((MARGIN * (at_ms - startMs)) / this.#limits.quietMs);
      found ??= {
        choice,
        windows: Math.max(LEAST_WINDOWS, windows),
        tookMs: responseMs === undefined ? undefined : responseMs - startMs,
      };
      const before = this.#byMethod.get(method);
      if (!before || (!this.isQuick(before) && this.isQuick(found))) this.#byMethod.set(method, found);
    }
    return found;
  }

  /** Of what came during its call, only what it asked for once more was its own. */
  confirm(asker: Asker, asked: ReadonlySet<string>): void {
    for (const [method, known] of this.#byMethod)
      if (known === asker && !asked.has(method)) this.#byMethod.delete(method);
  }

  /** The tool that asked for this first. */
  first(method: string): Asker | undefined {
    return this.#byMethod.get(method);
  }

  /** Those that may be called some times more, each once. */
  get quick(): readonly Asker[] {
    return [...new Set(this.#byMethod.values())].filter((asker) => this.isQuick(asker));
  }

  /** Why there is nobody to be answered contrarily. */
  get skip(): Skip | undefined {
    if (this.quick.length > 0) return undefined;
    return (
      skipUnless(this.#byMethod.size > 0, "no tool that was called asked the client for something") ?? {
        reason: "timed-out",
        detail: "the tools that asked the client for something take too long to be called again and again",
      }
    );
  }

  /** Whether it may be called some times more. */
  isQuick({ tookMs }: Asker): boolean {
    return tookMs !== undefined && tookMs * CALLS <= this.#limits.toolMs;
  }
}

const requestMethod = (message: Json | undefined): string | undefined =>
  member(message, "id") === undefined ? undefined : stringMember(message, "method");

const UNASKED: Trouble = {
  kind: "timed-out",
  detail: "this time nothing was asked in the time in which it had been before, and the call was given up",
  limit: "quietMs",
};

/** Answered; given up because it did not ask in time; or asked and never answered. */
type AskerEnd = "ended" | "unasked" | "hung";

/**
 * Calls it once more. A call that neither asks nor ends in the time in which it should have asked is given up (unasked);
 * one that asked gets as long as any request, but the run does not wait for it when everything else has been asked. What it
 * asks for is added to `methods`.
 */
export const callAsker = async (
  io: StatefulIO,
  { choice, windows }: Asker,
  as: string,
  methods: Set<string> = new Set(),
): Promise<AskerEnd> => {
  const { promise: asked, resolve: onAsked } = deferred();
  const onMessage: AskOptions["onMessage"] = ({ message }) => {
    const method = requestMethod(message);
    if (method === undefined) return undefined;
    methods.add(method);
    onAsked();
    return undefined;
  };
  const call = io.start(...toolCall(choice, { as, onMessage, deadline: "exchangeMs" }));
  const isUnasked = !(await io.within(Promise.race([asked, call.done]), windows));
  if (isUnasked && call.draft.responseMs === undefined) call.draft.trouble ??= UNASKED;
  if (isUnasked) call.close();
  const draft = await io.outlast(call);
  if (draft.responseMs !== undefined || draft.trouble?.kind !== "timed-out") return "ended";
  await cancelCall(io, draft, `${as}-cancel`);
  return isUnasked ? "unasked" : "hung";
};
