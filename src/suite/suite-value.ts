/** A value written in the file, or the environment variable that holds it. */
export type SuiteValue = { readonly text: string } | { readonly env: string };
