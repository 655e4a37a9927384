import { answerCases, given } from "../given.ts";
import { type ReadingCase, readingTable } from "../reading-table.ts";
import { answered, refused } from "../small-captures.ts";

const onStdio = (step: string): ReadingCase =>
  given("stdio, which has no headers", [answered(step, "x", {})]).inapplicable("precondition-absent");

readingTable("no_version_header", [
  ...answerCases(["no-version-header", "version-missing", "version-missing-list"]),
  onStdio("no-version-header"),
]);
readingTable("unknown_version_header", [
  ...answerCases(["unknown-version", "version-unknown", "version-senseless", "version-unknown-list"]),
  onStdio("unknown-version"),
]);

readingTable("other_version_header", [
  ...answerCases(["other-version-header", "other-version-meta"]),
  given("a server of both eras, which may go by the header", {
    era: { verdict: "dual", reason: "both answered", shown_by: [] },
    exchanges: [
      refused("other-version-header", "tools/list", -32600),
      answered("other-version-meta", "tools/list", {}),
    ],
  }).partly([{ outcome: "result" }], { exchanges: ["main/2"] }),
]);
readingTable("no_method_header", answerCases(["no-method-header"]));
readingTable("other_method_header", answerCases(["other-method-header"]));
readingTable("upper_method_header", answerCases(["upper-method-header"]));
readingTable("respelled_header_names", answerCases(["lower-header-name", "upper-header-name"]));
readingTable("padded_headers", answerCases(["padded-header", "padded-name-header", "padded-name-header-read"]));
readingTable("illegal_header_bytes", answerCases(["control-in-header", "utf8-in-header"]));
/** As it was asked once: the tool may be looked up before the header. */
const nothingNamed = (step: string): ReadingCase =>
  given("a call of a tool that does not exist", [
    { ...refused(`${step}-call`, "tools/call", -32602, { name: "mcptest_no_such_tool", arguments: {} }) },
    refused(`${step}-read`, "resources/read", -32020),
  ]).partly([{ error: { code: -32020 } }], { exchanges: ["main/2"] });

readingTable("no_name_header", [
  ...answerCases(["no-name-header", "no-name-header-read", "no-name-header-call"]),
  nothingNamed("no-name-header"),
]);
readingTable("other_name_header", [
  ...answerCases(["other-name-header-get", "other-name-header", "other-name-header-call"]),
  nothingNamed("other-name-header"),
]);
readingTable("literal_params", answerCases(["param-literal-bare", "param-literal-open", "param-literal-upper"]));
readingTable("wrapped_name_header", answerCases(["wrapped-name-header-read", "wrapped-name-header-get"]));
readingTable("undeclared_param_header", answerCases(["undeclared-param-header"]));

readingTable("header_refusals", [
  ...answerCases([
    ...["no-method-header", "other-method-header", "upper-method-header"],
    ...["no-name-header-read", "no-name-header-get", "other-name-header-read", "other-name-header-get"],
    ...["param-other", "param-missing", "param-broken-wrapper"],
  ]),
  given("a call, which may be refused because the tool does not exist", [
    answered("no-name-header-call", "tools/call", {}),
  ]).unseen("not-probed"),
]);
