import type { Result } from "../../model/result.ts";
import { show } from "../capture-head.ts";
import { createStyle } from "../style.ts";
import { headline } from "./headline.ts";

/** The answer in one line. */
export const renderResultLine = (result: Result, { color }: { readonly color: boolean }): string =>
  `${show(result.target, 120).replace(/^::/, "\\x3a:")} (${result.revision}): ${headline(result, createStyle(color))}\n`;
