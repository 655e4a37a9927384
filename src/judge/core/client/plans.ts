// What a program shows that follows the plan of a scenario: its steps, its markers, and what it reports.

import { groupBy } from "../../../base/group-by.ts";
import { isJsonObject, type Json, member, stringMember } from "../../../base/json.ts";
import type { ScenarioName } from "../../../capture/scenario-names.ts";
import { type Message, NEVER, type Session } from "../../../capture/timeline.ts";
import type { Fact, Item, View } from "../fact.ts";
import { derivedAt, derivedFact, itemsFact, type NamedPlace, placeOf, within } from "./fact.ts";
import { goesOn, hasEnded, runOf, whatFollowed } from "./runs.ts";
import {
  argumentOf,
  bySession,
  firstAfter,
  isCallOf,
  lastBefore,
  messagesIn,
  messagesOf,
  sessionsOf,
  toldBeside,
} from "./view.ts";

const callsIn = (view: View, tool: string): readonly Message[] =>
  messagesIn(view).filter((message) => isCallOf(message, tool) && message.session.scenario !== undefined);

/**
 * The first marker after something in its session. A plan lets a client call echo with an agreed text once a step is done. A client
 * that sends it followed the plan so far: what the step should have shown and did not is then a failure.
 */
export const markerAfter = (view: View, text: string, { session, sentAt }: Message): Message | undefined =>
  firstAfter(view.once(gatherMarkers).get(session)?.get(text) ?? [], sentAt, view, () => true);

const gatherMarkers = (view: View): ReadonlyMap<Session, ReadonlyMap<Json | undefined, readonly Message[]>> =>
  bySession(callsIn(view, "echo"), (call) => argumentOf(call, "text"));

export const markersIn = (view: View, text: string): readonly Message[] =>
  callsIn(view, "echo").filter((call) => argumentOf(call, "text") === text);

/** A call of echo, with its 1-based number in the conversation. */
export interface EchoStep {
  readonly call: Message;
  readonly number: number;
}

export const stepsIn = (view: View): readonly EchoStep[] => view.once(gatherSteps);

const gatherSteps = (view: View): readonly EchoStep[] =>
  [...groupBy(callsIn(view, "echo"), ({ session }) => session.conversation).values()].flatMap((calls) =>
    calls.map((call, index) => ({ call, number: index + 1 })),
  );

/** A client whose calls carry the texts of the plan does what the plan says; what another wanted to do next is not known. */
export const isPlanned = ({ call, number }: EchoStep): boolean => argumentOf(call, "text") === `step ${number}`;

/** Whether the client of a session follows the plan. */
export const isPlannedIn = (view: View, session: Session): boolean => view.once(gatherPlanned).has(session);

const gatherPlanned = (view: View): ReadonlySet<Session> =>
  new Set(stepsIn(view).flatMap((step) => (isPlanned(step) ? [step.call.session] : [])));

/** A request that a client sends because it goes on with its work. */
const isWork = ({ kind, method }: Message): boolean =>
  kind === "request" && method !== "initialize" && method !== "ping" && method !== "server/discover";

/** What the client did after a message: undefined where nothing follows from it. */
const whatCame = ({ session, sentAt }: Message, follows: boolean, view: View): string | undefined => {
  if (firstAfter(session.messages, sentAt, view, isWork)) return "went-on";
  if (!follows) return undefined;
  return session.end === "itself" ? "ended" : session.end === "silence" ? "silent" : undefined;
};

export const END_WORDS = {
  ended: "the end of the client, which had more to do",
  silent: "silence, although the client had more to do",
} as const;

/** What a client did after something unusual in a scenario. */
const aftermathFact = (
  name: string,
  {
    scenario,
    after,
    ...head
  }: {
    readonly doc: string;
    readonly scenario: ScenarioName;
    readonly missing: string;
    readonly after: (view: View) => readonly (readonly [message: Message, follows: boolean])[];
  },
): Fact =>
  itemsFact(name, {
    ...{ ...head, type: "went-on, ended or silent", scenarios: [scenario], words: END_WORDS },
    among: (view) =>
      after(view).flatMap(([message, follows]) => {
        const came = message.session.scenario === scenario ? whatCame(message, follows, view) : undefined;
        return came === undefined ? [] : derivedAt(message, came);
      }),
  });

/** What a client did after some of the calls of echo in a scenario, which were answered in an unusual way. */
export const stepFact = (name: string, what: string, scenario: ScenarioName, ...numbers: readonly number[]): Fact =>
  aftermathFact(name, {
    doc: `What the client did ${what}.`,
    scenario,
    missing: `the client calls echo ${Math.max(...numbers)} times in the scenario ${scenario} and goes on, or follows the plan`,
    after: (view) =>
      stepsIn(view)
        .filter(({ number }) => numbers.includes(number))
        .map((step) => [step.call, isPlanned(step)]),
  });

/** What a client did after the answer to one method, in a scenario. */
export const afterMethodFact = (
  name: string,
  { method, ...head }: Omit<Parameters<typeof aftermathFact>[1], "after"> & { readonly method: string },
): Fact =>
  aftermathFact(name, {
    ...head,
    after: (view) => messagesOf(view, method).map((message) => [message, isPlannedIn(view, message.session)]),
  });

/** What a program said came of a step of its plan, or of a call. */
export interface StepReport extends NamedPlace {
  readonly sent: Message;
  /** The step that it names; undefined in a report of a call. */
  readonly step: string | undefined;
  readonly outcome: Json | undefined;
  /** Everything it says of the step, as one text. */
  readonly text: string;
  /** The call that it names, or the last request before it that is not a report. */
  readonly about: Message | undefined;
}

const REPORT = "report";

export const isReport = (message: Message): boolean => isCallOf(message, REPORT);

const gatherReports = (view: View): readonly StepReport[] => {
  return callsIn(view, REPORT).map((sent) => ({
    ...within(sent, "/params/arguments"),
    ...{ sent, name: stringMember(member(sent.params, "arguments"), "step") },
    step: stringMember(member(sent.params, "arguments"), "step"),
    outcome: argumentOf(sent, "outcome"),
    text: JSON.stringify(argumentOf(sent, "value") ?? null),
    about: callNamedBy(sent, view) ?? requestBefore(sent, view),
  }));
};

const callNamedBy = (report: Message, view: View): Message | undefined => {
  const of = argumentOf(report, "of");
  if (typeof of !== "string") return undefined;
  const calls = report.session.byMethod.get("tools/call") ?? [];
  return lastBefore(calls, report.sentAt, view, (one) =>
    [member(one.params, "name"), argumentOf(one, "text")].includes(of),
  );
};

const requestBefore = ({ session, sentAt }: Message, view: View): Message | undefined =>
  lastBefore(
    runOf(session, view)?.exchanges ?? [],
    sentAt,
    view,
    (one) => one.method !== undefined && one.id !== undefined && !isReport(one),
  );

const allReports = (view: View): readonly StepReport[] => view.once(gatherReports);

/** Every report of a step, in the order of sending. */
export const stepReports = (view: View, ...steps: readonly string[]): readonly StepReport[] =>
  allReports(view).filter(
    ({ step, outcome }) =>
      step !== undefined &&
      (outcome === "result" || outcome === "error") &&
      (steps.length === 0 || steps.includes(step)),
  );

/** Reports of calls, each with the call that it is about. */
export const callReports = (view: View): readonly (StepReport & { readonly about: Message })[] =>
  allReports(view).flatMap((report) => {
    const about = callNamedBy(report.sent, view);
    return about ? [{ ...report, ...report.sent.source, name: report.sent.method, about }] : [];
  });

/**
 * Whether the program follows plans: then a step that it was told and did not do is one that it could not do. A report of a call
 * shows less: a program that sends it may not know reports of steps, and leaves them out.
 */
export const followsPlan = (view: View): boolean => view.once(gatherStepReports).length > 0;

const gatherStepReports = (view: View): readonly StepReport[] => stepReports(view);

/** Whether any run shows that a program validates structured results: it refused one that does not fit. */
export const validates = (view: View): boolean =>
  stepReports(view, "wrong-structure").some(({ outcome }) => outcome === "error");

/** Texts in answers of ours that a client has to have if it has the answer. */
const MARKER = /mcptest-[a-z0-9-]+/g;

/** How much of what was answered the report has. */
const completeness = ({ about, text }: StepReport): string => {
  const result = about?.result;
  // What the server says of itself is no part of what was asked for.
  const asked = isJsonObject(result) ? Object.entries(result).filter(([key]) => key !== "_meta") : [];
  const sent = new Set(JSON.stringify(Object.fromEntries(asked)).match(MARKER) ?? []);
  const had = [...sent].filter((marker) => text.includes(marker));
  if (sent.size === 0) return "nothing-to-have";
  return had.length === sent.size ? "all" : had.length === 0 ? "none" : "some";
};

const SERIAL = /serial-\d+/;

/** Whether the report shows an answer that an earlier one showed already. */
const novelty = ({ text, sent }: StepReport, view: View): string => {
  const serial = SERIAL.exec(text)?.[0];
  if (serial === undefined) return "none";
  const [first] = view.once(groupBySerial).get(sent.session)?.get(serial) ?? [];
  return first && first.sent.sentAt < sent.sentAt ? "repeated" : "new";
};

const groupBySerial = (
  view: View,
): ReadonlyMap<Session, ReadonlyMap<string | undefined, readonly { readonly sent: Message }[]>> => {
  const reports = stepReports(view).map(({ sent, text }) => ({ sent, session: sent.session, text }));
  return bySession(reports, ({ text }) => SERIAL.exec(text)?.[0]);
};

/** What a program reported of some steps. Nothing is known of programs that report nothing. */
export const reportFact = (
  name: string,
  about: string,
  scenario: ScenarioName,
  steps: readonly string[],
  words: Readonly<Record<string, string>> = {},
  /** A notification without which the step shows nothing. */
  needed?: string,
): Fact =>
  derivedFact(name, {
    doc: `What a program that follows a plan reports of ${about}.`,
    type: "object: step, outcome (result, error), has (all, some, none, nothing-to-have: of the texts that were answered), flagged (whether it says isError), answer (new, repeated, none: whether an earlier report showed the same answer)",
    derived: ["has", "flagged", "answer"],
    scenarios: [scenario],
    words: {
      some: "a report without a part of what was answered",
      none: "a report without anything of what was answered",
      ...words,
    },
    missing: `a program follows the plan of the scenario ${scenario} and reports what came of it`,
    among: (view) =>
      stepReports(view, ...steps).filter(
        ({ sent }) => sent.session.scenario === scenario && (needed === undefined || wasTold(needed, sent, view)),
      ),
    say: (report, view) => ({
      step: report.step ?? "",
      outcome: report.outcome ?? "",
      has: completeness(report),
      flagged: report.text.includes('"isError":true'),
      answer: novelty(report, view),
    }),
  });

const wasTold = (method: string, { session, sentAt }: Message, view: View): boolean =>
  lastBefore(toldBeside(session, view), sentAt, view, (one) => one.method === method) !== undefined;

interface AfterAnswers extends Pick<Fact, "doc" | "words"> {
  readonly scenarios: readonly ScenarioName[];
  /** Whether a message was answered in the form that the fact is about. */
  readonly after: (message: Message) => boolean;
}

const FOLLOWED = {
  type: "went-on or stopped",
  missing: "the client gets such an answer and goes on",
} as const;

/**
 * Whether a program went on after answers of one kind, where its plan says so. Errors end many programs, and no rule forbids
 * that: only of one that is known to report errors can be said that it stopped.
 */
export const plannedFact = (name: string, { after, ...head }: AfterAnswers): Fact =>
  itemsFact(name, {
    ...head,
    ...FOLLOWED,
    among: (view) =>
      messagesIn(view).flatMap((message): Item[] => {
        const run = runOf(message.session, view);
        if (!run || !head.scenarios.some((one) => one === run.scenario) || !after(message)) return [];
        if (message.answeredAt === NEVER) return [];
        if (goesOn(run, message.answeredAt, view)) return [derivedAt(message, "went-on")];
        return hasEnded(run) && followsPlan(view) ? [derivedAt(message, "stopped")] : [];
      }),
  });

/** Whether clients went on after answers of one form. */
export const formFact = (name: string, { after, ...head }: AfterAnswers): Fact =>
  itemsFact(name, {
    ...head,
    ...FOLLOWED,
    words: { stopped: "nothing more, although the program goes on after such an answer elsewhere" },
    among: (view) =>
      sessionsOf(view, ...head.scenarios)
        .flatMap(({ exchanges }) => exchanges.filter(after))
        .flatMap((message): Item[] => {
          const value = whatFollowed(message, view);
          return value ? [{ ...placeOf(message, "/response"), value, name: message.method }] : [];
        }),
  });
