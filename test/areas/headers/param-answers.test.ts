import { answerCases } from "../given.ts";
import { readingTable } from "../reading-table.ts";

readingTable("right_params", answerCases(["param-right"]));
readingTable("other_param", answerCases(["param-other"]));
readingTable("missing_param", answerCases(["param-missing"]));
readingTable("null_param", answerCases(["param-null"]));
readingTable("absent_param", answerCases(["param-absent"]));
readingTable("illegal_param", answerCases(["param-illegal"]));
readingTable("wrapped_param", answerCases(["param-wrapped"]));
readingTable("broken_param_wrapper", answerCases(["param-broken-wrapper"]));
readingTable("bare_base64_param", answerCases(["param-bare-base64"]));
readingTable("decimal_param", answerCases(["param-decimal"]));
readingTable("other_nested_param", answerCases(["param-nested-other"]));
