import { stringMember } from "../../base/json.ts";
import type { Fact } from "./fact.ts";
import { messageFact, part } from "./messages.ts";

/** `notifications/resources/list_changed`, and names that are meant for it. */
export const listChanged = (feature: string): RegExp =>
  new RegExp(`^(?:notifications[/._-])?${feature}s?[/._-]*(?:list)?[/._-]*changed$`, "i");

/** Messages that tell of a changed list, under its right name or under one that is close to it. */
export const listNotifications = (name: string, feature: string): Fact => {
  const meant = listChanged(feature);
  return messageFact(
    { name, doc: `Messages that tell of a changed list of ${feature}s, rightly named or not.`, type: "message" },
    (heard) => {
      const method = stringMember(heard.value, "method");
      return method !== undefined && meant.test(method) ? part(heard, heard.value, "", method) : undefined;
    },
  );
};
