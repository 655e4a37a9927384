import { isJsonObject, type Json, member } from "../../../base/json.ts";
import { toPointer } from "../../../base/pointer.ts";
import { isSameJson } from "../../../base/same-json.ts";
import { clientFact, derivedAt, derivedFact, type NamedPlace, typeOf } from "../../../judge/core/client/fact.ts";
import { answerPlace, type ClientQuestion } from "../../../judge/core/client/questions.ts";
import type { View } from "../../../judge/core/client/view.ts";
import { fieldsOf, kindOfField, problemOf } from "./form-fields.ts";
import { actionOf, elicitationsIn, isPage } from "./questions.ts";

const contentOf = ({ given }: ClientQuestion): Json | undefined => member(given, "content");

const acceptedForms = (view: View): readonly ClientQuestion[] =>
  elicitationsIn(view).filter((question) => !isPage(question) && actionOf(question) === "accept");

const FORMS = ["elicitation-forms", "elicitation-choices", "elicitation-rounds"] as const;
const MISSING = "the client accepts a form";

/** Where a field of the content is. */
const fieldPlace = (question: ClientQuestion, name: string): NamedPlace => {
  const place = answerPlace(question);
  if (question.session.era !== "stateful") return { ...place, name };
  const at = member(contentOf(question), name) === undefined ? "" : toPointer([name]);
  return { ...place, pointer: `${place.pointer}/result/content${at}`, name };
};

export const formFields = clientFact("form_fields", {
  doc: "Of every field of a form that was accepted: what is wrong with its value.",
  type: "object: field, kind (text, number, boolean, choice, choices), problem (none, missing, type, range, length, format, unlisted, label)",
  scenarios: FORMS,
  words: {
    label: "the title of a choice in place of its value",
    unlisted: "a value that is none of the choices",
    missing: "a required field that is missing",
    type: "a value of another type",
    range: "a number out of range",
    length: "a value that is too long or too short",
    format: "a text in another format",
  },
  derived: true,
  missing: MISSING,
  among: acceptedForms,
  pick: (question) =>
    fieldsOf(question.params).map(({ name, field, isRequired }) => {
      const problem = problemOf(member(contentOf(question), name), field, isRequired);
      return derivedAt(fieldPlace(question, name), { field: name, kind: kindOfField(field), problem });
    }),
});

const typeOfValue = (value: Json): string =>
  Array.isArray(value) ? (value.every((one) => typeof one === "string") ? "strings" : "array") : typeOf(value);

export const formValues = clientFact("form_values", {
  doc: "The JSON type of every value in the content of an elicitation result.",
  type: "string, number, boolean, strings (an array of them) or another JSON type",
  scenarios: FORMS,
  derived: true,
  missing: MISSING,
  among: acceptedForms,
  pick: (question) => {
    const content = contentOf(question);
    return Object.entries(isJsonObject(content) ? content : {}).map(([name, value]) =>
      derivedAt(fieldPlace(question, name), typeOfValue(value)),
    );
  },
});

/** What was sent along with a refusal; nothing at all and nothing in it are the same. */
export const declinedContents = derivedFact("declined_contents", {
  doc: "Of every elicitation that was declined or cancelled: whether data of the form came along.",
  type: "none or values",
  scenarios: ["refused-requests"],
  words: { values: "what was typed, although the user did not agree to send it" },
  missing: "an elicitation is declined or cancelled",
  among: elicitationsIn,
  only: (one) => ["decline", "cancel"].includes(actionOf(one)),
  at: answerPlace,
  say: (question) => {
    const content = contentOf(question);
    return isJsonObject(content) && Object.keys(content).length > 0 ? "values" : "none";
  },
});

const defaultFieldsOf = ({ params }: ClientQuestion) =>
  fieldsOf(params).filter(({ field }) => member(field, "default") !== undefined);

/** Whether a client shows in this form that it uses defaults at all, or declares it. */
const usesDefaults = (question: ClientQuestion): boolean => {
  const declared = member(question.declared, "elicitation");
  if ([declared, member(declared, "form")].some((one) => member(one, "applyDefaults") === true)) return true;
  return defaultFieldsOf(question).some(({ name, field }) => {
    const value = member(contentOf(question), name);
    return value !== undefined && isSameJson(value, member(field, "default") ?? null);
  });
};

export const defaultFields = clientFact("default_fields", {
  doc: "Of every field with a default, in a form that was accepted by a client that uses defaults: whether it was sent.",
  type: "object: field, sent (sent, missing)",
  scenarios: ["elicitation-defaults", "elicitation-rounds"],
  words: { missing: "a field whose default was not sent" },
  derived: true,
  missing: "a client that uses defaults accepts a form with some",
  among: acceptedForms,
  only: (one) => defaultFieldsOf(one).length > 0 && usesDefaults(one),
  pick: (question) =>
    defaultFieldsOf(question).map(({ name }) => {
      const sent = member(contentOf(question), name) === undefined ? "missing" : "sent";
      return derivedAt(fieldPlace(question, name), { field: name, sent });
    }),
});
