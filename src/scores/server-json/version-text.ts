const ONE = String.raw`v?\d+(?:\.\d+){0,3}(?:-[0-9A-Za-z.-]+)?`;

/** The ways of writing a range that the registry knows: a comparator, a span, alternatives, and a wildcard. */
const RANGES = [
  new RegExp(String.raw`^(?:\^|~|>=|<=|>|<|=)\s*${ONE}$`),
  new RegExp(String.raw`^${ONE}\s-\s*${ONE}$`),
  new RegExp(String.raw`^${ONE}\s*(?:\|\|\s*${ONE}\s*)+$`),
  /^(?=.*[xX*])(?:v?\d+|[xX*])(?:\.(?:\d+|[xX*])){1,2}(?:-[0-9A-Za-z.-]+)?$/,
];

/** Longer ones are refused for their length, and no pattern has to read them. */
const LONGEST = 255;

/** Whether this names several versions, or whichever is newest. */
export const isRange = (version: string): boolean => {
  const text = version.trim();
  return text === "latest" || (text.length <= LONGEST && RANGES.some((range) => range.test(text)));
};

const SEMVER =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;

export const isSemanticVersion = (version: string): boolean => version.length <= LONGEST && SEMVER.test(version);

/** What is wrong with what `isRange` is true of. The registry looks for an x anywhere, also behind the hyphen. */
export const rangeProblem = (version: string): string =>
  isSemanticVersion(version)
    ? "is one version, but the registry takes the x in it for a wildcard; name what follows the hyphen without one"
    : "is not one version; write the one that is published";
