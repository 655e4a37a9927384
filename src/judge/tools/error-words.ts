import { hasStackTrace } from "../../model/stack-traces.ts";

/** What an error message speaks of. `value`: what it was asked for, or what surrounds it. `bug`: only a runtime says so. */
export type ErrorKind = "value" | "bug" | "silent" | "unclear";

/**
 * What only a runtime says, and only when nobody thought of the case. Each is a whole phrase: a single word such as
 * `undefined` stands in many a good message.
 */
const BUGS: readonly RegExp[] = [
  /\bCannot (?:read|set) propert(?:y|ies)\b.{0,60}\bof (?:undefined|null)\b/,
  /\b(?:undefined|null) is not (?:an object|a function|iterable)\b/,
  /\b[\w$.)\]]+ is not (?:a function|a constructor|iterable)\b/,
  /\bReferenceError: [\w$]+ is not defined\b|^[\w$]+ is not defined$/m,
  /\bCannot access '[\w$]+' before initialization\b/,
  /\bMaximum call stack size exceeded\b|\bmaximum recursion depth exceeded\b/,
  /\bCannot find (?:module|package) '/,
  /\b(?:ModuleNotFoundError|ImportError): |^No module named '/m,
  /'\w+' object (?:has no attribute|is not (?:callable|subscriptable|iterable))\b/,
  /\bobject has no attribute '/,
  /\bunsupported operand type\(s\) for\b/,
  /\bNameError: |^name '\w+' is not defined$/m,
  /\bUnboundLocalError\b|\breferenced before assignment\b|\bcannot access local variable\b/,
  /\bgot an unexpected keyword argument '|\bmissing \d+ required (?:positional|keyword-only) arguments?: '|\btakes (?:\d+|from \d+ to \d+) positional arguments? but\b/,
  /\b(?:NullPointerException|ClassCastException|NoSuchMethodError|NoClassDefFoundError|ClassNotFoundException)\b/,
  /\bObject reference not set to an instance of an object\b/,
  /\binvalid memory address or nil pointer dereference\b|\bindex out of range \[\d+\] with length\b/,
  /\bcalled `(?:Option|Result)::unwrap\(\)` on\b/,
  /\bTraceback \(most recent call last\)/,
  /^panic: |\bgoroutine \d+ \[running\]/m,
  /\bSegmentation fault\b|\bstack backtrace:/,
];

/**
 * Words of errors that tell the caller what is the matter with the question or with what the tool needs: they are what a
 * good tool says. When in doubt a word stands here: an error that is merely clumsy is no finding.
 */
const ABOUT_THE_VALUE = new RegExp(
  [
    // It says what it cannot do or has not got.
    "\\b(?:no|not|cannot|can't|unable|without|failed to|failure to)\\b|n't\\b",
    // It is not there.
    "not[ _-]?found|notfound|no such|unknown|unrecogni[sz]ed|does ?n[o']t exist|do not exist|missing|absent|no (?:\\w+ ){0,3}(?:found|match\\w*|results?|data|records?|entr(?:y|ies)|available|selected|active|current)|nothing|none|empty|unable to (?:find|locate|open|read|load|resolve|access)|(?:can ?not|can't|could not|couldn't) (?:find|locate|open|read|load|resolve|access|be found|parse|decode|connect|reach|determine)|404|ENOENT|ENOTDIR|EISDIR|gone",
    // It is not what it should be.
    "invalid|malformed|illegal|bad (?:request|value|input|argument|format)|must|should|expected?|requires?|required|only|at least|at most|too (?:long|short|large|small|big|many|few|old|new|deep)|exceed\\w*|out of (?:range|bounds)|unsupported|not (?:a|an|in|of|one|valid|supported|allowed|permitted|available|enabled|set|configured|ready|connected|running|started|open|loaded|initiali[sz]ed|installed|logged|authori[sz]ed|authenticated|part|within|under|provided|specified|given|defined in|registered|recogni[sz]ed|unique|empty|yet)\\b|mismatch|conflict|already|duplicate|format|syntax|pars(?:e|ing)|convert|validation|validate|argument|parameter|please|provide|specify|try|use ",
    // It may not.
    "permission|permitted|denied|forbidden|unauthori[sz]ed|unauthenticated|authenticat\\w*|authori[sz]ation|auth|login|log in|logged|sign in|credential|token|secret|passwords?|api[ _-]?key|\\bkey\\b|allow(?:ed|list)?|disallow\\w*|outside|restricted|refus(?:ed|ing)|reject\\w*|blocked|polic(?:y|ies)|robots|sandbox|read[- ]only|EACCES|EPERM|40[0-9]|disabled",
    // It lacks what it needs.
    "config\\w*|set ?up|environment|env(?:ironment)? var\\w*|\\.env|install\\w*|dependenc(?:y|ies)|binary|executable|command|subscription|licen[cs]e|plan|billing|payment|paid|credits?|quota|rate|limit\\w*|throttl\\w*|429|database|server|service|host|port|backend|upstream|device|browser|display|repositor(?:y|ies)|session|project|workspace",
    // The network.
    "network|connect\\w*|ECONN\\w*|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|socket|dns|getaddrinfo|name resolution|resolve|fetch failed|failed to fetch|request failed|requests?\\b.{0,40}\\bfail\\w*|unreachable|offline|unavailable|timeout|timed? ?out|deadline|proxy|certificate|ssl|tls|https?\\b|status(?: code)?|50[0-4]|busy|locked|cancel\\w*|abort\\w*",
  ]
    .map((words) => `(?:${words})`)
    .join("|"),
  "i",
);

/** A wrapper of an SDK that hides what was thrown: the reason may be anything. */
const HIDDEN =
  /^\W*(?:(?:MCP )?error (?:calling|executing|running|in) tool\b.{0,200}|error|an? (?:unexpected |unknown )?error (?:has )?occurred\W*)$/i;

/** The server blames itself, or has nothing behind the tool: nothing a caller could change. */
const INTERNAL = /^internal (?:server )?error[.!]?$|\bnot (?:yet |been )?implemented\b|\bNotImplementedError\b/i;

/** The SDK's words around a message. */
const WRAPPED = /^\W*(?:MCP error -?\d+: )?(?:error (?:calling|executing|running) tool\b[^:\n]{0,200}: ?)?/i;

const LONGEST = 4_000;

/**
 * What an error message speaks of. `sent` are the values it was asked with: a message that repeats one speaks of it, unless only
 * a runtime would say so.
 */
export const kindOfError = (message: string, tool: string, sent: readonly string[]): ErrorKind => {
  const text = message.slice(0, LONGEST);
  const own = text.replace(WRAPPED, "").trim();
  if (hasStackTrace(text) || BUGS.some((bug) => bug.test(own))) return "bug";
  if (INTERNAL.test(own)) return "unclear";
  if (HIDDEN.test(text.trim()) || own === "") return "silent";
  // What the schema's other names say is not in our lists, nor is any language but English.
  if (/[^\p{ASCII}\p{P}\p{S}\p{Z}]/u.test(own)) return "value";
  const rest = own.replaceAll(tool, " ");
  return ABOUT_THE_VALUE.test(rest) || sent.some((value) => rest.includes(value)) ? "value" : "unclear";
};
