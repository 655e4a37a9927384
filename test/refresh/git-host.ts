// A git host on the loopback interface: smart HTTP's list of refs and an archive per ref.

import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { gitArchive, type TarEntry } from "./tar.ts";

export interface HostedRef {
  /** refs/tags/v1 or refs/heads/main. */
  readonly name: string;
  readonly commit: string;
  readonly tree: readonly TarEntry[];
  /** The tag object of an annotated tag. */
  readonly tagObject?: string;
}

export interface HostedRepository {
  /** The default branch. */
  readonly head?: string;
  readonly refs: readonly HostedRef[];
  /** Answers in place of the ordinary one; by path. */
  readonly answers?: Readonly<Record<string, (response: ServerResponse, request: IncomingMessage) => void>>;
  readonly identity?: { readonly key: string; readonly cert: string };
}

export interface GitHost {
  readonly url: string;
  readonly port: number;
  /** The paths that were asked for, in order. */
  readonly asked: readonly string[];
  readonly agents: readonly string[];
}

export const REPOSITORY = "/group/conformance";

export const packet = (line: string): string => `${(Buffer.byteLength(line) + 4).toString(16).padStart(4, "0")}${line}`;

export const advertisement = ({ head, refs }: Pick<HostedRepository, "head" | "refs">): string => {
  const top = refs.find(({ name }) => name === head);
  const lines = [
    ...(top ? [`${top.commit} HEAD`] : []),
    ...refs.flatMap(({ name, commit, tagObject }) =>
      tagObject === undefined ? [`${commit} ${name}`] : [`${tagObject} ${name}`, `${commit} ${name}^{}`],
    ),
  ];
  const capabilities = `\0multi_ack side-band-64k${top ? ` symref=HEAD:${head}` : ""} agent=git/test`;
  const all = lines.length === 0 ? [`${"0".repeat(40)} capabilities^{}`] : lines;
  return [
    packet("# service=git-upload-pack\n"),
    "0000",
    ...all.map((line, index) => packet(`${line}${index === 0 ? capabilities : ""}\n`)),
    "0000",
  ].join("");
};

export const openGitHost = async (repository: HostedRepository): Promise<GitHost> => {
  const asked: string[] = [];
  const agents: string[] = [];
  const archives = new Map<string, HostedRef>();
  for (const ref of repository.refs) {
    archives.set(`${REPOSITORY}/archive/${ref.name.replace(/^refs\/(?:tags|heads)\//, "")}.tar.gz`, ref);
    archives.set(`${REPOSITORY}/archive/${ref.commit}.tar.gz`, ref);
  }
  const answer: RequestListener = (request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://host");
    asked.push(`${pathname}${search}`);
    agents.push(request.headers["user-agent"] ?? "");
    const special = repository.answers?.[pathname];
    if (special) return special(response, request);
    if (pathname === `${REPOSITORY}/info/refs` && search === "?service=git-upload-pack") {
      response.setHeader("Content-Type", "application/x-git-upload-pack-advertisement");
      return void response.end(advertisement(repository));
    }
    const hosted = archives.get(decodeURIComponent(pathname));
    if (hosted) {
      response.setHeader("Content-Type", "application/gzip");
      return void response.end(gitArchive("conformance", hosted.commit, hosted.tree));
    }
    response.statusCode = 404;
    response.end("no such thing");
  };
  const server = repository.identity ? createSecureServer(repository.identity, answer) : createServer(answer);
  server.on("clientError", (_error, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `${repository.identity ? "https" : "http"}://127.0.0.1:${port}${REPOSITORY}`,
    port,
    asked,
    agents,
  };
};
