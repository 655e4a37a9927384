import type { Hooks } from "../../servers/hooks.ts";
import { isObject, type JsonObject, type JsonValue } from "../../servers/json-rpc.ts";
import { EVENT_STREAM, SINCE_2025_06, STATEFUL, STATELESS } from "../contexts.ts";
import { breakDown, objectOf, set, without } from "../edits.ts";
import { deafTo, editParams } from "../question-edits.ts";
import { type MutantTable, mutant } from "../variant.ts";
import { readFirst } from "./edits.ts";

/** Tells the client of the first tool call that some elicitation is complete. */
const announceCompletion = (params: JsonObject): Hooks => ({
  outgoing: (message, { request }) =>
    request?.method !== "tools/call" || message.result === undefined
      ? undefined
      : [{ jsonrpc: "2.0", method: "notifications/elicitation/complete", params }, message],
});

const ELICIT = "elicitation/create";

/** Changes forms. */
const editForm = (edit: (params: JsonObject) => JsonObject): Hooks =>
  editParams(ELICIT, (params) => (params.mode === "url" ? params : edit(params)));

const editSchema = (edit: (schema: JsonObject) => JsonValue): Hooks =>
  editForm((params) =>
    isObject(params.requestedSchema) ? { ...params, requestedSchema: edit(params.requestedSchema) } : params,
  );

/** Adds a field to each form, or changes it. */
const withField = (name: string, field: JsonObject): Hooks =>
  editSchema((schema) => ({
    ...schema,
    properties: { ...objectOf(schema.properties), [name]: field },
  }));

const editLink = (edit: (params: JsonObject) => JsonObject): Hooks =>
  editParams(ELICIT, (params) => (params.mode === "url" ? edit(params) : params));

/** Asks for a link where it should ask for a form. */
const linkForForm = (params: JsonObject): Hooks => editForm(() => params);

export const MUTANTS: MutantTable = {
  "asks-anybody": mutant("ELICIT-001", SINCE_2025_06, {
    vice: "Asks for forms, sampled messages and roots whatever the client declared.",
    skip: ["client-capability"],
  }),
  "link-for-form": mutant("ELICIT-002", {
    vice: "Sends a link to clients that only show forms.",
    hooks: linkForForm({ mode: "url", message: "Tell us.", url: "https://example.com/ask", elicitationId: "a" }),
  }),
  "elicitation-without-message": mutant("ELICIT-003", SINCE_2025_06, {
    vice: "Asks for a form without saying what for.",
    hooks: editParams(ELICIT, without("message")),
  }),
  "elicitation-mode-dialog": mutant("ELICIT-004", {
    vice: "Calls the mode of a form dialog.",
    hooks: editForm(set({ mode: "dialog" })),
  }),
  "form-with-nested-object": mutant("ELICIT-005", SINCE_2025_06, {
    vice: "Asks for an object within a form.",
    hooks: withField("address", { type: "object", properties: { city: { type: "string" } } }),
  }),
  "form-without-properties": mutant("ELICIT-005", {
    vice: "Asks with a schema that has no properties.",
    hooks: editSchema(() => ({ type: "object" })),
  }),
  "form-of-references": mutant("ELICIT-005", {
    vice: "Asks with a schema that refers to definitions.",
    hooks: withField("style", { $ref: "#/$defs/style" }),
  }),
  "form-with-list-of-objects": mutant("ELICIT-005", {
    vice: "Asks for a list of objects in a form.",
    hooks: withField("friends", { type: "array", items: { type: "object", properties: { name: { type: "string" } } } }),
  }),
  "form-with-free-list": mutant("ELICIT-005", {
    vice: "Asks for a list of texts in a form, and gives no options.",
    hooks: withField("tags", { type: "array" }),
  }),
  "form-asks-for-ssn": mutant("ELICIT-010", "http/2025-06-18", {
    vice: "Asks for a social security number where nothing sensitive may be asked for.",
    hooks: withField("ssn", { type: "string" }),
  }),
  "form-format-phone": mutant("ELICIT-006", SINCE_2025_06, {
    vice: "Gives a field the format phone.",
    hooks: withField("phone", { type: "string", format: "phone" }),
  }),
  "choice-of-numbers": mutant("ELICIT-007", SINCE_2025_06, {
    vice: "Lets the user choose among numbers.",
    hooks: withField("year", { type: "integer", enum: [2024, 2025] }),
  }),
  "choice-without-titles": mutant("ELICIT-007", {
    vice: "Writes a choice as oneOf without titles.",
    hooks: withField("size", { type: "string", oneOf: [{ const: "s" }, { const: "m" }] }),
  }),
  "choice-with-enum-names": mutant("ELICIT-008", {
    vice: "Gives options their titles in enumNames.",
    hooks: withField("size", { type: "string", enum: ["s", "m"], enumNames: ["Small", "Medium"] }),
  }),
  "default-as-text": mutant("ELICIT-009", SINCE_2025_06, {
    vice: "Writes the default of a boolean as text.",
    hooks: withField("formal", { type: "boolean", default: "false" }),
  }),
  "default-not-an-option": mutant("ELICIT-029", {
    vice: "Has a default that cannot be chosen.",
    hooks: withField("size", { type: "string", enum: ["s", "m"], default: "xl" }),
  }),
  "form-asks-for-password": mutant(["ELICIT-010", "ELICIT-011"], SINCE_2025_06, {
    vice: "Asks for a password in a form.",
    hooks: withField("user_password", { type: "string", title: "Password" }),
  }),
  "form-asks-for-card": mutant(["ELICIT-010", "ELICIT-011"], {
    vice: "Asks for the number of a credit card in a form.",
    hooks: withField("card", { type: "string", title: "Credit card number" }),
  }),
  "form-with-link": mutant("ELICIT-022", {
    vice: "Asks the user to follow a link in a form.",
    hooks: editForm(set({ message: "See https://forms.acme.io/terms and tell us your name." })),
  }),
  "elicitation-required-unlisted": mutant("ELICIT-016", STATEFUL, {
    vice: "Answers with -32042 and lists no elicitation.",
    hooks: readFirst({ url: "https://example.com/house-rules" }),
  }),
  "links-under-one-id": mutant("ELICIT-013", STATEFUL, "stdio/2025-11-25", {
    vice: "Gives every page that the user is to open the same elicitationId.",
    hooks: () => {
      let count = 0;
      return editLink((params) => {
        count += 1;
        return { ...params, url: `https://example.com/house-rules/${count}`, elicitationId: "rules" };
      });
    },
  }),
  "link-without-url": mutant("ELICIT-012", STATELESS, STATEFUL, {
    vice: "Asks in URL mode without a url.",
    hooks: editLink(without("url")),
  }),
  "link-relative": mutant("ELICIT-012", STATELESS, STATEFUL, {
    vice: "Asks in URL mode with a path.",
    hooks: editLink(set({ url: "/house-rules" })),
  }),
  "link-without-id": mutant("ELICIT-012", STATEFUL, {
    vice: "Asks in URL mode without an elicitationId, and asks clients that only show forms.",
    hooks: linkForForm({ mode: "url", message: "Tell us.", url: "https://example.com/ask" }),
  }),
  "link-with-mail-address": mutant("ELICIT-021", STATELESS, STATEFUL, {
    vice: "Puts the user's e-mail address into the url.",
    hooks: editLink(set({ url: "https://example.com/login?login_hint=ann%40example.com" })),
  }),
  "link-with-access-token": mutant("ELICIT-021", STATELESS, STATEFUL, {
    vice: "Puts an access token into the url.",
    hooks: editLink(set({ url: "https://example.com/rules?access_token=d3adb33f" })),
  }),
  "link-without-tls": mutant("ELICIT-023", STATELESS, STATEFUL, {
    vice: "Sends the user to a page without TLS.",
    hooks: editLink(set({ url: "http://example.com/house-rules" })),
  }),
  "completion-without-id": mutant("ELICIT-015", STATEFUL, EVENT_STREAM, {
    vice: "Announces that an elicitation is complete and does not say which.",
    hooks: announceCompletion({}),
  }),
  "link-completion-announced": mutant("ELICIT-018", STATELESS, EVENT_STREAM, {
    vice: "Announces that an elicitation is complete, as in the revision before.",
    outgoing: (message, { request }) =>
      request?.params.inputResponses === undefined || message.id === undefined
        ? undefined
        : [{ jsonrpc: "2.0", method: "notifications/elicitation/complete", params: { elicitationId: "a" } }, message],
  }),
  "cancelled-form-breaks": mutant("ELICIT-019", STATELESS, {
    vice: "Breaks down when the user dismisses a form.",
    hooks: breakDown((_, params) => JSON.stringify(params.inputResponses ?? {}).includes('"cancel"')),
  }),
  "declined-link-breaks": mutant("ELICIT-019", STATELESS, {
    vice: "Breaks down when the user declines to open a page.",
    hooks: breakDown(
      (_, { name, inputResponses }) =>
        name === "show_rules" && JSON.stringify(inputResponses ?? {}).includes('"decline"'),
    ),
  }),
  "declined-form-hangs": mutant("ELICIT-019", "stdio/2025-11-25", {
    vice: "Waits for ever where the user declines a form.",
    hooks: deafTo(({ result }) => isObject(result) && result.action === "decline"),
  }),
};
