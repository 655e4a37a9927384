import { answersTo } from "../../../judge/core/answers.ts";

export const wrongMetaTypes = answersTo({
  name: "wrong_meta_types",
  doc: "The answers to stateless requests whose clientCapabilities are no object.",
  questions: ["wrong-meta-types:capabilities-string", "wrong-meta-types:capabilities-array"],
  label: (record) => record.step,
});

export const plainLists = answersTo({
  name: "plain_lists",
  doc: "The answers to lists asked for by a client that declares no capabilities.",
  questions: ["tools/list", "resources/list", "resources/templates/list", "prompts/list"],
});
