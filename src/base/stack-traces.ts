/** Two frames in a row: one line of that look may be prose. `has` is in every such frame; most texts are done with it. */
const FRAMES: readonly { readonly has: string; readonly frames: RegExp }[] = [
  // JavaScript, Java and C#: `at name (file:1:2)`, `at com.acme.Shop.find(Shop.java:12)`, `at Acme.Shop() in Shop.cs:line 3`.
  { has: "at ", frames: /(?:\n\s*at [^\n]{1,300}(?::\d+|\.java:\d+\)|:line \d+)\)?){2}/ },
  // Python.
  { has: 'File "', frames: /(?:\n\s*File "[^"\n]{1,300}", line \d+[^\n]*(?:\n[^\n]*)?){2}/ },
  // Ruby.
  { has: ".rb:", frames: /(?:\n\s*(?:from )?[^\s:]{1,300}\.rb:\d+:in [`'][^\n]*){2}/ },
];

export const hasStackTrace = (text: string): boolean =>
  /\bTraceback \(most recent call last\)/.test(text) ||
  /\bgoroutine \d+ \[running\]/.test(text) ||
  (text.includes("\n") && FRAMES.some(({ has, frames }) => text.includes(has) && frames.test(`\n${text}`)));

/** A tool whose subject is such text returns it as its result. */
const ABOUT_TRACES =
  /\b(?:logs?|trac(?:e|es|ing)|errors?|exceptions?|debug\w*|crash\w*|issues?|stack|incident\w*|events?|reports?|read|fetch|get|search|content\w*|files?|pages?|docs?|documents?|code|run|exec\w*|evaluat\w*)\b/i;

export const isAboutTraces = (name: string, description = ""): boolean =>
  ABOUT_TRACES.test(`${name.replaceAll(/[_./:-]/g, " ")} ${description}`);
