import { expect } from "vitest";
import { parseJsonc } from "../../../src/cli/target/jsonc.ts";
import type { System } from "../../../src/cli/target/system.ts";
import { UsageError } from "../../../src/cli/usage-error.ts";

/** Stands for every header value, environment value and password; no message may hold it. */
export const SECRET = "s3cr3t-v4lue";

export const makeSystem = (files: Record<string, string> = {}, env: Record<string, string> = {}): System => ({
  env,
  cwd: "/home/me/project",
  readFile: (path) => {
    const text = files[path];
    if (text === undefined) throw Object.assign(new Error(`ENOENT: ${path}`), { code: "ENOENT" });
    return text;
  },
  parseJsonc,
});

/** The message of the UsageError that `act` must throw. */
export const usageMessage = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    const { message, exitCode } = error as UsageError;
    expect(exitCode).toBe(1);
    expect(message).not.toMatch(/[\r\n]/);
    expect(message).not.toContain(SECRET);
    return message;
  }
  throw new Error("expected a UsageError");
};
