import { defined } from "../../base/defined.ts";
import { type Packet, PacketError, readPackets } from "./pkt-line.ts";

export interface GitRef {
  readonly name: string;
  /** The commit; of an annotated tag the one it points to. */
  readonly commit: string;
}

/** What a host says it has, in answer to `info/refs?service=git-upload-pack`. */
export interface RefAdvertisement {
  /** The default branch's head; absent in an empty repository. */
  readonly head?: GitRef;
  readonly refs: readonly GitRef[];
}

const SERVICE = "# service=git-upload-pack";
const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const PEELED = "^{}";

/** Reads the answer of a smart HTTP host (protocol 0 and 1). Throws a PacketError for anything else. */
export const readRefAdvertisement = (bytes: Uint8Array, maxRefs: number): RefAdvertisement => {
  const lines = refLines(readPackets(bytes));
  if (lines.length > maxRefs) throw new PacketError(`more than ${maxRefs} refs`);
  const refs = new Map<string, string>();
  let capabilities = "";
  lines.forEach((line, index) => {
    const nul = line.indexOf("\0");
    if (nul >= 0 && index > 0) throw new PacketError("capabilities in the wrong place");
    if (nul >= 0) capabilities = line.slice(nul + 1);
    const [id = "", name = ""] = splitOnce(nul < 0 ? line : line.slice(0, nul), " ");
    if (!OBJECT_ID.test(id) || name === "") throw new PacketError("a line that is not a ref");
    // An annotated tag comes twice: first the tag object, then, marked as peeled, the commit behind it.
    if (name.endsWith(PEELED)) {
      const plain = name.slice(0, -PEELED.length);
      if (plain !== "capabilities") refs.set(plain, id);
    } else if (!refs.has(name)) refs.set(name, id);
  });
  const commit = refs.get("HEAD");
  refs.delete("HEAD");
  const head = commit === undefined ? undefined : { name: headName(capabilities, refs, commit), commit };
  return defined({ head, refs: [...refs].map(([name, id]) => ({ name, commit: id })) });
};

const refLines = (packets: readonly Packet[]): string[] => {
  const [service, mark, ...rest] = packets;
  if (service?.kind !== "line" || text(service.data) !== SERVICE || mark?.kind !== "flush") {
    throw new PacketError("no list of refs");
  }
  const end = rest.findIndex(({ kind }) => kind !== "line");
  if (end < 0) throw new PacketError("the list of refs is cut short");
  if (end !== rest.length - 1 || rest[end]?.kind !== "flush")
    throw new PacketError("something follows the list of refs");
  const lines = rest.slice(0, end).map((packet) => (packet.kind === "line" ? text(packet.data) : ""));
  const [first = ""] = lines;
  if (first.startsWith("ERR ")) throw new PacketError("the host refuses to list its refs");
  if (first === "version 2") throw new PacketError("the host insists on version 2 of the protocol");
  return first === "version 1" ? lines.slice(1) : lines;
};

/** Names are bytes to git; those that are not UTF-8 become names nobody asks for. */
const text = (data: Uint8Array): string => new TextDecoder().decode(data).replace(/\n$/, "");

const splitOnce = (line: string, separator: string): [string, string] => {
  const at = line.indexOf(separator);
  return at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + 1)];
};

/** Current hosts say which branch HEAD is; for others, name the branch at the same commit. */
const headName = (capabilities: string, refs: ReadonlyMap<string, string>, commit: string): string => {
  const said = /(?:^| )symref=HEAD:(\S+)/.exec(capabilities)?.[1];
  if (said !== undefined) return said;
  const branches = [...refs].filter(([name, id]) => id === commit && name.startsWith("refs/heads/"));
  const usual = branches.find(([name]) => name === "refs/heads/main" || name === "refs/heads/master");
  return (usual ?? branches[0])?.[0] ?? "HEAD";
};
