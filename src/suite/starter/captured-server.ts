import { defined } from "../../base/defined.ts";
import type { CapturedTarget } from "../../capture/capture.ts";
import type { Target } from "../../capture/target.ts";

/** The server of a capture as a suite starts or reaches it, and what of that may be shown: secrets are tags there. */
export const capturedServer = (
  captured: CapturedTarget,
): { readonly target: Target; readonly shown: CapturedTarget } => {
  const isShown = (text: string): boolean => !/\[redacted:|%5Bredacted:/i.test(text);
  if (captured.kind === "http") {
    const { url, header_names } = captured;
    return {
      target: { kind: "http", url, origin: "user", headers: header_names.map((name) => [name, ""]) },
      shown: isShown(url) ? captured : { ...captured, url: "" },
    };
  }
  const [command = "", ...args] = captured.command;
  return {
    target: defined({
      kind: "stdio" as const,
      command,
      args,
      env: Object.fromEntries(captured.env_names.map((name) => [name, ""])),
      cwd: captured.cwd,
    }),
    shown: { ...captured, command: captured.command.map((word) => (isShown(word) ? word : "")) },
  };
};
