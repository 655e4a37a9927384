import type { Hooks } from "../../servers/hooks.ts";
import type { JsonObject } from "../../servers/json-rpc.ts";
import { EVENT_STREAM, STATEFUL, STATELESS } from "../contexts.ts";
import { objectOf, set, when, without } from "../edits.ts";
import { editParams } from "../question-edits.ts";
import { all, always, eachAlways, has, meets, strictly } from "../stricter.ts";
import { type NearMissTable, nearMiss } from "../variant.ts";
import { readFirst } from "./edits.ts";

/** Only the forms; a page has no schema. */
const editForm = (edit: (params: JsonObject) => JsonObject) =>
  editParams("elicitation/create", (params) => (params.mode === "url" ? params : edit(params)));

const ODD_FIELDS: JsonObject = {
  count: { type: "integer", minimum: 0, maximum: 0, default: 0 },
  ratio: { type: "number", minimum: -1.5, default: 0.5 },
  born: { type: "string", format: "date" },
  seen: { type: "string", format: "date-time" },
  site: { type: "string", format: "uri", title: "Your site" },
  page: { type: "string", title: "Your page, such as https://acme.io/me" },
  blank: { type: "string", default: "" },
  agreed: { type: "boolean" },
  maxTokens: { type: "integer", title: "Most tokens of an answer" },
  secretSanta: { type: "string", title: "Whom you were drawn for" },
  keyboard: { type: "string", enum: ["qwerty", "qwertz"], format: "keyboard-layout" },
  ssn: { type: "string", title: "Social security number" },
};

/** Says which page is done, to the client that was sent there. */
const announcing = (): Hooks => {
  const sent = new Map<unknown, JsonObject>();
  return {
    outgoing: (message, { request }) => {
      const params = objectOf(message.params);
      if (message.method === "elicitation/create" && params.elicitationId !== undefined)
        sent.set(request?.id, { elicitationId: params.elicitationId });
      const done = message.result === undefined ? undefined : sent.get(request?.id);
      if (done === undefined) return undefined;
      sent.delete(request?.id);
      return [{ jsonrpc: "2.0", method: "notifications/elicitation/complete", params: done }, message];
    },
  };
};

export const NEAR_MISSES: NearMissTable = {
  "completion-announced": nearMiss(STATEFUL, EVENT_STREAM, {
    choice: "Announces that an elicitation is over to the client that had it.",
    permittedBy:
      "2025-11-25 client/elicitation#completion-notifications-for-url-mode-elicitation: servers may send the notification.",
    hooks: announcing,
    "ELICIT-015": strictly({ each: false }).meets("nothing is announced", "elicitation_completions", { maxItems: 0 }),
  }),
  "mode-left-out": nearMiss({
    choice: "Leaves mode out of its forms, and asks in several lines.",
    permittedBy: "2025-11-25 client/elicitation#elicitation-requests: for form mode, mode may be omitted.",
    hooks: editForm((params) => ({ ...without("mode")(params), message: "First line.\n\nSecond line: 请输入。" })),
    ...all(
      ["ELICIT-002", "ELICIT-004", "ELICIT-001"],
      has("a form names its mode", "elicitation_requests.params", "mode"),
    ),
    "ELICIT-003": meets("a message is one line", "elicitation_requests.params.message", { pattern: "^[^\\n]*$" }),
    "ELICIT-019": strictly({ each: true, in: STATELESS }).has(
      "a form names its mode",
      "elicitation_requests.params",
      "mode",
    ),
  }),
  "odd-forms": nearMiss({
    choice: "Asks for numbers, dates and addresses, with defaults of zero and of nothing, and requires none of them.",
    permittedBy:
      "2025-11-25 client/elicitation#requested-schema: string, number, boolean and enum schemas with their formats and defaults.",
    hooks: editForm((params) => {
      const schema = objectOf(params.requestedSchema);
      const properties = objectOf(schema.properties);
      return { ...params, requestedSchema: { ...schema, properties: { ...properties, ...ODD_FIELDS } } };
    }),
    "ELICIT-005": meets("a form has at most six fields", "elicitation_requests.params.requestedSchema.properties", {
      maxProperties: 6,
    }),
    "ELICIT-006": meets(
      "a choice has no other format either",
      "elicitation_requests.params.requestedSchema.properties.*",
      { properties: { format: { enum: ["email", "uri", "date", "date-time"] } } },
    ),
    "ELICIT-009": strictly({ in: STATEFUL }).isAbsent(
      "no default is empty",
      "elicitation_requests.params.requestedSchema.properties.blank",
    ),
    "ELICIT-010": meets("no field asks for what is private", "elicitation_requests.personal", { maxItems: 0 }),
    "ELICIT-011": always.isAbsent(
      "no field sounds like a secret",
      "elicitation_requests.params.requestedSchema.properties.secretSanta",
    ),
  }),
  "page-on-localhost": nearMiss({
    choice: "Sends the user to a page on this machine, with an opaque state in its address.",
    permittedBy:
      "2025-11-25 client/elicitation#safe-url-handling: HTTPS outside development environments; the id of an elicitation may be part of the URL.",
    hooks: editParams(
      "elicitation/create",
      when("mode", "url", set({ url: "http://localhost:8787/rules?state=b7ad6b7169203331&lang=de#top" })),
    ),
    ...all(
      ["ELICIT-012", "ELICIT-021"],
      always.meets("an address has no query", "elicitation_requests.params", {
        properties: { url: { pattern: "^[^?]*$" } },
      }),
    ),
    "ELICIT-023": always.meets("an address is https", "elicitation_requests.params", {
      properties: { url: { pattern: "^https:" } },
    }),
  }),
  "page-asked-for-again": nearMiss(STATEFUL, "stdio/2025-11-25", {
    choice: "Asks for the same page again under the same elicitationId, with another one-time code in its address.",
    permittedBy:
      "2025-11-25 schema.ts#ElicitRequestURLParams: elicitationId is unique among elicitations; no sentence makes the same one, asked for again, another.",
    hooks: () => {
      let count = 0;
      return editParams("elicitation/create", (params) => {
        if (params.mode !== "url") return params;
        count += 1;
        return { ...params, url: `https://example.com/house-rules?code=${count}`, elicitationId: "house-rules" };
      });
    },
    "ELICIT-012": eachAlways.meets("every request has an id of its own", "elicitation_ids.times", { maximum: 1 }),
  }),
  "two-elicitations-first": nearMiss(STATEFUL, {
    choice: "Answers a call with -32042 and lists two elicitations, with members of its own.",
    permittedBy:
      "2025-11-25 client/elicitation#url-elicitation-required-error: a request that needs elicitations may be answered so, with a list of them.",
    hooks: readFirst({
      elicitations: ["one", "two"].map((elicitationId) => ({
        mode: "url",
        elicitationId,
        url: `https://example.com/house-rules?elicitationId=${elicitationId}`,
        message: "Please read the house rules.",
        chapter: elicitationId,
      })),
      vendorNote: "any order will do",
    }),
    "ELICIT-016": meets("one elicitation is enough", "errors.error.data.elicitations", { maxItems: 1 }),
  }),
  "page-of-an-application": nearMiss({
    choice:
      "Sends the user to a page whose address holds the name and the public key of an application, and a contact.",
    permittedBy:
      "2025-11-25 client/elicitation#safe-url-handling: no sensitive information about the end-user; what is public about an application is none.",
    hooks: editParams(
      "elicitation/create",
      when(
        "mode",
        "url",
        set({
          url: "https://login.example.com/authorize?client_id=notes@apps.example.com&api_key=pk-1&support=help@example.com",
        }),
      ),
    ),
    "ELICIT-021": always.meets("an address holds no e-mail address", "elicitation_requests.params", {
      properties: { url: { not: { pattern: "@" } } },
    }),
  }),
};
