/** Every request some revision or official extension defines, in either direction. */
const DEFINED: ReadonlySet<string> = new Set([
  "initialize",
  "ping",
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "resources/subscribe",
  "resources/unsubscribe",
  "prompts/list",
  "prompts/get",
  "completion/complete",
  "logging/setLevel",
  "server/discover",
  "subscriptions/listen",
  "tasks/list",
  "tasks/get",
  "tasks/result",
  "tasks/cancel",
  "tasks/update",
  "roots/list",
  "sampling/createMessage",
  "elicitation/create",
]);

/** Notifications are not requests: one that is sent with an id is wrong in another way. */
export const isDefined = (method: string): boolean => DEFINED.has(method) || method.startsWith("notifications/");

// Bounded gaps, so that a long message costs no more than its length. A method of HTTP is another thing.
const SAYS_SO =
  /(?<!http )\bmethod (?:is )?(?:not found|unknown|not implemented|does not exist)\b|\b(?:unknown|unrecognized|unrecognised|no such) method\b|\bmethod ["'`]?[\w./$:-]{1,80}["'`]? (?:was |is )?(?:not found|unknown|not implemented|does not exist)\b/i;

const LONGEST_READ = 2_000;

/** The message of an error claims that the method was not found. */
export const saysNotFound = (message: string): boolean => SAYS_SO.test(message.slice(0, LONGEST_READ));
