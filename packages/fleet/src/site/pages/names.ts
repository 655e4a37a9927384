import type { FleetAddress, ListedTarget } from "../../model/target.ts";

/** What a reader calls a server: the name in the list it came from, else its own, else its address. Somebody else's words. */
export const nameOf = (target: Pick<ListedTarget, "name" | "address" | "reached">): string => {
  const server = target.reached?.summary.server;
  return (
    [target.name, server?.title, server?.name].find((name) => (name ?? "").trim() !== "") ?? addressOf(target.address)
  );
};

export const addressOf = (address: FleetAddress): string =>
  address.kind === "http" ? address.url : (address.package ?? address.words.join(" "));

/** Ids are 16 hexadecimal digits; nothing else may become the name of a file. */
const ID = /^[0-9a-f]{16}$/;

const checkedId = (id: string): string => {
  if (!ID.test(id)) throw new Error(`${JSON.stringify(id)} is no id of a target`);
  return id;
};

/** The files of a server, from the root of the site. Two levels, so that no folder holds all of them. */
export const serverFile = (id: string, ending = "html"): string =>
  `server/${checkedId(id).slice(0, 2)}/${id}.${ending}`;

export const LIST_KINDS = ["all", "state", "grade", "revision", "sdk", "rule"] as const;
export type SiteList = (typeof LIST_KINDS)[number];

/** One list of servers: all, or those that have something in common. */
export interface ListName {
  readonly kind: SiteList;
  readonly value: string;
}

export const ALL: ListName = { kind: "all", value: "servers" };

/** The file of one page of a list, from the root of the site. */
export const listFile = ({ kind, value }: ListName, page = 1): string => `list/${kind}-${slug(value)}-${page}.html`;

/** Letters, digits, dots and dashes of what may be any text; two values that look alike share a list. */
const slug = (value: string): string =>
  value
    .toLowerCase()
    .replaceAll("+", "-plus")
    .replace(/[^a-z0-9.-]+/g, "-")
    .replace(/^[.-]+|[.-]+$/g, "")
    .slice(0, 60) || "other";
