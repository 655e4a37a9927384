import { type Json, listMember, member, stringMember } from "../../base/json.ts";
import { clientFact, derivedAt, derivedFact, inParams, itemsFact, paramsOf } from "../../judge/core/client/fact.ts";
import { changedListFact, listedLast } from "../../judge/core/client/known.ts";
import { reportFact } from "../../judge/core/client/plans.ts";
import { goesOn, runOf } from "../../judge/core/client/runs.ts";
import { argumentOf, besideOf, type Item, type Message, messagesOf, type View } from "../../judge/core/client/view.ts";

const isGet = ({ method, kind }: Message): boolean => method === "prompts/get" && kind === "request";

export const promptParams = clientFact("prompt_params", {
  doc: "The params of every prompts/get.",
  type: "object",
  pick: (sent) => (isGet(sent) ? paramsOf(sent) : undefined),
});

export const requiredPromptArguments = derivedFact("required_prompt_arguments", {
  doc: "The required arguments that a prompts/get leaves out, of prompts that were listed before.",
  type: "array of names",
  missing: "the client lists prompts and gets one",
  only: (sent, view) => isGet(sent) && promptBefore(sent, view) !== undefined,
  at: inParams,
  say: (sent, view) =>
    listMember(promptBefore(sent, view), "arguments")
      .filter((argument) => member(argument, "required") === true)
      .map((argument) => stringMember(argument, "name") ?? "")
      .filter((name) => argumentOf(sent, name) === undefined),
});

const promptBefore = (sent: Message, view: View): Json | undefined =>
  listedLast(member(sent.params, "name"), "prompts/list", sent, view);

const PAGES = "three-pages";

/** Whether a client that was told to list its prompts followed every cursor. */
export const promptPages = itemsFact("prompt_pages", {
  doc: "Of every page of prompts with a cursor: whether the client asked for the next one.",
  type: "followed or left",
  scenarios: [PAGES],
  words: { left: "a cursor that was not followed, although the program goes on" },
  missing: "the client lists prompts of several pages and goes on",
  among: (view) =>
    messagesOf(view, "prompts/list").flatMap((sent): Item[] => {
      const { session, result, answeredAt } = sent;
      const next = member(result, "nextCursor");
      if (session.scenario !== PAGES || next === undefined) return [];
      const isFollowed = besideOf("prompts/list", sent, view).some(({ params }) => member(params, "cursor") === next);
      return isFollowed || goesOn(runOf(session, view), answeredAt, view)
        ? [derivedAt(sent, isFollowed ? "followed" : "left")]
        : [];
    }),
});

export const reportedPrompts = reportFact("reported_prompts", "a prompt with content of every type", "rich-content", [
  "prompt",
]);

export const changedPromptLists = changedListFact("changed_prompt_lists", "prompts");
