import { hasStackTrace } from "../../base/stack-traces.ts";

/** What an error message speaks of. `value`: what it was asked for, or what surrounds it. `bug`: only a runtime says so. */
export type ErrorKind = "value" | "bug" | "silent" | "unclear";

/**
 * What only a runtime says, and only when nobody thought of the case: nothing was there, it was of another type, or out of bounds.
 * Each is a whole phrase: a single word such as `undefined` stands in many a good message.
 */
const BUGS: readonly RegExp[] = [
  // JavaScript.
  /\bCannot (?:read|set) propert(?:y|ies)\b.{0,60}\bof (?:undefined|null)\b|\bCannot destructure property\b/,
  /\b(?:undefined|null) is not (?:an object|a function|iterable)\b|"undefined" is not valid JSON/,
  /\b[\w$.)\]]+ is not (?:a function|a constructor|iterable)\b|\bcannot be invoked without 'new'/,
  /\bReferenceError: [\w$]+ is not defined\b|^[\w$]+ is not defined$/m,
  /\bCannot access '[\w$]+' before initialization\b|\bAssignment to constant variable\b/,
  /\bMaximum call stack size exceeded\b|\bmaximum recursion depth exceeded\b/,
  /\bConverting circular structure to JSON\b|\bDo not know how to serialize a BigInt\b/,
  /\bCannot find (?:module|package) '|\bUnhandled promise rejection\b|\bERR_ASSERTION\b/,
  /^(?:\[object \w+\]|undefined|null|None|nil|NaN|<nil>)$/,
  // Python.
  /\b(?:ModuleNotFoundError|ImportError): [^.]*$|^No module named '[^']*'$/m,
  /'\w+' object (?:has no attribute|is not (?:callable|subscriptable|iterable))\b|\b(?:object|module '[\w.]+') has no attribute '/,
  /\bNoneType\b.{0,40}\b(?:object|expression)\b|\bunhashable type: '/,
  /\bunsupported operand type\(s\) for\b|\bcan only concatenate \w+ \(not\b/,
  /\b(?:list|tuple|string|pop) index out of range\b|\bindices must be integers\b|\bvalues to unpack\b/,
  /\b(?:division|modulo) by zero\b|\bchanged size during iteration\b|\bis not JSON serializable\b/,
  /\bcannot be called from a running event loop\b|\bwas never awaited\b/,
  /\bNameError: |^name '\w+' is not defined$/m,
  /\bUnboundLocalError\b|\breferenced before assignment\b|\bcannot access local variable\b/,
  /\bgot an unexpected keyword argument '|\bmissing \d+ required (?:positional|keyword-only) arguments?: '|\btakes (?:\d+|from \d+ to \d+) positional arguments? but\b/,
  // Java and C#.
  /\b(?:NullPointer|ClassCast|NullReference|InvalidCast|(?:Array|String)?IndexOutOf\w+|ConcurrentModification|ClassNotFound)Exception\b/,
  /\b(?:NoSuchMethodError|NoClassDefFoundError)\b|\bcannot be cast to class\b|^Index \d+ out of bounds for length \d+/m,
  /\bObject reference not set to an instance of an object\b|\bSequence contains no (?:matching )?elements?\b/,
  /\bUnable to cast object of type '|\bNullable object must have a value\b|\bCollection was modified\b/,
  // Go and Rust.
  /\bruntime error: |\bnil pointer dereference\b|\bassignment to entry in nil map\b|\binterface conversion: /,
  /\bcalled `(?:Option|Result)::\w+\(\)` on\b|\bindex out of bounds: the len is\b|\battempt to \w+ (?:with overflow|by zero)\b/,
  /^panic: |\bpanicked at\b|\bgoroutine \d+ \[running\]|\bSegmentation fault\b|\bstack backtrace:/m,
  // Ruby and PHP.
  /\bundefined (?:local variable or )?method [`'’]|\bwrong number of arguments \(given \d/,
  /\bCall to (?:undefined (?:function|method)|a member function \w+\(\) on)\b|\bUndefined (?:array key|index|offset|variable|property)\b/,
  // What the tool itself returns is not what it promised.
  /\bOutput validation error\b|\bvalidation errors? for \w*Output\b/,
  /\bTraceback \(most recent call last\)/,
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

/**
 * Somebody caught everything and says only that it went wrong: the reason may be anything, and a value that does not exist is
 * among it.
 */
const HIDDEN =
  /^\W*(?:(?:MCP )?error (?:calling|executing|running|in) tool\b.{0,200}|(?:(?:an?|the|some(?:thing|how)?|there|was|were|has|have|had|is|it|this|that|we|our|your|unexpected|unknown|generic|errors?|exceptions?|failed|failure|fails|went|wrong|occurred|happened|problem|sorry|tool|call|operation|execution|while|during|in|on|with|of|the|please|try|again|later)\W*)+)$/i;

/** The server blames itself, or has nothing behind the tool: nothing a caller could change. */
const INTERNAL = /^internal (?:server )?error[.!]?$|\bnot (?:yet |been )?implemented\b|\bNotImplementedError\b/i;

/** What Python makes of a key that is not in a dictionary; names in capitals are those of settings. */
const MISSING_KEY = /^(?:KeyError: )?'[a-z_]\w*'$/;

/** The SDK's words around a message, and the kind of error before it. */
const WRAPPED = /^\W*(?:MCP error -?\d+: )?(?:error (?:calling|executing|running) tool\b[^:\n]{0,200}: ?)?/i;
const CLASS = /^(?:[\w.$]*(?:Error|Exception)(?: \[\w+\])?: )/;

const LONGEST = 4_000;

/**
 * What an error message speaks of. `sent` are the values it was asked with: a message that repeats one speaks of it, unless only
 * a runtime would say so. A message in words that nobody here knows is believed to say something; a single word says nothing.
 */
export const kindOfError = (message: string, tool: string, sent: readonly string[]): ErrorKind => {
  const text = message.slice(0, LONGEST);
  const own = text.replace(WRAPPED, "").trim();
  if (hasStackTrace(text) || BUGS.some((bug) => bug.test(own) || bug.test(text))) return "bug";
  if (INTERNAL.test(own)) return "unclear";
  const said = own.replace(CLASS, "").replaceAll(tool, " ").trim();
  if (said === "" || HIDDEN.test(text.trim()) || HIDDEN.test(said)) return "silent";
  if (sent.some((value) => said.includes(value))) return "value";
  if (MISSING_KEY.test(own)) return "unclear";
  return ABOUT_THE_VALUE.test(said) || (said.match(WORD) ?? []).length > 1 ? "value" : "unclear";
};

const WORD =
  /[\p{L}\p{N}]+(?:['’._-][\p{L}\p{N}]+)*|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
