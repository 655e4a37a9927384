import { isJsonObject, type Json, member, stringMember } from "../../base/json.ts";
import { toPointer } from "../../base/pointer.ts";
import { untrusted } from "../../base/untrusted.ts";
import type { Capture, Exchange, Place } from "../../capture/capture.ts";
import { DRAFT_ERROR_CODE, ERROR_CODE } from "../../protocol/error-codes.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";
import { compareRevisions, LATEST_STATELESS } from "../../protocol/revision.ts";
import type { Rule, Ruleset } from "../core/rule.ts";
import type { UpgradeLeftover } from "../corpus/upgrade.ts";
import { type EvidenceAt, excerpt } from "../rules/evidence.ts";

interface FoundLeftover {
  readonly pointer: string;
  readonly value: Json | undefined;
  readonly name?: string;
}

/** Something only release candidates of 2026-07-28 had, and how to find it in an exchange of that era. */
interface Leftover {
  readonly id: string;
  readonly rule: string;
  readonly title: string;
  readonly now: string;
  readonly fix: string;
  readonly find: (exchange: Exchange) => readonly FoundLeftover[];
}

const renumbered = (error: keyof typeof DRAFT_ERROR_CODE, rule: string, what: string): Leftover => {
  const [old, now] = [DRAFT_ERROR_CODE[error], ERROR_CODE[error]];
  return {
    id: `rc-code${old}`,
    rule,
    title: `${what} is answered with the release candidate's code ${old}`,
    now: `error code ${now}`,
    fix: `Answer ${now} instead of ${old}.`,
    find: ({ response }) =>
      member(member(response, "error"), "code") === old ? [{ pointer: "/response/error/code", value: old }] : [],
  };
};

const CANDIDATE = "2026-06-30";

const LEFTOVERS: readonly Leftover[] = [
  renumbered("headerMismatch", "HEADER-014", "A request whose headers do not match its body"),
  renumbered("missingClientCapability", "PROTO-052", "A request that lacks a client capability"),
  renumbered("unsupportedVersion", "HEADER-002", "A version that is not supported"),
  {
    id: "rc-server-info",
    rule: "DISC-004",
    title: "server/discover names the server in a member serverInfo of its own",
    now: "serverInfo in the _meta of the result",
    fix: `Move serverInfo into _meta under ${META_KEY.serverInfo}.`,
    find: ({ request, response }) => {
      const value = member(member(response, "result"), "serverInfo");
      return stringMember(request, "method") === "server/discover" && value !== undefined
        ? [{ pointer: "/response/result/serverInfo", value }]
        : [];
    },
  },
  {
    id: "rc-client-info",
    rule: "META-005",
    title: "A request without clientInfo is refused",
    now: "the request is served; clientInfo is optional",
    fix: "Serve requests whose _meta names no client.",
    find: ({ request, response, deliberate, step }) => {
      const meta = member(member(request, "params"), "_meta");
      const complete = [META_KEY.protocolVersion, META_KEY.clientCapabilities].every(
        (key) => member(meta, key) !== undefined,
      );
      const error = member(response, "error");
      // A regular request from a client that does not name itself; nothing else is wrong with it.
      if (!complete || error === undefined || member(meta, META_KEY.clientInfo) !== undefined) return [];
      return deliberate && step !== "no-client-info" ? [] : [{ pointer: "/response/error", value: error }];
    },
  },
  {
    id: "rc-number-header",
    rule: "HEADER-033",
    title: "x-mcp-header stands on a property of type number",
    now: "x-mcp-header on integer, string or boolean properties only",
    fix: "Make the property an integer or a string, or take x-mcp-header away.",
    find: ({ request, response }) => {
      const tools = member(member(response, "result"), "tools");
      if (stringMember(request, "method") !== "tools/list" || !Array.isArray(tools)) return [];
      return tools.flatMap((tool, index) => {
        const name = stringMember(tool, "name") ?? "";
        const at = `/response/result/tools/${index}/inputSchema`;
        return numbersWithHeader(member(tool, "inputSchema"), at, 0).map((found) => ({ ...found, name }));
      });
    },
  },
  {
    id: "rc-version",
    rule: "DISC-005",
    title: `The version is called ${CANDIDATE}, as in a proposal`,
    now: `the version ${LATEST_STATELESS}`,
    fix: `Replace ${CANDIDATE} with ${LATEST_STATELESS} wherever the server names its versions.`,
    find: ({ response }) => [
      ...versionsAt(response, ["result", "supportedVersions"]),
      ...versionsAt(response, ["error", "data", "supported"]),
    ],
  },
];

const versionsAt = (response: Json | undefined, path: readonly string[]): readonly FoundLeftover[] => {
  const list = path.reduce<Json | undefined>((value, key) => member(value, key), response);
  if (!Array.isArray(list)) return [];
  return list.flatMap((value, index) =>
    value === CANDIDATE ? [{ pointer: `/response/${path.join("/")}/${index}`, value }] : [],
  );
};

const DEEPEST = 20;

const numbersWithHeader = (schema: Json | undefined, pointer: string, depth: number): readonly FoundLeftover[] => {
  const properties = member(schema, "properties");
  if (!isJsonObject(properties) || depth > DEEPEST) return [];
  return Object.entries(properties).flatMap(([key, property]) => {
    const at = `${pointer}${toPointer(["properties", key])}`;
    const isOne = member(property, "x-mcp-header") !== undefined && member(property, "type") === "number";
    return [...(isOne ? [{ pointer: at, value: property }] : []), ...numbersWithHeader(property, at, depth + 1)];
  });
};

/** What a stateless-era server still has from before the release. Older servers use the same codes for other errors. */
export const findLeftovers = (
  capture: Capture,
  target: Ruleset,
  evidenceAt: EvidenceAt,
): readonly UpgradeLeftover[] => {
  if (compareRevisions(target.revision, LATEST_STATELESS) < 0 || !isModern(capture)) return [];
  const rules = new Map(target.rules.map((rule) => [rule.id, rule]));
  return LEFTOVERS.flatMap((leftover) => {
    const found = capture.exchanges.flatMap((exchange, index) =>
      isModernRequest(exchange)
        ? leftover.find(exchange).map((spot) => ({ ...spot, exchange: exchange.id ?? index }))
        : [],
    );
    return found.length === 0 ? [] : [toLeftover(leftover, found, rules.get(leftover.rule), evidenceAt)];
  });
};

const MOST = 20;

const toLeftover = (
  { id, rule, title, now, fix }: Leftover,
  found: readonly (FoundLeftover & Place)[],
  standing: Rule | undefined,
  evidenceAt: EvidenceAt,
): UpgradeLeftover => ({
  id,
  rule,
  title,
  now,
  found: untrusted(excerpt(found[0]?.value)),
  evidence: found
    .slice(0, MOST)
    .map(({ exchange, pointer, name, value }) => evidenceAt({ exchange, pointer, name }, excerpt(value))),
  failures: found.length,
  fix,
  spec: standing?.spec ?? "",
});

const isModernRequest = ({ request }: Exchange): boolean =>
  member(member(member(request, "params"), "_meta"), META_KEY.protocolVersion) !== undefined ||
  stringMember(request, "method") === "server/discover";

/** It answered a stateless-era request as the release or a candidate does. */
const isModern = ({ era, exchanges }: Capture): boolean =>
  era?.verdict === "stateless" ||
  era?.verdict === "dual" ||
  exchanges.some(
    ({ request, response }) =>
      stringMember(request, "method") === "server/discover" &&
      (member(member(response, "result"), "supportedVersions") !== undefined ||
        member(member(member(response, "error"), "data"), "supported") !== undefined),
  );
