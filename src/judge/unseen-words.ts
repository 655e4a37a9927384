import type { Role } from "./core/client.ts";
import { isSeenWhole, type JudgedOutcome } from "./judged.ts";

/** Why a server that was not seen as a whole gets no grade: in a phrase, and as a sentence that says what to do. */
const WORDS = {
  aborted: {
    phrase: "the run was interrupted",
    sentence: "The run was interrupted before everything was asked, so there is no grade; run it again to the end.",
  },
  unreachable: {
    phrase: "nothing answered",
    sentence: "Nothing answered, so nothing could be judged.",
  },
  "auth-required": {
    phrase: "the server asks for credentials first",
    sentence: "The server asks for credentials first; most of it could not be judged.",
  },
  "run-timed-out": {
    phrase: "the run was out of time",
    sentence: "The run was out of time before everything was asked, so there is no grade; --run-timeout gives it more.",
  },
  "no-handshake": {
    phrase: "no handshake was completed",
    sentence: "No handshake was completed: neither initialize nor server/discover succeeded, so there is no grade.",
  },
  "no-metadata": {
    phrase: "no metadata of an authorization server was found",
    sentence: "Nothing there says that it is an authorization server: no metadata was found that may be used.",
  },
  "limit-exceeded": {
    phrase: "a limit was reached",
    sentence:
      "A limit was reached before every requirement could be judged, so there is no grade; --limit name=value raises it.",
  },
  "stopped-serving": {
    phrase: "the server stopped serving",
    sentence:
      "From some request on the server was gone or answered everything with HTTP 5xx, so there is no grade; mend that (its own log says why) and run again.",
  },
} as const satisfies Record<Exclude<JudgedOutcome, "complete">, { readonly phrase: string; readonly sentence: string }>;

const wordsOf = (outcome: JudgedOutcome | null): (typeof WORDS)[keyof typeof WORDS] | undefined =>
  isSeenWhole(outcome) ? undefined : WORDS[outcome as keyof typeof WORDS];

export const unseenPhrase = (outcome: JudgedOutcome | null, role: Role = "server"): string | undefined =>
  clientWords(outcome, role)?.phrase ?? wordsOf(outcome)?.phrase;

export const unseenSentence = (outcome: JudgedOutcome | null, role: Role = "server"): string | undefined =>
  clientWords(outcome, role)?.sentence ?? wordsOf(outcome)?.sentence;

/** Where a client is judged, what did not come about is another thing. */
const CLIENT_WORDS = {
  unreachable: {
    phrase: "no client said anything",
    sentence: "No client said anything, so nothing could be judged.",
  },
  aborted: {
    phrase: "the run was interrupted",
    sentence: "The run was interrupted before the session was over, so there is no grade; run it again to the end.",
  },
  "auth-required": {
    phrase: "the server asked the client for credentials, and the client had none",
    sentence: "The server asked the client for credentials, and the client had none; most of it could not be judged.",
  },
} as const;

const clientWords = (
  outcome: JudgedOutcome | null,
  role: Role,
): { readonly phrase: string; readonly sentence: string } | undefined =>
  role === "client" && outcome !== null && outcome in CLIENT_WORDS
    ? CLIENT_WORDS[outcome as keyof typeof CLIENT_WORDS]
    : undefined;
