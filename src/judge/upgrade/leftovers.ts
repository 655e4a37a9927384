import type { Capture, Exchange } from "../../model/capture.ts";
import { isJsonObject, type Json, member, stringMember } from "../../model/json.ts";
import type { Rule, Ruleset } from "../../model/rule.ts";
import { compareRevisions, LATEST_STATELESS } from "../../model/revision.ts";
import type { UpgradeLeftover } from "../../model/upgrade.ts";
import { untrusted } from "../../model/untrusted.ts";
import type { Place } from "../../model/verdict.ts";
import { type Exhibitor, excerpt } from "../rules/evidence.ts";

interface Spot {
  readonly pointer: string;
  readonly value: Json | undefined;
  readonly name?: string;
}

/** Something a release candidate of 2026-07-28 had, and how it shows in one exchange with a client of that era. */
interface Leftover {
  readonly id: string;
  readonly rule: string;
  readonly title: string;
  readonly now: string;
  readonly fix: string;
  readonly find: (exchange: Exchange) => readonly Spot[];
}

const META = "io.modelcontextprotocol/";

const usesCode =
  (code: number) =>
  (exchange: Exchange): readonly Spot[] =>
    member(member(exchange.response, "error"), "code") === code
      ? [{ pointer: "/response/error/code", value: code }]
      : [];

const renumbered = (old: number, now: number, rule: string, what: string): Leftover => ({
  id: `rc-code${old}`,
  rule,
  title: `${what} is answered with the release candidate's code ${old}`,
  now: `error code ${now}`,
  fix: `Answer ${now} where ${old} is answered now.`,
  find: usesCode(old),
});

const CANDIDATE = "2026-06-30";

const LEFTOVERS: readonly Leftover[] = [
  renumbered(-32001, -32020, "HEADER-014", "A request whose headers do not fit its body"),
  renumbered(-32003, -32021, "PROTO-052", "A request that lacks a client capability"),
  renumbered(-32004, -32022, "HEADER-002", "A version that is not supported"),
  {
    id: "rc-server-info",
    rule: "DISC-004",
    title: "server/discover names the server in a member serverInfo of its own",
    now: "serverInfo in the _meta of the result",
    fix: `Move serverInfo into _meta under ${META}serverInfo.`,
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
      const complete = ["protocolVersion", "clientCapabilities"].every((key) => member(meta, META + key) !== undefined);
      const error = member(response, "error");
      // A plain question of a client that does not name itself; nothing else is wrong with it.
      if (!complete || error === undefined || member(meta, `${META}clientInfo`) !== undefined) return [];
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
      return tools.flatMap((tool, index) =>
        numbersWithHeader(member(tool, "inputSchema"), `/response/result/tools/${index}/inputSchema`, 0).map(
          (spot) => ({
            ...spot,
            name: stringMember(tool, "name") ?? "",
          }),
        ),
      );
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

const versionsAt = (response: Json | undefined, path: readonly string[]): readonly Spot[] => {
  const list = path.reduce<Json | undefined>((value, key) => member(value, key), response);
  if (!Array.isArray(list)) return [];
  return list.flatMap((value, index) =>
    value === CANDIDATE ? [{ pointer: `/response/${path.join("/")}/${index}`, value }] : [],
  );
};

const DEEPEST = 20;

const numbersWithHeader = (schema: Json | undefined, pointer: string, depth: number): readonly Spot[] => {
  const properties = member(schema, "properties");
  if (!isJsonObject(properties) || depth > DEEPEST) return [];
  return Object.entries(properties).flatMap(([key, property]) => {
    const at = `${pointer}/properties/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const isOne = member(property, "x-mcp-header") !== undefined && member(property, "type") === "number";
    return [...(isOne ? [{ pointer: at, value: property }] : []), ...numbersWithHeader(property, at, depth + 1)];
  });
};

/** What a server of the stateless era still has from before the release. Older servers use such codes for other things. */
export const findLeftovers = (capture: Capture, target: Ruleset, exhibit: Exhibitor): readonly UpgradeLeftover[] => {
  if (compareRevisions(target.revision, LATEST_STATELESS) < 0 || !isModern(capture)) return [];
  const rules = new Map(target.rules.map((rule) => [rule.id, rule]));
  return LEFTOVERS.flatMap((leftover) => {
    const found = capture.exchanges.flatMap((exchange, index) =>
      isModernRequest(exchange)
        ? leftover.find(exchange).map((spot) => ({ ...spot, exchange: exchange.id ?? index }))
        : [],
    );
    return found.length === 0 ? [] : [toLeftover(leftover, found, rules.get(leftover.rule), exhibit)];
  });
};

const MOST = 20;

const toLeftover = (
  { id, rule, title, now, fix }: Leftover,
  found: readonly (Spot & Place)[],
  standing: Rule | undefined,
  exhibit: Exhibitor,
): UpgradeLeftover => ({
  id,
  rule,
  title,
  now,
  found: untrusted(excerpt(found[0]?.value)),
  evidence: found
    .slice(0, MOST)
    .map(({ exchange, pointer, name, value }) => exhibit({ exchange, pointer, name }, excerpt(value))),
  failures: found.length,
  fix,
  spec: standing?.spec ?? "",
});

const isModernRequest = ({ request }: Exchange): boolean =>
  member(member(member(request, "params"), "_meta"), `${META}protocolVersion`) !== undefined ||
  stringMember(request, "method") === "server/discover";

/** It answered a request of the stateless era as that era does, a candidate's way included. */
const isModern = ({ era, exchanges }: Capture): boolean =>
  era?.verdict === "stateless" ||
  era?.verdict === "dual" ||
  exchanges.some(
    ({ request, response }) =>
      stringMember(request, "method") === "server/discover" &&
      (member(member(response, "result"), "supportedVersions") !== undefined ||
        member(member(member(response, "error"), "data"), "supported") !== undefined),
  );
