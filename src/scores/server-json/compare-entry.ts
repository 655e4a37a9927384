import { type Json, listMember, member, stringMember } from "../../base/json.ts";
import type { TransportName } from "../../capture/capture.ts";
import { quoted, warning } from "./place.ts";
import type { EntryFinding } from "./registry-entry.ts";

/** What a server says of itself in its handshake. */
export interface ServerSays {
  readonly info: Json | undefined;
  /** Where it was asked, if that is one place of several: `remotes[0]`. */
  readonly place?: string;
}

/** What the file says, beside what the server says of itself. Both are the author's word, so neither is an error. */
export const compareIdentity = (entry: Json, { info, place }: ServerSays): readonly EntryFinding[] => {
  const [name = "", version] = [stringMember(entry, "name"), stringMember(entry, "version")];
  const [ownName, ownVersion] = [stringMember(info, "name"), stringMember(info, "version")];
  const where = place === undefined ? "in the server" : `in the server of ${place}`;
  const known = [
    name,
    name.split("/").at(-1),
    stringMember(entry, "title"),
    ...listMember(entry, "packages").map((one) => stringMember(one, "identifier")),
  ];
  return [
    ...(version !== undefined && ownVersion !== undefined && version !== ownVersion
      ? [
          warning(
            "live-version",
            ["version"],
            `is ${quoted(version)} here and ${quoted(ownVersion)} ${where}; make them the same`,
          ),
        ]
      : []),
    ...(ownName !== undefined && !known.some((one) => one !== undefined && plain(one) === plain(ownName))
      ? [warning("live-name", ["name"], `is ${quoted(name)} here and ${quoted(ownName)} ${where}`)]
      : []),
  ];
};

const TYPES = { "streamable-http": "streamable-http", "http+sse": "sse", stdio: "stdio" } as const satisfies Record<
  TransportName,
  string
>;

/** The transport by which a server was reached, as a server.json calls it. */
export const transportType = (transport: TransportName): string => TYPES[transport];

/** Whether the way by which a server was reached is among those that the file names. */
export const compareTransport = (entry: Json, transport: TransportName): readonly EntryFinding[] => {
  const type = transportType(transport);
  const [packages, remotes] = [listMember(entry, "packages"), listMember(entry, "remotes")];
  const says = (what: string): readonly EntryFinding[] => [
    warning("live-transport", [], `${what}, by which the server was reached`),
  ];
  if (transport === "stdio")
    return packages.length > 0 && !packages.some((one) => stringMember(member(one, "transport"), "type") === "stdio")
      ? says("is wrong about transports: no package has transport stdio")
      : [];
  return remotes.length > 0 && !remotes.some((one) => stringMember(one, "type") === type)
    ? says(`is wrong about transports: no remote has type ${type}`)
    : [];
};

/** Names are compared by their letters: `Acme Notes`, `acme-notes` and `acme_notes` are one. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");
