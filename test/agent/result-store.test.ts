// What a server said reaches a client through a resource as visibly as through a tool.

import { expect, test } from "vitest";
import { openResultStore, STORED_KINDS } from "../../src/features/agent/result-store.ts";

const HIDDEN = "\u{202e}evil\u{2066} \u{200b}\u{feff} \u{e0041}\u{e0042} \u{9b}31m \u{85} \u{2028} \u{7f} ##vso[x]";

test.each(STORED_KINDS)(
  "Quoted text: a resource of %s holds no invisible, bidirectional, tag or control character",
  (kind) => {
    const ids = ["2", "1"];
    const store = openResultStore(() => ids.pop() ?? "");
    const value = { said: HIDDEN, [HIDDEN]: [HIDDEN] };
    store.keep(kind, "as a value", value);
    store.keepText(kind, "as text", JSON.stringify(value));
    for (const id of ["1", "2"]) {
      const text = store.find(kind, id)?.text ?? "";
      expect(text).toMatch(/^[ -~]+$/);
      expect(text).not.toContain("##vso[");
      expect(JSON.parse(text)).toEqual(value);
    }
  },
);
