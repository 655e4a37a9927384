import { isObject } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";
import { type Message, misread, misreadHeader, refuse } from "./header-edits.ts";

const STATELESS = ["http/2026-07-28"] as const;

const isRouted = ({ params }: Message): boolean => params.name === "route_request";
const zoneIn = ({ args }: Message): string | undefined =>
  isObject(args.target) && typeof args.target.zone === "string" ? args.target.zone : undefined;

export const HEADER_PARAM_MUTANTS: readonly Mutant[] = [
  {
    id: "param-headers-unchecked",
    vice: "Never looks at Mcp-Param headers.",
    hooks: { skip: ["header-param"] },
    fails: ["HEADER-017", "HEADER-018", "HEADER-021", "HEADER-023", "HEADER-024", "HEADER-027"],
    in: STATELESS,
  },
  {
    id: "param-header-believed",
    vice: "Takes any plain Mcp-Param header for its argument.",
    hooks: misreadHeader("mcp-param-region", (value, { args }) =>
      /^[\w-]+$/.test(value) && typeof args.region === "string" ? args.region : value,
    ),
    fails: ["HEADER-017"],
    in: STATELESS,
  },
  {
    id: "param-header-optional",
    vice: "Compares an Mcp-Param header only where it is sent.",
    hooks: misread((headers, { args }) => {
      if (typeof args.region === "string") headers["mcp-param-region"] ??= args.region;
    }),
    fails: ["HEADER-018"],
    in: STATELESS,
  },
  {
    id: "param-header-for-null",
    vice: "Misses the Mcp-Param header of an argument that is null.",
    hooks: refuse((_headers, message) => isRouted(message) && Object.values(message.args).includes(null)),
    fails: ["HEADER-019"],
    in: STATELESS,
  },
  {
    id: "param-header-for-nothing",
    vice: "Misses the Mcp-Param header of an argument that is not there.",
    hooks: refuse((headers, message) => isRouted(message) && headers["mcp-param-weight"] === undefined),
    fails: ["HEADER-020"],
    in: STATELESS,
  },
  {
    id: "param-bytes-cleaned",
    vice: "Drops the bytes of an Mcp-Param header that are not ASCII.",
    hooks: misreadHeader("mcp-param-region", (value) => value.replace(/[^\x20-\x7e]/g, "")),
    fails: ["HEADER-021"],
    in: STATELESS,
  },
  {
    id: "param-not-decoded",
    vice: "Compares a wrapped Mcp-Param header as it stands.",
    hooks: misreadHeader("mcp-param-region", (value) => (value.startsWith("=?base64?") ? `${value}=` : value)),
    fails: ["HEADER-022"],
    in: STATELESS,
  },
  {
    id: "param-base64-lenient",
    vice: "Skips what is not base64 in a wrapped Mcp-Param header.",
    hooks: misreadHeader("mcp-param-region", (value) => value.replaceAll("!", "")),
    fails: ["HEADER-023"],
    in: STATELESS,
  },
  {
    id: "param-base64-guessed",
    vice: "Decodes Mcp-Param headers that look like base64 without the wrapper.",
    hooks: misreadHeader("mcp-param-region", (value, { args }) => {
      const decoded = Buffer.from(value, "base64").toString("utf8");
      return decoded === args.region ? decoded : value;
    }),
    fails: ["HEADER-024"],
    in: STATELESS,
  },
  {
    id: "param-wrapper-any-case",
    vice: "Takes the base64 wrapper in upper case for the wrapper.",
    hooks: misreadHeader("mcp-param-region", (value) =>
      value.startsWith("=?BASE64?") ? Buffer.from(value.slice(9, -2), "base64").toString("utf8") : value,
    ),
    fails: ["HEADER-024"],
    in: STATELESS,
  },
  {
    id: "param-integers-as-text",
    vice: "Compares integers with their Mcp-Param header letter by letter.",
    hooks: misreadHeader("mcp-param-weight", (value, { args }) => (value === String(args.weight) ? value : "other")),
    fails: ["HEADER-025"],
    in: STATELESS,
  },
  {
    id: "param-booleans-capital",
    vice: "Wants True and False in the Mcp-Param header of a boolean.",
    hooks: misreadHeader("mcp-param-dry-run", (value) => (/^(true|false)$/.test(value) ? "other" : value)),
    fails: ["HEADER-026"],
    in: STATELESS,
  },
  {
    id: "param-nested-unchecked",
    vice: "Does not compare Mcp-Param headers with nested arguments.",
    hooks: misread((headers, message) => {
      const zone = zoneIn(message);
      if (zone !== undefined) headers["mcp-param-zone"] = zone;
    }),
    fails: ["HEADER-027"],
    in: STATELESS,
  },
  {
    id: "param-nested-flat",
    vice: "Looks for a nested argument among the arguments themselves.",
    hooks: refuse((headers, { args }) => headers["mcp-param-zone"] !== undefined && args.zone === undefined),
    fails: ["HEADER-027"],
    in: STATELESS,
  },
  {
    id: "param-undeclared-refused",
    vice: "Refuses Mcp-Param headers that no tool declares.",
    hooks: refuse((headers) => headers["mcp-param-mcptest"] !== undefined),
    fails: ["HEADER-028"],
    in: STATELESS,
  },
];
