/** What a stdio child gets without being asked: enough to find programs and the network, and no more. */
const PLAIN = ["PATH", "HOME", "USER", "LANG", "TMPDIR", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY"];
/** Windows programs do not start without these. */
const WINDOWS = [
  "SYSTEMROOT",
  "SYSTEMDRIVE",
  "USERPROFILE",
  "APPDATA",
  "LOCALAPPDATA",
  "TEMP",
  "TMP",
  "PATHEXT",
  "COMSPEC",
];

export const baseEnvironment = (env: Readonly<Record<string, string | undefined>>): Record<string, string> => {
  const wanted = new Set([...PLAIN, ...WINDOWS]);
  const kept = Object.entries(env).filter(([name, value]) => {
    const upper = name.toUpperCase();
    return value !== undefined && (wanted.has(upper) || upper.startsWith("NPM_CONFIG_"));
  });
  return Object.fromEntries(kept) as Record<string, string>;
};
