// What a client of ours does differently from a correct one.

import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { OAuthVice } from "./oauth/oauth-vice.ts";
import type { StepVice } from "./step-vice.ts";

export type HeaderPair = readonly [name: string, value: string];

export interface Vice extends StepVice {
  /** Changes a message before it is sent; undefined: it is not sent. */
  readonly edit?: (message: JsonObject) => Json | undefined;
  /** Changes the text that is sent for a message. */
  readonly text?: (text: string, message: JsonObject) => string;
  /** Changes the headers of a request; the message is undefined for GET and DELETE. */
  readonly headers?: (headers: readonly HeaderPair[], message: JsonObject | undefined) => readonly HeaderPair[];
  /** Changes the address a message is sent to. */
  readonly url?: (url: string, message: JsonObject) => string;
  readonly httpMethod?: (message: JsonObject) => string;
  /** Sent, without waiting for an answer, before the message of a method. */
  readonly before?: Readonly<Record<string, readonly Json[]>>;
  /** Sent right after the message of a method, without waiting for its answer. */
  readonly meanwhile?: Readonly<Record<string, readonly Json[]>>;
  /** Sent after the message of a method was answered. */
  readonly after?: Readonly<Record<string, readonly Json[]>>;
  /** What the client declares instead. */
  readonly capabilities?: JsonObject;
  /** Answers to questions of the server: a result, or undefined for none at all. */
  readonly answers?: Readonly<Record<string, (request: JsonObject) => JsonObject | undefined>>;
  /** Methods of the server that are answered only when no request of the client's own is open. */
  readonly answersWhenIdle?: readonly string[];
  /** Whether a stateful client opens a GET stream. */
  readonly opensStream?: boolean;
  /** The id that a stream is resumed with; by default the last one. */
  readonly lastEventId?: string | null;
  /** Goes on with a session that is gone. */
  readonly keepsLostSession?: boolean;
  /** Asks for a stream that often although it is refused. */
  readonly insistsOnStream?: number;
  /** Does not try again where its version was refused; or does so without end. */
  readonly givesUp?: boolean;
  readonly neverGivesUp?: boolean;
  /** The same id for every request of a method. */
  readonly fixedIds?: Readonly<Record<string, number>>;
  /** Ends, as a program does whose exception nobody catches, when the server says this. */
  readonly stopsOn?: (message: Json) => boolean;
  /** Says nothing more, as a program does that waits for what it overlooked, when the server says this. */
  readonly hangsOn?: (message: Json) => boolean;
  /** Takes the first answer for whatever is open. */
  readonly takesAnyAnswer?: boolean;
  /** Hands on the text of a result of a kind that it cannot know. */
  readonly trustsEveryResult?: boolean;
  /** Reads what comes in pieces, each by itself. */
  readonly decodesEachPiece?: boolean;
  /** Whether it asks for another page: the entries of each page so far, the cursor for the next, how often it was asked. */
  readonly wantsPage?: (sizes: readonly number[], cursor: Json | undefined) => boolean;
  /** How often it tries to connect. */
  readonly attempts?: number;
  /** Of a client of both eras: whether an answer to the first request leads to the handshake. */
  readonly fallsBack?: (answer: JsonObject | undefined, status: number | undefined) => boolean;
  /** Of a client of both eras: does not start a process again that ended on its first request. */
  readonly neverRestarts?: boolean;
  /** Goes on with a version that it does not know, or one newer than it asked for. */
  readonly takesAnyVersion?: boolean;
  /** Repeats a call that was answered with this code, that often. */
  readonly repeatsAfter?: { readonly code: number; readonly times: number };
  /** Takes every piece that it reads for a whole message. */
  readonly takesPiecesForLines?: boolean;
  /** Waits on although the process has ended. */
  readonly overlooksEnd?: boolean;
  /** Starts a process again that ended, that often. */
  readonly restarts?: number;
  /** Adds the id of its session to the arguments of calls. */
  readonly leaksSession?: boolean;
  /** Goes on although the first request was refused. */
  readonly goesOnRefused?: boolean;
  /** Signing in. */
  readonly oauth?: OAuthVice;
  /** Does not wait for the answer to this method before it goes on. */
  readonly doesNotWaitFor?: string;
  /** Rounds of questions that are answered before the client gives up; by default 5. */
  readonly rounds?: number;
  /** Changes the repetition of a request that was answered with questions; undefined: none is sent. */
  readonly repeats?: (
    again: JsonObject | undefined,
    result: JsonObject,
    first: JsonObject,
    method: string,
  ) => JsonObject | undefined;
  /** How a request is given up; nothing: it is not said at all. */
  readonly cancelsBy?: readonly ("notice" | "close")[];
  /** One limit for all requests that have one of their own. */
  readonly oneLimit?: number;
  /** Sent when an answer comes to something that was given up. */
  readonly onUnknownAnswer?: JsonObject;
  readonly answersWhatIsCancelled?: boolean;
  /** Takes a cancellation of the server for one of its own requests. */
  readonly cancelsItsOwn?: boolean;
  /** When the address of an elicitation is fetched, and how. */
  readonly visits?: "when-asked" | "after-declining";
  readonly visitsBy?: "GET" | "HEAD";
  /** How often a call is repeated that was refused until the user has signed in. */
  readonly insistsOnLogin?: number;
  /** Repeats that call whatever login is complete. */
  readonly anyLogin?: boolean;
  /** How the tasks of the server are followed. */
  readonly tasks?: TaskVice;
  /** Does not say which task an answer belongs to. */
  readonly forgetsTaskOfAnswers?: boolean;
  /** How the tasks of the client itself behave. */
  readonly ownTasks?: OwnTaskVice;
}

export interface TaskVice {
  /** Whether calls are tasks; by default where the tool demands it and the server offers it. */
  readonly asTask?: (name: string) => boolean;
  /** The pause between polls, whatever the server says. */
  readonly pollMs?: number;
  /** Polls before it gives up. */
  readonly polls?: number;
  /** Waits for a notification in place of polling. */
  readonly waits?: boolean;
  /** Takes the status for the result. */
  readonly takesStatus?: boolean;
  /** Takes the handle for the result. */
  readonly takesHandle?: boolean;
  /** Does not ask for the result where input is required, but goes on polling. */
  readonly ignoresInput?: boolean;
  /** Goes on polling after an error. */
  readonly pollsOnError?: boolean;
  /** Cancels by other means than tasks/cancel. */
  readonly cancelsBy?: "notice" | "nothing";
  /** How what a task asks is answered; by default by one update for each new key. */
  readonly inputBy?: "call" | "every-poll" | "all-keys" | "invented-key" | "nothing";
  /** Takes the acknowledgement of an update for the end. */
  readonly stopsAfterUpdate?: boolean;
  /** Follows handles on methods that have none, or that were not declared. */
  readonly followsAll?: boolean;
}

export interface OwnTaskVice {
  /** Changes an answer about a task. */
  readonly change?: (method: string, answer: JsonObject, params: Json | undefined) => JsonObject;
}

export const CORRECT: Vice = {};
