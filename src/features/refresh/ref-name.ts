/** What git itself takes for the name of a branch, tag or commit; nothing else is put into an address. */
export const isRefName = (text: string): boolean =>
  text.length <= 200 &&
  /^[^\p{C}\p{Z}~^:?*[\\]+$/u.test(text) &&
  !/^[-/.]|\/$|\.$|\.\.|\/\/|\/\.|@\{|\.lock(?:\/|$)/.test(text) &&
  text !== "@";
