import { answerCases } from "../given.ts";
import { readingTable } from "../reading-table.ts";

readingTable("no_meta", answerCases(["no-meta"]));
readingTable("no_meta_version", answerCases(["no-meta-version"]));
readingTable("no_meta_capabilities", answerCases(["no-meta-capabilities"]));
readingTable("wrong_version_type", answerCases(["wrong-meta-types-version-number"]));

const types = ["string", "array"].map((type) => `wrong-meta-types-capabilities-${type}`);
readingTable("wrong_meta_types", answerCases(types, types));

readingTable("no_client_info", answerCases(["no-client-info"]));
readingTable("unknown_meta", answerCases(["unknown-meta"]));
readingTable(
  "plain_lists",
  answerCases(["tools", "resources", "resources/templates", "prompts"].map((list) => `${list}/list`)),
);
