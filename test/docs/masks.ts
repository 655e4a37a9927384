// What differs between two runs of the same command, and what stands in its place when pages are compared.

export const MASKS: readonly (readonly [pattern: RegExp, mask: string, why: string])[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "<time>", "when it ran"],
  [/\b302a300506032b6570032100[0-9a-f]{64}\b/g, "<key>", "a key that was made for the run"],
  [/\b[0-9a-f]{64}\b/g, "<digest>", "digests of what was said, with times and ids in it"],
  [/\b[0-9a-f]{8,}…/g, "<digest>", "the beginning of a digest"],
  [/[A-Za-z0-9+/]{86}==/g, "<signature>", "a signature over times"],
  [/\b\d+(\.\d+)? ?ms\b/g, "<ms>", "how fast this machine is"],
  [/\b(127\.0\.0\.1|localhost):\d+/g, "$1:<port>", "a port the system chose"],
  [/\bmcptest[/ ]v?\d+\.\d+\.\d+[\w.-]*/g, "mcptest <version>", "the release"],
  [/("tool":\s*\{\s*"name":\s*"mcptest",\s*"version":\s*)"[^"]*"/g, '$1"<version>"', "the release, in JSON"],
  [
    /\/srv\/mcp\/run\/everything-stdio\.sh/g,
    "npx -y @modelcontextprotocol/server-everything",
    "how a session that is kept was started",
  ],
  [/[ \t]+$/gm, "", "blanks at the end of a line"],
];

export const mask = (text: string): string =>
  MASKS.reduce((masked, [pattern, replacement]) => masked.replace(pattern, replacement), text).replace(/\n+$/, "");
