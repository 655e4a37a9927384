import { printJson } from "../escape/json.ts";
import type { View } from "../report.ts";

/** For programs; schemas/ describes it. */
export const renderJson = <Result>({ json }: View<Result>, result: Result): string =>
  printJson(json ? json(result) : result);
