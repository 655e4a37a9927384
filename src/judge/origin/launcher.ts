import { stringMember } from "../../base/json.ts";
import { readPointer } from "../../base/pointer.ts";
import type { Capture, Exchange } from "../../capture/capture.ts";
import type { Verdict } from "../core/verdict.ts";
import { exchangesById } from "../exchanges-by-id.ts";

/** Whether every failing item is a line that the launcher (npx, uvx …) is known to have written in this session. */
export const isLaunchersDoing = (
  { evidence }: Extract<Verdict, { readonly state: "fail" }>,
  capture: Capture,
): boolean => {
  const written = launcherLines(capture);
  if (written.size === 0) return false;
  const exchanges = exchangesById(capture);
  return evidence.every(({ exchange, pointer }) => {
    const root: Capture | Exchange | undefined = exchange === null ? capture : exchanges.get(exchange);
    const line = lineAt(root, pointer);
    return line !== undefined && written.has(line);
  });
};

const launcherLines = ({ conversations = [] }: Capture): ReadonlySet<string> =>
  new Set(
    conversations
      .flatMap(({ process }) =>
        process?.launcher_stdout?.encoding === "utf8" ? process.launcher_stdout.data.split("\n") : [],
      )
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  );

/** The bytes of a line that is no message. */
const lineAt = (root: unknown, pointer: string): string | undefined => {
  const value = readPointer(root, pointer);
  return (stringMember(value, "data") ?? stringMember(readPointer(root, `${pointer}/raw`), "data"))?.trim();
};
