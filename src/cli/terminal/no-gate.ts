import type { Console } from "./console.ts";

/** For a command without a gate of its own: a person, or a build, may take exit code 0 for a pass. */
export const noteNoGate = (
  { failOn, quiet }: { readonly failOn?: string | undefined; readonly quiet?: boolean | undefined },
  failed: boolean,
  gate: string,
  console: Console,
): void => {
  if (failOn !== undefined || quiet || !failed || !(console.live || console.ci)) return;
  console.err(`mcptest: no gate is set, so this exits 0 whatever was found; --fail-on ${gate} makes it exit 1\n`);
};
