import { RefreshError } from "./refresh-error.ts";

/** Where a corpus comes from. */
export type Source =
  | { readonly kind: "github"; readonly url: URL; readonly owner: string; readonly repo: string }
  | { readonly kind: "git-host"; readonly url: URL }
  | { readonly kind: "archive-url"; readonly url: URL }
  | { readonly kind: "archive-file"; readonly path: string };

export type Repository = Extract<Source, { readonly kind: "github" | "git-host" }>;

const ARCHIVE = /\.(?:tar\.gz|tgz)$/i;

/** What `--url` names. User info is refused: it would end up in process lists, logs and `upstream.json`. */
export const readSource = (text: string): Source => {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    if (ARCHIVE.test(text)) return { kind: "archive-file", path: text };
    throw failed("is neither an http(s) URL nor a path that ends in .tar.gz or .tgz");
  }
  if (!URL.canParse(text)) throw failed("is not a URL");
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw failed("must be an https or http URL, or an archive");
  if (url.username !== "" || url.password !== "") throw failed("contains credentials; leave them out");
  if (ARCHIVE.test(url.pathname)) return { kind: "archive-url", url };
  if (url.search !== "" || url.hash !== "") throw failed("has a query or a fragment; give the repository's address");
  return readRepository(url);
};

const readRepository = (url: URL): Repository => {
  const plain = new URL(url);
  plain.pathname = url.pathname.replace(/\/+$/, "").replace(/\.git$/, "");
  if (!/^(?:www\.)?github\.com$/.test(plain.hostname) || plain.port !== "") return { kind: "git-host", url: plain };
  const [, owner = "", repo = "", ...more] = plain.pathname.split("/");
  if (owner === "" || repo === "" || more.length > 0) throw failed("must be https://github.com/<owner>/<repo>");
  // GitHub is always reached over https, whatever was typed.
  return { kind: "github", url: new URL(`https://github.com/${owner}/${repo}`), owner, repo };
};

/** Where hosts offer a repository as tar.gz; GitHub redirects to codeload anyway. */
export const archiveUrl = (source: Repository, ref: string): URL => {
  const path = ref.split("/").map(encodeURIComponent).join("/");
  switch (source.kind) {
    case "github":
      return new URL(`https://codeload.github.com/${source.owner}/${source.repo}/tar.gz/${path}`);
    case "git-host":
      return new URL(`${source.url.href.replace(/\/$/, "")}/archive/${path}.tar.gz`);
  }
};

export const refsUrl = ({ url }: Repository): URL =>
  new URL(`${url.href.replace(/\/$/, "")}/info/refs?service=git-upload-pack`);

/** As it may be shown and kept: a query can hold a token. */
export const shownSource = (source: Source): string =>
  source.kind === "archive-file" ? source.path : `${source.url.origin}${source.url.pathname}`;

const failed = (why: string): RefreshError => new RefreshError("failed", `--url ${why}`);
