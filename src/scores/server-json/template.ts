/** The names in braces: `tenant` of `https://{tenant}.acme.example/mcp`. */
export const variablesIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name)),
];

export const undeclaredVariables = (text: string, declared: ReadonlySet<string>): readonly string[] =>
  variablesIn(text).filter((name) => !declared.has(name));

/** An address with its variables filled in by something that fits there. */
export const sampleUrl = (url: string): URL | undefined => {
  const filled = url
    .replace(/^\{[^{}]+\}:\/\//, "https://")
    .replace(/^\{[^{}]+\}(?=\/|$)/, "https://sample.example")
    .replace(/:\{[^{}]+\}(?=\/|$)/g, ":8080")
    .replace(/\{[^{}]+\}/g, "sample");
  return URL.canParse(filled) ? new URL(filled) : undefined;
};

/** What keeps a text from being an http address once its variables are filled in. */
export const urlProblem = (url: string): string | undefined => {
  const sample = sampleUrl(url);
  if (sample === undefined || !/^https?:$/.test(sample.protocol) || sample.hostname === "" || /\s/.test(url))
    return "is no http or https address; write it as https://acme.example/mcp";
  return undefined;
};
