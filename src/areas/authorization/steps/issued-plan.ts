import type { ConversationPlan } from "../../../probe/plan/step.ts";
import type { Talk } from "../../../probe/talk/talk.ts";
import { broadScope, type IssuedSetting, issuedQueryToken, issuedTokens, stepUp } from "./issued-token-steps.ts";

/** What the server does with tokens of an issuer it was told to trust: good ones, and wrong ones of every kind. */
export const issuedPlan = (setting: IssuedSetting): ConversationPlan<Talk> => ({
  name: "issued-tokens",
  purpose: "tokens made for the test: good ones, and wrong ones of every kind",
  transport: "http",
  groups: [[issuedTokens(setting)], [issuedQueryToken(setting)], [stepUp(setting)], [broadScope(setting)]],
});
