import type { Json } from "../../base/json.ts";
import { readPointer } from "../../base/pointer.ts";
import type { Exchange } from "../../capture/capture.ts";
import type { VerdictEvidence } from "../core/verdict.ts";
import { answerShape } from "./answer-shape.ts";
import { plainWords } from "./plain-words.ts";

/**
 * One failing item in words that do not depend on the server: what was asked, what was answered, where in the answer the
 * fault stands and what stands there. Two servers that fail for the same reason have the same.
 */
export const signatureOf = (evidence: VerdictEvidence, exchange: Exchange | undefined): string => {
  const { pointer, actual } = evidence;
  const found = actual === undefined ? "" : plainActual(actual, exchange?.request);
  if (!exchange) return [plainPointer(pointer), found].join(" | ");
  return [
    questionOf(exchange),
    answerShape(exchange),
    plainPointer(pointer),
    valueShape(readPointer(exchange, pointer), pointer, exchange.request),
    found,
  ].join(" | ");
};

/** A step repeats its question for every tool, resource and page: call-1, call-2. */
export const questionOf = ({ step, request, http }: Exchange): string => {
  if (step !== undefined) return step.replaceAll(/-\d+\b/g, "");
  const method = (request as { readonly method?: Json } | undefined)?.method;
  return typeof method === "string" ? method : (http?.method ?? "");
};

const plainPointer = (pointer: string): string => pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*");

const valueShape = (value: Json | undefined, pointer: string, asked: Json | undefined): string => {
  if (value === undefined) return "nothing";
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return /\/(code|status)$/.test(pointer) ? String(value) : "number";
  if (typeof value === "string") return JSON.stringify(plainWords(value, asked));
  return Array.isArray(value) ? "array" : "object";
};

/** What a person is told stood there, without the server's own values in it. */
const plainActual = (actual: string, asked: Json | undefined): string =>
  plainWords(actual.replaceAll(/"(?:[^"\\]|\\.)*"?/g, "…").replace(/[[{][\s\S]*$/, "…"), asked);
