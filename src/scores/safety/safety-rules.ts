import type { SafeId, SafetySeverity } from "./safety.ts";

/** What a SAFE id stands for. Nothing here repeats an attack word for word: these texts are read by models too. */
export interface SafeRule {
  readonly title: string;
  readonly severity: SafetySeverity;
  /** When it is found, and when not. */
  readonly when: string;
  readonly why: string;
  readonly fix: string;
  /** How the kind of attack is called where it was published. */
  readonly known_as: string;
}

export const SAFE_RULES = {
  "SAFE-001": {
    title: "A text tells the model to hide something from the user",
    severity: "error",
    when: "A text asks that the user is not told, and also asks for something to hide: to read or send private things, to change another tool, to obey it first; or it asks to hide its own instructions. Advice on what to show a user is none of this.",
    why: "What has to be hidden from the user is not done for the user.",
    fix: "Take the sentence out. If a detail only confuses users, describe what to show instead.",
    known_as: "tool poisoning, concealment",
  },
  "SAFE-002": {
    title: "A text tells the model to hand over files, keys or the conversation",
    severity: "error",
    when: "The model is told to read something private (a key, a credentials file, the conversation, the system prompt) and to pass it in a parameter, send it away or do so before anything else. A tool that says which file it reads itself is none of this.",
    why: "The tool's caller would leak what the server has no business to see.",
    fix: "Ask for what the tool needs in a described parameter, and let the user decide to give it.",
    known_as: "tool poisoning, exfiltration by parameter, full-schema poisoning",
  },
  "SAFE-003": {
    title: "A text tries to replace the instructions the model has",
    severity: "error",
    when: "A text tells the model to disregard the instructions it has, or holds the marks that separate turns for a model. A text that quotes such words as an example, as a detector of them does, is none of this.",
    why: "A description that speaks in place of the user or the system takes over the conversation.",
    fix: "Describe what the tool does. Take out marks of turns and roles.",
    known_as: "prompt injection, line jumping",
  },
  "SAFE-004": {
    title: "A text holds characters that nobody sees",
    severity: "error",
    when: "Tag characters, bidirectional overrides, runs of zero-width characters or variation selectors, zero-width characters inside a word of Latin letters, or terminal escapes. Emoji, and what Persian, Arabic, Hebrew or Indic scripts need, are left alone.",
    why: "A model reads what a person who approves the tool cannot see.",
    fix: "Remove the characters; look for where they were pasted from.",
    known_as: "ASCII smuggling, bidi and ANSI concealment",
  },
  "SAFE-005": {
    title: "A text continues far below or beside what is shown",
    severity: "error",
    when: "More than 200 white-space characters, or 30 line breaks, in a row with text after them; or a comment of HTML that speaks to the model.",
    why: "Clients show the beginning of a description; the model gets the rest as well.",
    fix: "Remove the gap, so that whoever approves the tool sees all of it.",
    known_as: "off-screen text, scrolling concealment",
  },
  "SAFE-006": {
    title: "A text sends data to an address it names",
    severity: "error",
    when: "The model is told to send the conversation, private things, or copies of what others receive to an address, or is given an address with a placeholder for them. Addresses of documentation, support and the service itself are none of this.",
    why: "The address gets what the user never meant to send.",
    fix: "Take the address out, or make the transfer a tool of its own that the user calls knowingly.",
    known_as: "data exfiltration, markdown image exfiltration",
  },
  "SAFE-007": {
    title: "A text changes how other tools are used",
    severity: "error",
    when: "A text names a tool that the server does not have, or all other tools or servers, and tells the model to change what they are given, to redirect it, or to do something first.",
    why: "The user approved those tools as their own servers describe them.",
    fix: "Speak of this server's tools alone.",
    known_as: "tool shadowing, cross-server shadowing",
  },
  "SAFE-008": {
    title: "A parameter asks for what the tool has no use for",
    severity: "warning",
    when: "A parameter wants the system prompt, the whole conversation, the list of tools or the model's reasoning, in a tool that has nothing to do with models, prompts or conversations.",
    why: "A model fills in every parameter it is shown, so the name alone is enough to leak it.",
    fix: "Remove the parameter, or say in the description what the tool does with it.",
    known_as: "exfiltration by parameter name",
  },
  "SAFE-009": {
    title: "A text claims an authority it does not have",
    severity: "error",
    when: "A text says that it comes from the maker or operator of the model, or that the user has agreed already. That something is to be done only after the user agreed is none of this.",
    why: "Models follow whoever they take for the system or the user; a tool is neither.",
    fix: "Take the claim out. Ask for consent in the client.",
    known_as: "authority claim, consent forgery",
  },
  "SAFE-010": {
    title: "A text holds an encoded instruction",
    severity: "error",
    when: "A run of base64 that decodes to readable text which is itself a finding.",
    why: "A person cannot read it, and a model can.",
    fix: "Write it out or remove it.",
    known_as: "encoded payload",
  },
  "SAFE-011": {
    title: "A name only looks like the name it seems to be",
    severity: "error",
    when: "A word of a name mixes Latin letters with letters of another script that look the same, or two names of one server look the same and are not. A name that is all in another script is none of this.",
    why: "Whoever approves the one approves the other.",
    fix: "Use letters of one script in a word.",
    known_as: "homoglyph name, name collision",
  },
  "SAFE-012": {
    title: "A tool declares that it only reads, and says or does the opposite",
    severity: "error",
    when: "It declares readOnlyHint: true together with destructiveHint: true, with a name or description that begins with a verb such as delete, with an action it can be told to take such as delete, or with a result that says so. Work on the arguments alone, such as creating a diagram, is none of this.",
    why: "Clients let tools that only read run without asking.",
    fix: "Correct the annotations, or split the tool into one that reads and one that changes.",
    known_as: "false annotations",
  },
  "SAFE-013": {
    title: "What the server returned holds secrets",
    severity: "error",
    when: "A result, prompt or resource that was recorded holds a token of a known shape, a private key, or the environment of the server. What mcptest was given for the server itself does not count.",
    why: "It is now in the conversation, in logs and with the model's provider.",
    fix: "Leave secrets out of results; replace a secret that was returned.",
    known_as: "token exposure",
  },
  "SAFE-014": {
    title: "What the server returned shows its inside",
    severity: "warning",
    when: "A prompt or resource that was recorded, or the result of a tool that is not about such things, is a stack trace.",
    why: "It shows paths, versions and code to whoever asks, and to the model.",
    fix: "Catch the error and say in one sentence what the caller can do.",
    known_as: "information disclosure",
  },
  "SAFE-015": {
    title: "What the server returned instructs the model",
    severity: "error",
    when: "A result, prompt or resource that was recorded is a finding in the sense of SAFE-001 to SAFE-006 or SAFE-010.",
    why: "Models read results as closely as descriptions, and nobody approves results.",
    fix: "Find where the text comes from; if it is the content of others, mark it as such and cut it.",
    known_as: "indirect prompt injection",
  },
  "SAFE-016": {
    title: "Two servers offer tools that look the same",
    severity: "warning",
    when: "Two servers of one configuration have tools whose names are the same, or look the same in other letters.",
    why: "The model, or the user, calls the one and means the other.",
    fix: "Rename one, or let the client put the name of the server before it.",
    known_as: "tool name collision",
  },
  "SAFE-017": {
    title: "A text speaks of another server's tool",
    severity: "warning",
    when: "A text of one server of a configuration names a tool of another by a name that is no ordinary word, and that it has no tool of itself.",
    why: "A server has no way to know the others; one that does may want to change how they are used.",
    fix: "Speak of this server's tools alone, or name the product instead of the tool.",
    known_as: "cross-origin escalation",
  },
} as const satisfies Record<SafeId, SafeRule>;
