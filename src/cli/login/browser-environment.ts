/** The environment of a browser: a variable that a flag names holds a secret, which is none of the browser's business. */
export const environmentWithout = (...names: readonly (string | undefined)[]): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !names.includes(name)));
