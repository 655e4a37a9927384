// docs/safety.md is made from the rules (npm run docs).

import { test } from "vitest";
import { expectDocument } from "./document.ts";
import { renderSafety } from "./render-safety.ts";

test("docs/safety.md", () => expectDocument("docs/safety.md", renderSafety()));
