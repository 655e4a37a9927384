import type { Json, JsonObject } from "../../base/json.ts";
import type { ScenarioName } from "../../capture/scenario-names.ts";
import type { Era, Revision } from "../../protocol/revision.ts";
import type { Authorization } from "./authorization.ts";

/** What the server of a scenario is: it may know one era, or both. */
export type Face = "stateful" | "stateless" | "dual";

/**
 * One thing that the server does. In a message `"$id"` stands for the id of the request at hand, `"$token"` for its progress token,
 * `"$subscription"` for the id of the open subscription, `"$requested"` for the version that initialize asks for, `"$older"` for the
 * next older one, `"$session"` for a text that is different in each process, `"$task"` for the task that the client handed out last,
 * `"$serial"` for a text that no other answer has; `"$origin/"` at the beginning of a text for where our server listens, and
 * `"$canary/"` for an address of ours that nobody has a reason to ask for.
 */
export type Action =
  /** Answers as a plain server would. */
  | { readonly do: "answer" }
  | { readonly do: "result"; readonly result: JsonObject }
  | { readonly do: "error"; readonly error: { readonly code: number; readonly message: string; readonly data?: Json } }
  | {
      readonly do: "notify";
      readonly method: string;
      readonly params?: JsonObject;
      /** Where the client listens: its GET stream, stdout, or its subscription; not sent where it does not. */
      readonly where?: "listening";
      /** Only to clients of this era. */
      readonly era?: Era;
      /** That often; once by default. */
      readonly times?: number;
    }
  /** Asks the client something and waits for its answer, but not for long. */
  | {
      readonly do: "ask";
      readonly method: string;
      readonly params?: JsonObject;
      readonly id: string | number;
      readonly waitMs?: number;
      readonly only?: Declaration;
    }
  /** Any JSON, right or wrong. */
  | { readonly do: "message"; readonly message: Json }
  /** Any text: a line on stdio, the data of an event over HTTP. */
  | { readonly do: "text"; readonly text: string }
  /** Bytes of an event stream as they are; nothing on stdio. */
  | { readonly do: "stream"; readonly text: string }
  | { readonly do: "wait"; readonly ms: number }
  /** Answers in pieces, cut within a character of several bytes where there is one, with a pause after each. */
  | { readonly do: "split"; readonly result?: JsonObject; readonly gapMs: number }
  /** Messages and the plain answer in one write. */
  | { readonly do: "joined"; readonly messages: readonly Json[] }
  | {
      readonly do: "repeat";
      readonly times: number;
      readonly actions: readonly Exclude<Action, { do: "end-stream" | "close" }>[];
    }
  /** Waits until the client says something else, but not for longer. */
  | { readonly do: "hold"; readonly ms: number }
  /** Waits until the client has answered what it was asked under this id, but not for longer; if it was never asked, not at all. */
  | { readonly do: "await"; readonly id: string | number; readonly ms: number }
  /** From now on the scenario is in another phase. */
  | { readonly do: "phase"; readonly phase: string }
  /** Ends the stream; what follows is said when the client resumes it. */
  | { readonly do: "end-stream" }
  /** Ends the stream for good. */
  | { readonly do: "close" }
  /** Closes the connection, or on stdio the process's output. */
  | { readonly do: "break" }
  /** Over HTTP an answer of its own, without any message of the protocol unless the body is one. */
  | {
      readonly do: "status";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: Json;
    }
  /** From now on the session is unknown: 404. */
  | { readonly do: "forget-session" };

/** What the client declares, as paths into its capabilities: `sampling.tools`. One that declares nothing anywhere meets all. */
export interface Declaration {
  readonly declares?: string;
  readonly lacks?: string;
}

/** When a reaction takes place. All members given have to hold. */
export interface Occasion extends Declaration {
  /** `*` is any request. */
  readonly method: string;
  /** The tool, prompt, resource or task that is named. */
  readonly name?: string;
  /** The first time, of those with this name if one is given, is 1; absent: every time. */
  readonly time?: number;
  /** Only if the params have this member. */
  readonly has?: string;
  /** Only in this phase; absent: in any. */
  readonly phase?: string;
  /** Over HTTP: only if the request lacks this header. */
  readonly lacksHeader?: string;
  /** Only if the request repeats one that was answered with input_required. */
  readonly repeats?: boolean;
}

export interface Reaction {
  readonly on: Occasion;
  readonly actions: readonly Action[];
}

export interface OfferedTool {
  readonly tool: JsonObject & { readonly name: string };
  /** What a call returns; absent: the arguments as text. */
  readonly result?: JsonObject;
}

/** What a server lists; absent members are those of the plain server, empty ones are not offered. */
export interface Offer {
  readonly capabilities?: JsonObject;
  readonly instructions?: string;
  /** How the server names itself; null: not at all, in the era in which it may. */
  readonly serverInfo?: JsonObject | null;
  readonly tools?: readonly OfferedTool[];
  readonly resources?: readonly JsonObject[];
  readonly templates?: readonly JsonObject[];
  readonly prompts?: readonly JsonObject[];
  /** Entries on each page of a list; absent: all on one. */
  readonly pageSize?: number;
}

export interface AnswerRules {
  /** `echo`: with all texts that were handed to the model; `refuse`: as a user who says no. Absent: with some text. */
  readonly sampling?: "echo" | "refuse";
  /** Absent: accept with values that fit, defaults as they are. */
  readonly elicitation?: "decline" | "cancel";
  /** Answers take that long. */
  readonly delayMs?: number;
}

/** What a program that follows a plan does. docs/client.md describes each for authors of such programs. */
export type Operation =
  | { readonly op: "connect" }
  | { readonly op: "list"; readonly what: "tools" | "resources" | "templates" | "prompts" }
  | {
      readonly op: "call";
      readonly name: string;
      readonly arguments?: JsonObject;
      readonly progress?: true;
      /**
       * Afterwards the tool `report` is called with this as `of`, and with what came: `text`, the text of the first content block, or
       * `failed: true`; with `progress`, a list of the values that came, where progress was asked for.
       */
      readonly report?: string;
      /** Cancels it that long after it was sent, or of a task after its handle came. */
      readonly cancelAfterMs?: number;
      /** The limit of this call. */
      readonly timeoutMs?: number;
    }
  | { readonly op: "read"; readonly uri: string }
  | { readonly op: "get"; readonly name: string; readonly arguments?: JsonObject }
  | { readonly op: "complete"; readonly ref: JsonObject; readonly argument: JsonObject; readonly context?: JsonObject }
  | { readonly op: "subscribe" | "unsubscribe"; readonly uri: string }
  /** In the stateless era a subscription, for that long; 0 is to the end. In the stateful era nothing. */
  | { readonly op: "listen"; readonly notifications: JsonObject; readonly forMs: number }
  | { readonly op: "set-level"; readonly level: string }
  | { readonly op: "ping" }
  /** Uses everything that the client itself shows of a kind: calls, reads or gets each, with values made from its schema. */
  | { readonly op: "use-all"; readonly what: "tools" | "resources" | "prompts" }
  /** Reads what a template gives with these values. */
  | { readonly op: "read-template"; readonly template: string; readonly values: Readonly<Record<string, string>> }
  /** Calls `through` with `{"schema": …}`: the input schema of the tool `of`, as the client has it. */
  | { readonly op: "echo-schema"; readonly of: string; readonly through: string }
  /** Calls the tool `report` with what came of the operation before. */
  | { readonly op: "report"; readonly step: string }
  | { readonly op: "parallel" | "sequence"; readonly operations: readonly Operation[] }
  /** How the client answers what it is asked from now on: as a user or a model would. */
  | ({ readonly op: "answers" } & AnswerRules)
  | { readonly op: "change-roots" }
  | { readonly op: "wait"; readonly ms: number }
  | { readonly op: "close" };

/** Something a client is put through. Everything that is not said here a scenario does as a plain, correct server. */
export interface Scenario {
  readonly name: ScenarioName;
  readonly face: Face;
  /** The revisions the server knows; absent: all of its era. */
  readonly revisions?: readonly Revision[];
  /** Absent: both. */
  readonly transport?: "http" | "stdio";
  /** The scenario of the official suite that makes a program written for it do what is needed here. */
  readonly official?: string;
  /** What the client has to declare for anything to happen here, as a path: one that does not is spared it. */
  readonly needs?: string;
  /** The server breaks rules of its own here, on purpose. */
  readonly deliberate?: true;
  /** Requests of the stateless era that name no version are answered all the same. */
  readonly unversioned?: "answered";
  readonly offers?: Offer;
  readonly reactions?: readonly Reaction[];
  /** What the server does on its own once the client is ready: on the stream it listens on, else before the first answer. */
  readonly whenReady?: readonly Action[];
  /** Answers to what a server of the other era would be asked first. Absent: as a correct server does. */
  readonly otherEra?: readonly Action[];
  readonly http?: {
    /** Absent: ids. */
    readonly sessions?: "none";
    /** How GET is answered in the stateful era; absent: with a stream. */
    readonly get?: "refused";
    /** What is said on a GET stream as soon as it is open. */
    readonly onGet?: readonly Action[];
    /** Every answer is an event stream; or every second one, or all of them with an empty event first, or in every form the format allows. */
    readonly streams?: true | "every-second" | "primed" | "odd-form";
    /** Content-Type of answers that are no stream. */
    readonly jsonType?: string;
    /** The names of headers in letters of mixed size. */
    readonly headerNames?: "odd-case";
    /** The session id that is handed out; absent: one that cannot be guessed. */
    readonly sessionId?: string;
    /** What an accepted notification or answer is answered with beside 202; absent: nothing. */
    readonly accepted?: "with-body";
    /** HTTP+SSE, which Streamable HTTP replaced: the stream names this address for messages, and POST at the endpoint is refused. */
    readonly old?: { readonly endpoint: string; readonly refusal?: 404 | 405 };
  };
  /** On stdio: somebody listens at `$canary/` whom no client has a reason to ask. */
  readonly beside?: true;
  /** The server is protected. */
  readonly authorization?: Authorization;
  readonly plan?: readonly Operation[];
  /** What a program written for the official suite is given in MCP_CONFORMANCE_CONTEXT, beside the name. */
  readonly context?: JsonObject;
  /** What a person has to do, one short sentence each; absent: connect and use a tool. */
  readonly instructions?: readonly string[];
  /** How long a client may be silent before the scenario is over; absent: as usual. */
  readonly quietMs?: number;
}

/** What a program does where a scenario names nothing else. */
export const USUAL_PLAN: readonly Operation[] = [
  { op: "connect" },
  { op: "list", what: "tools" },
  { op: "call", name: "add", arguments: { a: 2, b: 3 } },
  { op: "report", step: "sum" },
  { op: "close" },
];
