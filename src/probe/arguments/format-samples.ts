/**
 * Strings of a `format`, most readable first. The variant makes them differ, for arrays of unique items; the lengths
 * are a wish, which the formats that can grow fulfil. An unknown format has no samples.
 */
export const formatSamples = (format: string, variant: number, min: number, max: number): readonly string[] => {
  const make = Object.hasOwn(SAMPLES, format) ? SAMPLES[format] : undefined;
  if (!make) return [];
  const samples = make(variant);
  const grow = Object.hasOwn(GROWERS, format) ? GROWERS[format] : undefined;
  const grown = grow && samples[0] !== undefined && samples[0].length < min ? [grow(samples[0], min)] : [];
  return [...samples, ...grown].filter((sample) => sample.length >= min && sample.length <= max);
};

const number = (variant: number): string => (variant === 0 ? "" : String(variant + 1));
const two = (value: number): string => String(value).padStart(2, "0");
const hex = (variant: number, digits: number): string => (variant + 1).toString(16).padStart(digits, "0");

const day = (variant: number): string => `${2024 + Math.floor(variant / 28)}-01-${two(((variant + 14) % 28) + 1)}`;
const clock = (variant: number): string =>
  `${two((12 + Math.floor(variant / 3600)) % 24)}:${two(Math.floor(variant / 60) % 60)}:${two(variant % 60)}Z`;

type Samples = (variant: number) => readonly string[];

const uri: Samples = (variant) => [`https://example.com/${number(variant)}`, `x:${variant}`];
const reference: Samples = (variant) => [`/example${number(variant)}`, `${variant}`];
const email: Samples = (variant) => [`user${number(variant)}@example.com`, `a${number(variant)}@b.co`];
const hostname: Samples = (variant) => [
  variant === 0 ? "example.com" : `host${number(variant)}.example.com`,
  `a${number(variant)}`,
];
const base64: Samples = (variant) => [variant === 0 ? "ZXhhbXBsZQ==" : `${two(variant)}`.padEnd(8, "A"), "AAAA"];

const SAMPLES: Readonly<Record<string, Samples>> = {
  date: (variant) => [day(variant)],
  "date-time": (variant) => [`${day(variant)}T12:00:00Z`],
  time: (variant) => [clock(variant)],
  duration: (variant) => [`P${variant + 1}D`],
  email,
  "idn-email": email,
  hostname,
  "idn-hostname": hostname,
  ipv4: (variant) => [`192.0.2.${(variant % 254) + 1}`],
  ipv6: (variant) => [`2001:db8::${(variant + 1).toString(16)}`, "::1"],
  uri,
  url: uri,
  iri: uri,
  "uri-reference": reference,
  "iri-reference": reference,
  "uri-template": (variant) => [`https://example.com/${number(variant)}{id}`, "{id}"],
  uuid: (variant) => [`00000000-0000-4000-8000-${hex(variant, 12)}`],
  "json-pointer": reference,
  "relative-json-pointer": (variant) => [`${variant}`],
  regex: (variant) => [`^example${number(variant)}$`, "a"],
  byte: base64,
  base64,
  password: (variant) => [`example${number(variant)}`],
};

const append = (sample: string, min: number): string => sample.padEnd(min, "example");
/** A label of a host name, like the part before an email's at sign, may only be so long. */
const labels = (sample: string, min: number): string => {
  let grown = sample;
  while (grown.length < min) grown = `example.${grown}`;
  return grown;
};
const mailbox = (sample: string, min: number): string => {
  const [user = "user", host = "example.com"] = sample.split("@");
  return `${user}@${labels(host, min - user.length - 1)}`;
};

const GROWERS: Readonly<Record<string, (sample: string, min: number) => string>> = {
  uri: append,
  url: append,
  iri: append,
  "uri-reference": append,
  "iri-reference": append,
  "json-pointer": append,
  "uri-template": append,
  password: append,
  regex: (sample, min) => `${append(sample.slice(0, -1), min - 1)}$`,
  email: mailbox,
  "idn-email": mailbox,
  hostname: labels,
  "idn-hostname": labels,
};
