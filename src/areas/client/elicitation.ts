import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../base/json.ts";
import { toPointer } from "../../base/pointer.ts";
import { isSameJson } from "../../base/same-json.ts";
import type { Item, View } from "../../judge/core/fact.ts";
import { typeOf } from "../../judge/core/facts/messages.ts";
import { isSettled, type ServerQuestion, serverQuestionsIn } from "./answers.ts";
import { fieldsOf, kindOfField, problemOf } from "./forms.ts";
import { placeOfAnswer } from "./sampling.ts";
import { clientFact, derivedAt } from "./sent.ts";

export const elicitationsIn = (view: View): readonly ServerQuestion[] =>
  serverQuestionsIn(view).filter(
    ({ method, params }) => method === "elicitation/create" && member(params, "task") === undefined,
  );

export const isPage = ({ params }: ServerQuestion): boolean => stringMember(params, "mode") === "url";

const actionOf = ({ answer }: ServerQuestion): string | undefined =>
  answer?.kind === "result" ? stringMember(answer.value, "action") : undefined;

const contentOf = ({ answer }: ServerQuestion): Json | undefined => member(answer?.value, "content");

const acceptedForms = (view: View): readonly ServerQuestion[] =>
  elicitationsIn(view).filter((question) => !isPage(question) && actionOf(question) === "accept");

const FORMS = ["elicitation-forms", "elicitation-choices", "elicitation-rounds"] as const;
const MISSING = "the client accepts a form";

/** Where a field of the content stands. */
const fieldPlace = (question: ServerQuestion, name: string): Item => {
  const place = placeOfAnswer(question);
  const at = question.session.era === "stateful" ? `${place.pointer}/result/content` : place.pointer;
  return { ...place, value: null, pointer: at + (contentHas(question, name) ? toPointer([name]) : ""), name };
};

const contentHas = (question: ServerQuestion, name: string): boolean =>
  question.session.era === "stateful" && member(contentOf(question), name) !== undefined;

export const formFields = clientFact(
  {
    name: "form_fields",
    doc: "Of every field of a form that was accepted: what is wrong with its value.",
    type: "object: field, kind (text, number, boolean, choice, choices), problem (none, missing, type, range, length, format, unlisted, label)",
    derived: true,
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
  },
  acceptedForms,
  (question) =>
    fieldsOf(question.params).map(({ name, field, isRequired }) => {
      const value = member(contentOf(question), name);
      const problem = problemOf(value, field, isRequired);
      return derivedAt(fieldPlace(question, name), { field: name, kind: kindOfField(field), problem });
    }),
  MISSING,
);

const typeOfValue = (value: Json): string =>
  Array.isArray(value) ? (value.every((one) => typeof one === "string") ? "strings" : "array") : typeOf(value);

export const formValues = clientFact(
  {
    name: "form_values",
    doc: "The JSON type of every value in the content of an elicitation result.",
    type: "string, number, boolean, strings (an array of them) or another JSON type",
    derived: true,
    scenarios: FORMS,
  },
  acceptedForms,
  (question) => {
    const content = contentOf(question);
    return Object.entries(isJsonObject(content) ? content : {}).map(([name, value]) =>
      derivedAt(fieldPlace(question, name), typeOfValue(value)),
    );
  },
  MISSING,
);

/** What was sent along with a refusal; nothing at all and nothing in it are the same. */
export const declinedContents = clientFact(
  {
    name: "declined_contents",
    doc: "Of every elicitation that was declined or cancelled: whether data of the form came along.",
    type: "none or values",
    derived: true,
    scenarios: ["refused-requests"],
    words: { values: "what was typed, although the user did not agree to send it" },
  },
  (view) => elicitationsIn(view).filter((one) => ["decline", "cancel"].includes(actionOf(one) ?? "")),
  (question) => {
    const content = contentOf(question);
    const hasValues = isJsonObject(content) && Object.keys(content).length > 0;
    return derivedAt(placeOfAnswer(question), hasValues ? "values" : "none");
  },
  "an elicitation is declined or cancelled",
);

const hasDefault = (field: Json): boolean => member(field, "default") !== undefined;

/** Only of a client that shows in this form that it uses defaults at all, or that declares it. */
const defaultForms = (view: View): readonly ServerQuestion[] =>
  acceptedForms(view).filter((question) => {
    const fields = fieldsOf(question.params).filter(({ field }) => hasDefault(field));
    const declared = member(question.declared, "elicitation");
    const applies = [declared, member(declared, "form")].some((one) => member(one, "applyDefaults") === true);
    return (
      fields.length > 0 &&
      (applies ||
        fields.some(({ name, field }) => {
          const value = member(contentOf(question), name);
          return value !== undefined && isSameJson(value, member(field, "default") ?? null);
        }))
    );
  });

export const defaultFields = clientFact(
  {
    name: "default_fields",
    doc: "Of every field with a default, in a form that was accepted by a client that uses defaults: whether it was sent.",
    type: "object: field, sent (sent, missing)",
    derived: true,
    scenarios: ["elicitation-defaults", "elicitation-rounds"],
    words: { missing: "a field whose default was not sent" },
  },
  defaultForms,
  (question) =>
    fieldsOf(question.params)
      .filter(({ field }) => hasDefault(field))
      .map(({ name }) => {
        const sent = member(contentOf(question), name) === undefined ? "missing" : "sent";
        return derivedAt(fieldPlace(question, name), { field: name, sent });
      }),
  "a client that uses defaults accepts a form with some",
);

/** Nothing named means forms. */
const isModeDeclared = (declared: Json | undefined, mode: string): boolean => {
  const elicitation = member(declared, "elicitation");
  if (elicitation === undefined) return false;
  const named = ["form", "url"].filter((one) => member(elicitation, one) !== undefined);
  return named.length === 0 ? mode === "form" : named.includes(mode);
};

export const elicitationModes = clientFact(
  {
    name: "elicitation_modes",
    doc: "How the client answered in each mode, and whether it had declared it; without a mode only where one with mode form was accepted.",
    type: "object: mode (form, url, absent), declared (declared, undeclared), answered (result, error, nothing), code",
    derived: true,
    scenarios: ["elicitation-modes", "elicitation-choices", "elicitation-rounds"],
  },
  (view) =>
    elicitationsIn(view).filter(
      (question) =>
        member(question.declared, "elicitation") !== undefined &&
        (isSettled(question) || isLeft(question) || question.session.era === "stateless") &&
        (stringMember(question.params, "mode") !== undefined || isControlled(question, view)),
    ),
  (question) => {
    const mode = stringMember(question.params, "mode");
    const { answer, declared } = question;
    const code = answer?.kind === "error" ? member(answer.value, "code") : undefined;
    const value: JsonObject = {
      mode: mode ?? "absent",
      declared: isModeDeclared(declared, mode ?? "form") ? "declared" : "undeclared",
      answered: answer?.kind ?? "nothing",
      ...(code === undefined ? {} : { code }),
    };
    return derivedAt(placeOfAnswer(question), value);
  },
  "the server asks the client's user",
);

/** Undeclared, it needs no user to be refused. */
const isLeft = (question: ServerQuestion): boolean =>
  !isModeDeclared(question.declared, stringMember(question.params, "mode") ?? "form") &&
  isSettled({ ...question, declared: undefined });

/** The same client answers where the mode is named; in the stateless era in the same round. */
const isControlled = ({ session, exchange }: ServerQuestion, view: View): boolean =>
  elicitationsIn(view).some(
    (one) =>
      one.session === session &&
      (session.era === "stateful" || one.exchange === exchange) &&
      stringMember(one.params, "mode") === "form" &&
      one.answer?.kind === "result",
  );
