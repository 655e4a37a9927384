import type { ToolFinding, WorkId } from "./tool-outcomes.ts";

/** What a WORK id stands for. */
export interface WorkRule extends Pick<ToolFinding, "severity" | "fix"> {
  readonly title: string;
  /** When it is found, and when not. */
  readonly when: string;
  readonly why: string;
  readonly example: string;
}

/** Characters of text beyond which a model's client cuts an answer off: 25,000 tokens of about four characters. */
export const MOST_CHARACTERS = 100_000;

/** How long the official SDKs' clients wait for an answer by default. */
export const CLIENT_PATIENCE_MS = 60_000;

/** Not rules of the specification: a server can keep to every one of those and have tools that do not work. */
export const WORK_RULES = {
  "WORK-001": {
    title: "The tool fails on arguments that its own schema allows",
    severity: "error",
    when: "It answered two calls with an error, each with other arguments that its inputSchema allows (one that takes none was called twice), and no call with a result. An error about the value it was given, about permission, credentials, configuration, the network or a limit is none of this: it is what the tool was asked for, and it said so.",
    why: "A model fills in the schema, gets an error that names nothing it could change, and can only give up.",
    example: '{"isError": true, "content": [{"type": "text", "text": "boom"}]} to every call',
    fix: "Call the tool with these arguments and mend what it throws. If some values cannot work, say so in the schema or in the error: name the argument and what it may be.",
  },
  "WORK-002": {
    title: "A result breaks the tool's own outputSchema",
    severity: "error",
    when: "A successful result has no structuredContent although the tool declares an outputSchema, or one that the schema does not allow.",
    why: "Clients of the official SDKs check it and throw the whole answer away: the caller sees an error in place of a result.",
    example: 'outputSchema wants {"count": number}; the result is {"count": "three"}',
    fix: "Return structuredContent that the outputSchema allows, or correct the schema to what the tool returns.",
  },
  "WORK-003": {
    title: "The answer is a stack trace or the text of an internal error",
    severity: "warning",
    when: "An error, or a result that is nothing else, holds a stack trace or a message that only the runtime writes, such as reading a property of undefined.",
    why: "It is a bug that nobody caught. The caller cannot act on it, and it shows paths and code to whoever asks.",
    example: "TypeError: Cannot read properties of undefined (reading 'rows')",
    fix: "Catch the error, mend its cause, and answer with isError and one sentence that says what the caller can do; write the trace to stderr.",
  },
  "WORK-004": {
    title: "A call ended the process",
    severity: "error",
    when: "The process ended while this call was the only thing it had to do, in a fresh process; over HTTP, the server was gone from then on, no other tool was being called, and nothing wrong on purpose was under way.",
    why: "One call takes the server away from everybody: the session and every other tool are gone.",
    example: "an exception outside any handler, or process.exit() in a tool",
    fix: "Find what ends the process (an unhandled exception or rejection, exit, a crash in native code) and turn it into an answer with isError.",
  },
  "WORK-005": {
    title: "The answer is larger than a model can take",
    severity: "warning",
    when: "An answer has more than 100,000 characters of text, about 25,000 tokens; images, audio and binary resources do not count.",
    why: "Clients cut such answers off or refuse them, and what gets through fills the context of the model.",
    example: "a list of all 40,000 rows",
    fix: "Return a page with a way to ask for the next, a summary, or a resource link; let the caller say how much it wants.",
  },
  "WORK-006": {
    title: "The tool takes longer than clients wait",
    severity: "warning",
    when: "No answer within 60 seconds, where --limit tool-ms let mcptest wait that long. A call that mcptest cancelled earlier is no finding.",
    why: "Clients of the official SDKs give up after 60 seconds unless they were told otherwise; the work is then done for nobody.",
    example: "an answer after 75 seconds",
    fix: "Answer faster, or run it as a task, or send progress and document that callers need a longer time limit.",
  },
  "WORK-007": {
    title: "The tool declares readOnlyHint: true, and its own words say the opposite",
    severity: "warning",
    when: "Its name begins with a verb that destroys (delete, destroy, erase, nuke, overwrite, purge, revoke, uninstall, wipe), or its description begins with what it changes (Sends, Deletes, Permanently removes). A name of a thing (delete_policy, purge_status), a dry run and a description that begins with reading are none of this. mcptest does not call such a tool without --tools all.",
    why: "Clients call what declares itself read-only without asking anybody; if the words are true and the hint is not, they destroy something.",
    example: '{"name": "delete_all_records", "annotations": {"readOnlyHint": true}}',
    fix: "If the tool changes something, declare readOnlyHint: false and say with destructiveHint whether it can be undone. If it only reads, name and describe it by what it returns.",
  },
} as const satisfies Record<WorkId, WorkRule>;
