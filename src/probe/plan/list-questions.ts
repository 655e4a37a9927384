import { LIST_METHODS, type ListMethod } from "../../protocol/methods.ts";
import { both, type Question, stateless } from "../../protocol/question.ts";

/** The same question about each of the four lists. */
const forEachList = <Before extends string, After extends string, Row extends Question>(
  before: Before,
  after: After,
  row: (method: ListMethod) => Row,
): Record<`${Before}${ListMethod}${After}`, Row> => {
  const rows = LIST_METHODS.map((method) => [`${before}${method}${after}`, row(method)]);
  return Object.fromEntries(rows) as Record<`${Before}${ListMethod}${After}`, Row>;
};

const CAPABILITY = {
  "tools/list": "tools",
  "resources/list": "resources",
  "resources/templates/list": "resources",
  "prompts/list": "prompts",
} as const satisfies Record<ListMethod, string>;

const PAGES = ["", "page-#"] as const;
const AGAIN = [...PAGES, "third", "third-page-#"] as const;

export const LIST_QUESTIONS = {
  ...forEachList("", "", (method) => both(`${method}, every page`, { sends: PAGES })),
  ...forEachList("", "-empty-params", (method) => both(`${method} with an empty params object`)),
  ...forEachList("", "-absent", (method) =>
    both(`${method} although ${CAPABILITY[method]} is not advertised`, { sends: PAGES }),
  ),
  ...forEachList("", "-bad-cursor", (method) =>
    both(`${method} with cursors that were never issued: text, empty, very long, a number`, {
      sends: ["", "empty", "long", "number"],
    }),
  ),
  ...forEachList("", "-again", (method) =>
    both(`${method} once more, after everything else, and a third time if it differs`, { sends: AGAIN }),
  ),
  ...forEachList("", "-all-capabilities", (method) => stateless(`${method} with every client capability declared`)),
  ...forEachList("fresh-", "", (method) =>
    stateless(`${method} as the first message of a new connection`, { sends: PAGES }),
  ),
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly lists: typeof LIST_QUESTIONS;
  }
}
