import { randomBytes } from "node:crypto";
import { defined } from "../../base/defined.ts";
import { groupBy } from "../../base/group-by.ts";
import type { Header } from "../../base/header.ts";
import { isJsonObject, type Json, member, stringMember, valueAt } from "../../base/json.ts";
import type { Masks } from "../../base/mask.ts";
import type { Capture, Exchange } from "../../capture/capture.ts";
import { redactCapture } from "../../capture/redact.ts";
import { secretsOf } from "../../capture/secrets.ts";
import type { Target } from "../../capture/target.ts";
import { HEADER, HEADER_KEY } from "../../protocol/headers.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";
import { headerValues } from "../../wire/http/http-call.ts";
import { fromRawText } from "../../wire/raw-text.ts";
import { captureTarget, targetLabel } from "../captured-target.ts";
import { inParallel } from "../concurrency.ts";
import type { Outgoing, Sending } from "../conversation/conversation.ts";
import type { StdioProcess } from "../conversation/stdio-process.ts";
import { type ExchangeDraft, finishDraft } from "../exchange-draft.ts";
import { openRun, type RunRequest } from "../open-run.ts";
import type { RunContext } from "../run-context.ts";
import { type AnyConversation, openConversation } from "../talk/talk.ts";
import { CarriedValues } from "./carry-over.ts";
import { compareAnswers } from "./compare-answers.ts";
import { nameOf, type ReplayConversation, type ReplayPlan, toolsIn, unsafeCall } from "./plan-replay.ts";
import { recordedAnswers } from "./recorded-answers.ts";
import type { LeftOut, ReplayedAnswer } from "./replay-report.ts";

export interface Replayed {
  readonly answers: readonly ReplayedAnswer[];
  readonly leftOut: readonly LeftOut[];
  /** What was said today, secrets replaced. */
  readonly capture: Capture;
}

/** Sends what was planned, and compares. Never throws for anything the server does. */
export const runReplay = async (
  recorded: Capture,
  plan: ReplayPlan,
  target: Target,
  request: RunRequest,
  masks: Masks,
): Promise<Replayed> => {
  const started_at = new Date().toISOString();
  const { context, end } = openRun(target, { ...request, waitsForTools: true });
  try {
    context.recorder.reserve(plan.conversations.map(({ id }) => id));
    const [first = [], ...others] = processesOf(plan, target);
    const held = await holdInTurn(context, recorded, first, masks);
    // A server that answers nothing is asked once.
    const rest = context.recorder.anyAnswer ? others : [];
    const beside = await inParallel(
      rest.map((turns) => () => holdInTurn(context, recorded, turns, masks)),
      context.concurrency,
    );
    held.push(...beside.flat());
    const session = describeAgain(context, recorded, started_at);
    return {
      answers: held.flatMap(({ answers }) => answers),
      leftOut: [...plan.leftOut, ...held.flatMap(({ leftOut }) => leftOut)],
      capture: redactCapture(session, secretsOf(target, request.baseEnv ?? {}), randomBytes(32)),
    };
  } finally {
    end();
  }
};

interface Held {
  readonly answers: ReplayedAnswer[];
  readonly leftOut: LeftOut[];
}

/** What is held one after the other: the conversations of one process, where the target is a command. */
const processesOf = ({ conversations }: ReplayPlan, target: Target): readonly (readonly ReplayConversation[])[] => [
  ...groupBy(conversations, ({ id, process }) => (target.kind === "stdio" ? process : id)).values(),
];

const holdInTurn = async (
  context: RunContext,
  recorded: Capture,
  turns: readonly ReplayConversation[],
  masks: Masks,
): Promise<Held[]> => {
  const held: Held[] = [];
  let process: StdioProcess | undefined;
  for (const planned of turns) {
    const { left, ...one } = await holdAgain(context, recorded, planned, masks, process);
    held.push(one);
    process = left;
    if (!context.recorder.anyAnswer) break;
  }
  await process?.shutdown();
  return held;
};

/** One conversation again, message by message in the recorded order; also the process that it leaves to the next one. */
const holdAgain = async (
  context: RunContext,
  recorded: Capture,
  planned: ReplayConversation,
  masks: Masks,
  used: StdioProcess | undefined,
): Promise<Held & { readonly left?: StdioProcess | undefined }> => {
  const { id, purpose, transport, exchanges } = planned;
  const opened = openConversation(context, context.target, transport, id, purpose, used);
  const { conversation } = opened;
  const carried = new CarriedValues();
  const dress = dresserFor(context.target, recorded, carried);
  conversation.answerServer = recordedAnswers(recorded, id);
  if ("answerHeaders" in conversation || opened.transport === "streamable-http")
    (conversation as { answerHeaders?: () => readonly Header[] }).answerHeaders = () => dress.usual(undefined);
  if (opened.transport === "http+sse") await opened.conversation.ready;
  const leftOut: LeftOut[] = [];
  const sent: { readonly exchange: Exchange; readonly sending: Sending }[] = [];
  for (const exchange of exchanges) {
    if (context.signal.aborted) break;
    const why = unsafeNow(context, exchange);
    if (why !== undefined) {
      leftOut.push({ ...nameOf(exchange), why });
      continue;
    }
    const sending = send(opened, dress.outgoing(exchange));
    sent.push({ exchange, sending });
    // Where the recorded server said nothing, nobody waits for this one; it may still speak before the end.
    if (isAnswered(exchange) && !hasTwinInFlight(exchange, exchanges)) await settled(exchange, sending);
    dress.learn(exchange, sending.draft);
  }
  await Promise.race([Promise.all(sent.map(({ sending }) => sending.done)), pause(context)]);
  const answers = sent.map(({ exchange, sending }) =>
    forgiveCancelled(
      exchanges,
      exchange,
      compareAnswers(
        exchange,
        finishDraft({ ...sending.draft, endMs: sending.draft.endMs ?? context.now() }, 0),
        masks,
      ),
    ),
  );
  if (opened.transport === "stdio") return { answers, leftOut, left: await opened.conversation.leave() };
  await conversation.close();
  return { answers, leftOut };
};

/** Whether a request that was cancelled is still answered is a matter of who is faster. */
const forgiveCancelled = (
  all: readonly Exchange[],
  { request, trouble }: Exchange,
  answer: ReplayedAnswer,
): ReplayedAnswer => {
  // Some servers answer a cancelled request with an error.
  const isError = ({ path }: ReplayedAnswer["differences"][number]): boolean => path === "error";
  if (answer.state === "same" || (answer.state === "differs" && !answer.differences.some(isError))) return answer;
  // The recorded client left before an answer could come.
  if (answer.state === "new" && (trouble?.kind === "closed" || trouble?.kind === "aborted"))
    return { ...answer, state: "same", differences: [], reason: "nobody waited for the recorded answer" };
  const id = member(request, "id");
  const isCancelled =
    id !== undefined &&
    all.some(
      (other) =>
        stringMember(other.request, "method") === "notifications/cancelled" &&
        valueAt(other.request, "params", "requestId") === id,
    );
  return isCancelled
    ? { ...answer, state: "same", differences: [], reason: "it was cancelled; either is right" }
    : answer;
};

/** A stream that is meant to stay open is there when its head is. */
const settled = async (exchange: Exchange, { done, headed }: Sending): Promise<void> => {
  const isOpen = exchange.http?.method === "GET" || exchange.response === undefined;
  await (isOpen && headed ? headed : done);
};

/** What was sent in one piece with it, or under the same id, is sent before its answer is waited for. */
const hasTwinInFlight = ({ request, seq, response_seq }: Exchange, all: readonly Exchange[]): boolean => {
  const id = member(request, "id");
  if (id === undefined || seq === undefined || response_seq === undefined) return false;
  return all.some(
    (other) =>
      other.seq !== undefined &&
      other.seq > seq &&
      other.seq < response_seq &&
      (other.request_raw !== undefined || member(other.request, "id") === id),
  );
};

const isAnswered = ({ response, response_raw, http }: Exchange): boolean =>
  response !== undefined || response_raw !== undefined || http?.status !== undefined;

/** As long as silence is listened to in a check. */
const pause = ({ limits }: RunContext): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, 2 * limits.quietMs));

const send = ({ conversation }: AnyConversation, outgoing: Outgoing): Sending => conversation.send(outgoing);

/** A tool may have become another one: what today's list says counts too. */
const unsafeNow = ({ recorder, tools: policy }: RunContext, { request }: Exchange): string | undefined => {
  if (stringMember(request, "method") !== "tools/call") return undefined;
  const listed = toolsIn(recorder.drafts as readonly Exchange[]);
  return listed && unsafeCall(member(request, "params"), listed, policy);
};

interface Dresser {
  outgoing(exchange: Exchange): Outgoing;
  usual(message: Json | undefined): Header[];
  learn(exchange: Exchange, draft: ExchangeDraft): void;
}

/** Puts recorded requests into the words of today: the session, cursors and tasks of the server that is asked now. */
const dresserFor = (target: Target, recorded: Capture, carried: CarriedValues): Dresser => {
  const from =
    recorded.target?.kind === "http" && URL.canParse(recorded.target.url) ? new URL(recorded.target.url) : undefined;
  const to = target.kind === "http" ? new URL(target.url) : undefined;
  let sessionId: string | undefined;
  let negotiated: string | undefined;

  /** For a request that was recorded without HTTP. */
  const usual = (message: Json | undefined): Header[] => {
    const meta = valueAt(message, "params", "_meta");
    const version = stringMember(meta, META_KEY.protocolVersion);
    const method = stringMember(message, "method");
    const params = member(message, "params");
    const name = stringMember(params, "name") ?? stringMember(params, "uri");
    return [
      ["Content-Type", "application/json"],
      ["Accept", "application/json, text/event-stream"],
      ...optional(HEADER.sessionId, method === "initialize" ? undefined : sessionId),
      ...optional(HEADER.protocolVersion, version ?? (method === "initialize" ? undefined : negotiated)),
      ...(version === undefined ? [] : [...optional(HEADER.method, method), ...optional(HEADER.name, name)]),
    ];
  };

  const headersOf = (exchange: Exchange, message: Json | undefined): readonly Header[] => {
    if (!exchange.http) return usual(message);
    return exchange.http.request_headers.flatMap(([name, value]): Header[] => {
      // A secret was replaced when it was recorded; the user gives it again, or it is left out.
      if (value.includes("[redacted:")) return [];
      if (name.toLowerCase() === HEADER_KEY.sessionId) return [[name, carried.current(value)]];
      if (name.toLowerCase() === HEADER_KEY.lastEventId) return [[name, carried.current(value)]];
      return [[name, from && to && value === from.origin ? to.origin : value]];
    });
  };

  return {
    usual,
    outgoing: (exchange) => {
      const { request, request_raw, http, step, deliberate } = exchange;
      const message = request === undefined ? undefined : carried.apply(request);
      const address = http?.url !== undefined && URL.canParse(http.url) ? new URL(http.url) : undefined;
      const isEndpoint = recorded.transport === "http+sse" && http?.method === "POST";
      const url = address && to && !isEndpoint ? new URL(`${address.pathname}${address.search}`, to) : undefined;
      return defined({
        step: step ?? nameOf(exchange).asked,
        deliberate,
        message,
        bytes: request_raw ? fromRawText(request_raw) : undefined,
        expect: isAwaited(exchange) ? ("response" as const) : ("nothing" as const),
        deadline:
          http?.method === "GET"
            ? ("runMs" as const)
            : stringMember(request, "method") === "tools/call"
              ? ("toolMs" as const)
              : undefined,
        http: defined({ method: http?.method, headers: headersOf(exchange, message), url }),
      });
    },
    learn: (exchange, draft) => {
      carried.learn(exchange.response, draft.response);
      const [before] = headerValues(exchange.http?.response_headers ?? [], HEADER_KEY.sessionId);
      const [after] = headerValues(draft.http?.response_headers ?? [], HEADER_KEY.sessionId);
      if (before !== undefined && after !== undefined) carried.note(before, after);
      const [id, now] = [exchange.response_sse?.id, draft.response_sse?.id];
      if (id !== undefined && now !== undefined) carried.note(id, now);
      if (stringMember(exchange.request, "method") !== "initialize") return;
      sessionId = after ?? sessionId;
      negotiated = stringMember(member(draft.response, "result"), "protocolVersion") ?? negotiated;
    },
  };
};

const optional = (name: string, value: string | undefined): Header[] => (value === undefined ? [] : [[name, value]]);

/** The recorded client waited for an answer: it has one, or what kept it from coming. */
const isAwaited = ({ response, trouble }: Exchange): boolean => response !== undefined || trouble !== undefined;

const describeAgain = (context: RunContext, recorded: Capture, started_at: string): Omit<Capture, "redaction"> => {
  const snapshot = context.recorder.snapshot();
  const opened = snapshot.exchanges.find(
    ({ request, response }) =>
      /^(?:initialize|server\/discover)$/.test(stringMember(request, "method") ?? "") &&
      isJsonObject(member(response, "result")),
  );
  const result = member(opened?.response, "result");
  const capabilities = member(result, "capabilities");
  return defined({
    format: "mcptest-capture/1" as const,
    server_label: targetLabel(context.target),
    server_capabilities: isJsonObject(capabilities) ? capabilities : null,
    tool: context.client,
    started_at,
    target: captureTarget(context.target),
    transport:
      context.target.kind === "stdio"
        ? ("stdio" as const)
        : recorded.transport === "http+sse"
          ? recorded.transport
          : ("streamable-http" as const),
    server_info: member(result, "serverInfo"),
    era: recorded.era,
    revisions: recorded.revisions,
    limits: context.limits,
    ...snapshot,
    outcome: context.recorder.anyAnswer ? ("complete" as const) : ("unreachable" as const),
  });
};
