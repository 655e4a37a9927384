import { member, stringMember } from "../../base/json.ts";
import type { View } from "../../judge/core/fact.ts";
import { type Sent, sentIn } from "./sent.ts";

/**
 * A plan lets a client call echo with an agreed text once a step is done. Who sends it followed the plan so far: what the step
 * should have shown and did not is then a failure, and not something that the session never came to.
 */
export const markersIn = (view: View, text: string): readonly Sent[] =>
  sentIn(view).filter(
    ({ method, params, session }) =>
      method === "tools/call" &&
      session.scenario !== undefined &&
      stringMember(params, "name") === "echo" &&
      member(member(params, "arguments"), "text") === text,
  );

const seqOf = ({ record }: Sent): number => record.exchange.seq ?? record.index;

/** The first marker after something in its session. */
export const markerAfter = (view: View, text: string, sent: Sent): Sent | undefined =>
  markersIn(view, text).find((one) => one.session === sent.session && seqOf(one) > seqOf(sent));

export const hasPassed = (view: View, text: string, sent: Sent): boolean => markerAfter(view, text, sent) !== undefined;
