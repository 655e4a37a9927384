import type { Fact } from "../fact.ts";
import { headerAnnotations, mirroredCalls, repeatedHeaderNames } from "./annotations.ts";
import * as answers from "./header-answers.ts";
import { era, negotiatedVersionHeader, unnamedRequests } from "./negotiated-version.ts";
import * as params from "./param-answers.ts";

export const HEADERS_FACTS: readonly Fact[] = [
  era,
  negotiatedVersionHeader,
  unnamedRequests,
  ...Object.values(answers),
  ...Object.values(params),
  headerAnnotations,
  repeatedHeaderNames,
  mirroredCalls,
];
