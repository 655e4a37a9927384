import type { Hooks } from "../../hooks.ts";
import { isObject, type JsonObject, type JsonValue, RpcError } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";
import { breakDown } from "./edits.ts";
import { deafTo, editParams } from "./question-edits.ts";

/** Tells the client of the first tool call that some elicitation is complete. */
const announceCompletion = (params: JsonObject): Hooks => ({
  outgoing: (message, { request }) =>
    request?.method !== "tools/call" || message.result === undefined
      ? undefined
      : [{ jsonrpc: "2.0", method: "notifications/elicitation/complete", params }, message],
});

const ASK = "elicitation/create";
const STATELESS = ["http/2026-07-28"] as const;
const BOTH_ERAS = ["http/2026-07-28", "http/2025-11-25"] as const;
const WITH_2025_06 = ["http/2026-07-28", "http/2025-11-25", "http/2025-06-18"] as const;

/** Changes forms. */
const editForm = (edit: (params: JsonObject) => JsonObject): Hooks =>
  editParams(ASK, (params) => (params.mode === "url" ? params : edit(params)));

const editSchema = (edit: (schema: JsonObject) => JsonValue): Hooks =>
  editForm((params) =>
    isObject(params.requestedSchema) ? { ...params, requestedSchema: edit(params.requestedSchema) } : params,
  );

/** Adds a field to each form, or changes it. */
const withField = (name: string, field: JsonObject): Hooks =>
  editSchema((schema) => ({
    ...schema,
    properties: { ...(isObject(schema.properties) ? schema.properties : {}), [name]: field },
  }));

const editLink = (edit: (params: JsonObject) => JsonObject): Hooks =>
  editParams(ASK, (params) => (params.mode === "url" ? edit(params) : params));

/** Asks for a link where it should ask for a form. */
const linkForForm = (params: JsonObject): Hooks => editForm(() => params);

/** Refuses the call that shows the rules until the user has read them elsewhere. */
export const readFirst = (data: JsonValue): Hooks => ({
  result: (_result, { request }) => {
    if (request?.method !== "tools/call" || request.params.name !== "show_rules") return undefined;
    throw new RpcError(-32042, "The rules have to be read first", data);
  },
});

const FORMS: readonly Mutant[] = [
  {
    id: "asks-anybody",
    vice: "Asks for forms, sampled messages and roots whatever the client declared.",
    hooks: { skip: ["client-capability"] },
    fails: ["ELICIT-001", "SAMPLE-001", "ROOTS-001"],
    in: WITH_2025_06,
  },
  {
    id: "link-for-form",
    vice: "Sends a link to clients that only show forms.",
    hooks: linkForForm({ mode: "url", message: "Tell us.", url: "https://example.com/ask", elicitationId: "a" }),
    fails: ["ELICIT-002"],
  },
  {
    id: "elicitation-without-message",
    vice: "Asks for a form without saying what for.",
    hooks: editParams(ASK, ({ message: _, ...others }) => others),
    fails: ["ELICIT-003"],
    in: WITH_2025_06,
  },
  {
    id: "elicitation-mode-dialog",
    vice: "Calls the mode of a form dialog.",
    hooks: editForm((params) => ({ ...params, mode: "dialog" })),
    fails: ["ELICIT-004"],
  },
  {
    id: "form-with-nested-object",
    vice: "Asks for an object within a form.",
    hooks: withField("address", { type: "object", properties: { city: { type: "string" } } }),
    fails: ["ELICIT-005"],
    in: WITH_2025_06,
  },
  {
    id: "form-without-properties",
    vice: "Asks with a schema that has no properties.",
    hooks: editSchema(() => ({ type: "object" })),
    fails: ["ELICIT-005"],
  },
  {
    id: "form-of-references",
    vice: "Asks with a schema that refers to definitions.",
    hooks: withField("style", { $ref: "#/$defs/style" }),
    fails: ["ELICIT-005"],
  },
  {
    id: "form-with-list-of-objects",
    vice: "Asks for a list of objects in a form.",
    hooks: withField("friends", { type: "array", items: { type: "object", properties: { name: { type: "string" } } } }),
    fails: ["ELICIT-005"],
  },
  {
    id: "form-with-free-list",
    vice: "Asks for a list of texts in a form, and gives no options.",
    hooks: withField("tags", { type: "array" }),
    fails: ["ELICIT-005"],
  },
  {
    id: "form-asks-for-ssn",
    vice: "Asks for a social security number where nothing sensitive may be asked for.",
    hooks: withField("ssn", { type: "string" }),
    fails: ["ELICIT-010"],
    in: ["http/2025-06-18"],
  },
  {
    id: "form-format-phone",
    vice: "Gives a field the format phone.",
    hooks: withField("phone", { type: "string", format: "phone" }),
    fails: ["ELICIT-006"],
    in: WITH_2025_06,
  },
  {
    id: "choice-of-numbers",
    vice: "Lets the user choose among numbers.",
    hooks: withField("year", { type: "integer", enum: [2024, 2025] }),
    fails: ["ELICIT-007"],
    in: WITH_2025_06,
  },
  {
    id: "choice-without-titles",
    vice: "Writes a choice as oneOf without titles.",
    hooks: withField("size", { type: "string", oneOf: [{ const: "s" }, { const: "m" }] }),
    fails: ["ELICIT-007"],
  },
  {
    id: "choice-with-enum-names",
    vice: "Gives options their titles in enumNames.",
    hooks: withField("size", { type: "string", enum: ["s", "m"], enumNames: ["Small", "Medium"] }),
    fails: ["ELICIT-008"],
  },
  {
    id: "default-as-text",
    vice: "Writes the default of a boolean as text.",
    hooks: withField("formal", { type: "boolean", default: "false" }),
    fails: ["ELICIT-009"],
    in: WITH_2025_06,
  },
  {
    id: "default-not-an-option",
    vice: "Has a default that cannot be chosen.",
    hooks: withField("size", { type: "string", enum: ["s", "m"], default: "xl" }),
    fails: ["ELICIT-029"],
  },
  {
    id: "form-asks-for-password",
    vice: "Asks for a password in a form.",
    hooks: withField("user_password", { type: "string", title: "Password" }),
    fails: ["ELICIT-010", "ELICIT-011"],
    in: WITH_2025_06,
  },
  {
    id: "form-asks-for-card",
    vice: "Asks for the number of a credit card in a form.",
    hooks: withField("card", { type: "string", title: "Credit card number" }),
    fails: ["ELICIT-010", "ELICIT-011"],
  },
  {
    id: "form-with-link",
    vice: "Asks the user to follow a link in a form.",
    hooks: editForm((params) => ({ ...params, message: "See https://forms.acme.io/terms and tell us your name." })),
    fails: ["ELICIT-022"],
  },
];

const LINKS: readonly Mutant[] = [
  {
    id: "elicitation-required-unlisted",
    vice: "Answers with -32042 and lists no elicitation.",
    hooks: readFirst({ url: "https://example.com/house-rules" }),
    fails: ["ELICIT-016"],
    in: ["http/2025-11-25"],
  },
  {
    id: "links-under-one-id",
    vice: "Gives every page that the user is to open the same elicitationId.",
    hooks: () => {
      let count = 0;
      return editLink((params) => {
        count += 1;
        return { ...params, url: `https://example.com/house-rules/${count}`, elicitationId: "rules" };
      });
    },
    fails: ["ELICIT-013"],
    in: ["http/2025-11-25", "stdio/2025-11-25"],
  },
  {
    id: "link-without-url",
    vice: "Asks in URL mode without a url.",
    hooks: editLink(({ url: _, ...others }) => others),
    fails: ["ELICIT-012"],
    in: BOTH_ERAS,
  },
  {
    id: "link-relative",
    vice: "Asks in URL mode with a path.",
    hooks: editLink((params) => ({ ...params, url: "/house-rules" })),
    fails: ["ELICIT-012"],
    in: BOTH_ERAS,
  },
  {
    id: "link-without-id",
    vice: "Asks in URL mode without an elicitationId, and asks clients that only show forms.",
    hooks: linkForForm({ mode: "url", message: "Tell us.", url: "https://example.com/ask" }),
    fails: ["ELICIT-012"],
    in: ["http/2025-11-25"],
  },
  {
    id: "link-with-mail-address",
    vice: "Puts the user's e-mail address into the url.",
    hooks: editLink((params) => ({ ...params, url: "https://example.com/login?login_hint=ann%40example.com" })),
    fails: ["ELICIT-021"],
    in: BOTH_ERAS,
  },
  {
    id: "link-with-access-token",
    vice: "Puts an access token into the url.",
    hooks: editLink((params) => ({ ...params, url: "https://example.com/rules?access_token=d3adb33f" })),
    fails: ["ELICIT-021"],
    in: BOTH_ERAS,
  },
  {
    id: "link-without-tls",
    vice: "Sends the user to a page without TLS.",
    hooks: editLink((params) => ({ ...params, url: "http://example.com/house-rules" })),
    fails: ["ELICIT-023"],
    in: BOTH_ERAS,
  },
  {
    id: "completion-without-id",
    vice: "Announces that an elicitation is complete and does not say which.",
    hooks: announceCompletion({}),
    options: { sse: true },
    fails: ["ELICIT-015"],
    in: ["http/2025-11-25"],
  },
  {
    id: "link-completion-announced",
    vice: "Announces that an elicitation is complete, as in the revision before.",
    hooks: {
      outgoing: (message, { request }) =>
        request?.params.inputResponses === undefined || message.id === undefined
          ? undefined
          : [{ jsonrpc: "2.0", method: "notifications/elicitation/complete", params: { elicitationId: "a" } }, message],
    },
    options: { sse: true },
    fails: ["ELICIT-018"],
    in: STATELESS,
  },
];

const ENDS: readonly Mutant[] = [
  {
    id: "cancelled-form-breaks",
    vice: "Breaks down when the user dismisses a form.",
    hooks: breakDown((_, params) => JSON.stringify(params.inputResponses ?? {}).includes('"cancel"')),
    fails: ["ELICIT-019"],
    in: STATELESS,
  },
  {
    id: "declined-link-breaks",
    vice: "Breaks down when the user declines to open a page.",
    hooks: breakDown(
      (_, { name, inputResponses }) =>
        name === "show_rules" && JSON.stringify(inputResponses ?? {}).includes('"decline"'),
    ),
    fails: ["ELICIT-019"],
    in: STATELESS,
  },
];

/** Never takes note of some answers of its client, so that what waits for them waits for ever. */
const ANSWERS: readonly Mutant[] = [
  {
    id: "declined-form-hangs",
    vice: "Waits for ever where the user declines a form.",
    hooks: deafTo(({ result }) => isObject(result) && result.action === "decline"),
    fails: ["ELICIT-019"],
    in: ["stdio/2025-11-25"],
  },
  {
    id: "form-unchecked",
    vice: "Uses what comes back from a form, whatever it is.",
    hooks: { skip: ["elicited-content"] },
    fails: ["ELICIT-020"],
    in: ["http/2026-07-28", "stdio/2025-11-25"],
  },
];

export const ELICIT_MUTANTS: readonly Mutant[] = [...FORMS, ...LINKS, ...ENDS, ...ANSWERS];
