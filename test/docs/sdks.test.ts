// docs/sdks.md is made from sdks/ (npm run docs).

import { test } from "vitest";
import { summarizeSdks } from "../../src/judge/origin/summarize.ts";
import { committedTable } from "../sdks/recordings.ts";
import { expectDocument } from "./document.ts";
import { renderSdks } from "./render-sdks.ts";

test("docs/sdks.md", () => expectDocument("docs/sdks.md", renderSdks(summarizeSdks(committedTable()))));
