import { isJsonObject, type Json, type JsonObject, listMember, member } from "../base/json.ts";
import { VERSION } from "../base/version.ts";
import type { Capture } from "../capture/capture.ts";
import { kindsOf, type ScriptedAnswers } from "../probe/talk/client-answers.ts";
import type { Revision } from "../protocol/revision.ts";
import { checkOutput } from "../suite/functional/run-test.ts";
import type { Answer } from "../suite/session/answer.ts";
import { SchemaChecker } from "../suite/session/check-schema.ts";
import type { ListedName, ScriptedSession } from "../suite/session/session.ts";
import { SessionRun } from "../suite/session/session-run.ts";
import type { Limits } from "../wire/limits.ts";
import { type TargetLike, toTarget } from "./to-target.ts";

export interface ConnectOptions {
  /** Speak this revision; by default the newest that the server speaks. */
  readonly revision?: Revision;
  readonly limits?: Partial<Limits>;
  /** Who we say we are. */
  readonly client?: { readonly name: string; readonly version: string };
  /** What the client says when the server elicits, samples or asks for roots, in turn; only these are declared. */
  readonly answers?: ScriptedAnswers;
  /** The environment a command starts from; by default the small one of the command line. */
  readonly baseEnv?: Readonly<Record<string, string>>;
  /** Ends the session. */
  readonly signal?: AbortSignal;
}

/** What a tool answered. `T` is what its structured content is, which nobody checks but `outputProblem`. */
export interface CallAnswer<T extends Json = Json> extends Answer {
  /** A result came, and it reports no error. */
  readonly ok: boolean;
  readonly isError: boolean;
  readonly content: readonly JsonObject[];
  readonly structuredContent?: T;
  /** How the structured content misses the tool's output schema; null: it does not, or there is none. */
  readonly outputProblem: string | null;
}

export interface Server {
  readonly revision: Revision;
  /** What the server says of itself. */
  readonly info: Json | undefined;
  readonly capabilities: Json | null;
  call<T extends Json = Json>(tool: string, args?: JsonObject): Promise<CallAnswer<T>>;
  read(uri: string): Promise<Answer>;
  prompt(name: string, args?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Suggestions for an argument of a prompt (`{prompt}`) or of a resource template (`{resource}`). */
  complete(
    of: { readonly prompt: string } | { readonly resource: string },
    argument: string,
    value: string,
  ): Promise<Answer>;
  /** All pages. */
  listTools(): Promise<readonly JsonObject[]>;
  listResources(): Promise<readonly JsonObject[]>;
  listTemplates(): Promise<readonly JsonObject[]>;
  listPrompts(): Promise<readonly JsonObject[]>;
  /** Any request, for what has no method here. */
  send(method: string, params?: JsonObject): Promise<Answer>;
  /** What the client says from now on when it is asked; only what was declared on connecting will be asked. */
  answerWith(answers: ScriptedAnswers): void;
  /** Everything that was said so far, secrets replaced: judge it, save it, report it. */
  capture(): Promise<Capture>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A session in a test may take as long as the test. */
const DAY_MS = 24 * 60 * 60_000;

const OPEN_ENDED = { runMs: DAY_MS, toolMs: 60_000, exchangeMs: 60_000, messages: 1_000_000, serverRequests: 100_000 };

/** `baseEnv` is what a command starts from unless the options say otherwise. */
export const connectTo = async (
  target: TargetLike,
  baseEnv: Readonly<Record<string, string>>,
  options: ConnectOptions,
): Promise<Server> => {
  const { answers, limits, revision, signal, client = { name: "mcptest", version: VERSION } } = options;
  const run = new SessionRun(toTarget(target), {
    client,
    limits: { ...OPEN_ENDED, ...limits },
    baseEnv: options.baseEnv ?? baseEnv,
    ...(revision === undefined ? {} : { revision }),
    ...(signal ? { signal } : {}),
  });
  try {
    const session = await run.open("session", "a program", kindsOf(answers));
    session.answerWith(answers);
    return serverOf(run, session, await run.describe());
  } catch (error) {
    await run.close();
    throw error;
  }
};

const serverOf = (
  run: SessionRun,
  session: ScriptedSession,
  { info, capabilities }: Awaited<ReturnType<SessionRun["describe"]>>,
): Server => {
  const schemas = new SchemaChecker();
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= Promise.all([run.close(), schemas.close()]).then(() => undefined);
    return closing;
  };
  const list = async (kind: ListedName, key: string): Promise<readonly JsonObject[]> =>
    listMember((await session.list(kind)).result, key).filter(isJsonObject);
  return {
    revision: session.revision,
    info,
    capabilities,
    call: async <T extends Json>(tool: string, args: JsonObject = {}) =>
      toCallAnswer<T>(await session.call(tool, args), tool, session, schemas),
    read: (uri) => session.send("resources/read", { uri }),
    prompt: (name, args) => session.send("prompts/get", { name, ...(args ? { arguments: { ...args } } : {}) }),
    complete: (of, name, value) =>
      session.send("completion/complete", {
        ref: "prompt" in of ? { type: "ref/prompt", name: of.prompt } : { type: "ref/resource", uri: of.resource },
        argument: { name, value },
      }),
    listTools: () => list("tools", "tools"),
    listResources: () => list("resources", "resources"),
    listTemplates: () => list("templates", "resourceTemplates"),
    listPrompts: () => list("prompts", "prompts"),
    send: (method, params) => session.send(method, params),
    answerWith: (answers) => session.answerWith(answers),
    capture: () => run.capture(),
    close,
    [Symbol.asyncDispose]: close,
  };
};

const toCallAnswer = async <T extends Json>(
  answer: Answer,
  tool: string,
  session: ScriptedSession,
  schemas: SchemaChecker,
): Promise<CallAnswer<T>> => {
  const { result } = answer;
  const isError = member(result, "isError") === true;
  const output = await checkOutput(session, tool, answer, schemas);
  const structured = member(result, "structuredContent");
  return {
    ...answer,
    ok: answer.outcome === "result" && !isError,
    isError,
    content: listMember(result, "content").filter(isJsonObject),
    ...(structured === undefined ? {} : { structuredContent: structured as T }),
    outputProblem: output?.valid === false ? `structuredContent${output.at}: expected ${output.expected}` : null,
  };
};
