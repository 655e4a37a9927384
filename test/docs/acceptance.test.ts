// docs/acceptance.md is made from acceptance/ (npm run docs).

import { test } from "vitest";
import { loadAcceptance } from "../../src/judge/corpus-files/acceptance-compile.ts";
import { expectDocument } from "./document.ts";
import { renderAcceptance } from "./render-acceptance.ts";

test("docs/acceptance.md", () => expectDocument("docs/acceptance.md", renderAcceptance(loadAcceptance("acceptance"))));
