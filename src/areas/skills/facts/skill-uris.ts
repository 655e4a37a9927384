/** The directory that something lies in. */
export const parentOf = (uri: string): string => uri.slice(0, Math.max(0, uri.lastIndexOf("/")));

/** The root of a skill, `<root>/SKILL.md`. Of a skill that is named by its directory it is that directory. */
export const rootOf = (uri: string): string => (lastSegment(uri) === "SKILL.md" ? parentOf(uri) : uri);

export const lastSegment = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** What stands before the name: the authority and the segments of the path. */
const prefixOf = (uri: string): { readonly authority: string; readonly segments: readonly string[] } => {
  const [authority = "", ...segments] = rootOf(uri)
    .replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\//, "")
    .split("/");
  return { authority, segments };
};

export const schemeOf = (uri: string): string => /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(uri)?.[1]?.toLowerCase() ?? "";

/** RFC 3986, section 3.2.2: unreserved, percent-encoded and sub-delims; a path segment may have : and @ too. */
const REG_NAME = /^(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$/;
const SEGMENT = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})*$/;

export const isValidPrefix = (uri: string): boolean => {
  const { authority, segments } = prefixOf(uri);
  return REG_NAME.test(authority) && segments.every((segment) => SEGMENT.test(segment));
};

export const isBelow = (uri: string, root: string): boolean => uri.startsWith(`${root}/`);
