import type { Fact } from "../fact.ts";
import {
  afterInputRequired,
  inputResults,
  otherResults,
  repeatedInputKeys,
  undeclaredInput,
  waysOfAsking,
} from "./asking.ts";
import * as oddAnswers from "./odd-answers.ts";
import { inputRetries } from "./retries.ts";

export const INPUT_ROUNDS_FACTS: readonly Fact[] = [
  inputResults,
  waysOfAsking,
  otherResults,
  repeatedInputKeys,
  undeclaredInput,
  afterInputRequired,
  inputRetries,
  ...Object.values(oddAnswers),
];
