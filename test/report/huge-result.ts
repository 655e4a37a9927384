// As large as results get: 5,000 verdicts, some of them over 1,000 tools.

import { untrusted } from "../../src/base/untrusted.ts";
import type { Verdict } from "../../src/judge/core/verdict.ts";
import { gradeCompliance } from "../../src/scores/compliance/grade.ts";
import { countVerdicts } from "../../src/scores/result/count-verdicts.ts";
import type { Result } from "../../src/scores/result/result.ts";

export const hugeResult = (small: Result): Result => {
  const exchanges = Array.from({ length: 1_000 }, (_, index) => ({
    id: `main/${index}`,
    request: { jsonrpc: "2.0", id: index, method: "tools/call", params: { name: `tool-${index}` } },
    response: { jsonrpc: "2.0", id: index, result: { content: [{ type: "text", text: "x".repeat(2_000) }] } },
    timing: { start_ms: index, end_ms: index + (index % 97) },
    sha256: "0".repeat(64),
  }));
  const verdicts = Array.from({ length: 5_000 }, (_, index): Verdict => {
    const base = small.verdicts[index % small.verdicts.length] as Verdict;
    const evidence = Array.from({ length: 20 }, (__, place) => ({
      exchange: `main/${(index + place) % 1_000}`,
      pointer: `/response/result/content/${index}`,
      sha256: "0".repeat(64),
      item: untrusted(`tool-${place}`),
    }));
    const { implied_by: _cause, ...head } = base;
    return { ...head, id: `RULE-${index}`, evidence } as Verdict;
  });
  return { ...small, verdicts, exchanges, counts: countVerdicts(verdicts), compliance: gradeCompliance(verdicts) };
};
