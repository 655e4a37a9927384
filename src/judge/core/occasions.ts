import type { QuestionName } from "../../protocol/question.ts";

interface Occasion {
  readonly questions: readonly QuestionName[];
  /** Facts that find something to read, or to compare with, once these were asked. */
  readonly facts: readonly string[];
}

const LISTS = ["tools/list", "resources/list", "resources/templates/list", "prompts/list"] as const;

/** Tools are called by a client that offers nothing and by one that offers everything: then a server speaks up. */
const CALLS: readonly QuestionName[] = ["call", "input", "log-call"];

/**
 * What has to be asked for a fact besides the questions that it rests on. Who judges everything asks everything; who
 * wants few rules needs to know what gives them occasion. A fact of any message that is not here finds it in the
 * handshake and the lists.
 */
const OCCASIONS: readonly Occasion[] = [
  {
    questions: CALLS,
    facts: [
      ...["elicited_calls", "sampled_results", "roots_requests"],
      ...["feature_uses", "server_requests", "server_request_ids", "server_tokens", "notifications"],
      ...["progress_notifications", "progress_sources", "progress_courses", "progress_bursts"],
      ...["event_answers", "event_streams", "request_stream_messages", "stream_defects"],
      ...["after_roots_change", "after_empty_roots"],
    ],
  },
  { questions: [...CALLS, "input-kinds"], facts: ["sampling_requests"] },
  { questions: [...CALLS, "task"], facts: ["meta_keys", "meta_objects"] },
  {
    questions: [...CALLS, "url-elicitation"],
    facts: [
      "elicitation_requests",
      "elicitation_ids",
      "elicitation_completions",
      "server_cancellations",
      "late_answers",
      "client_task_requests",
    ],
  },
  {
    questions: [...CALLS, "set-level"],
    facts: [
      "log_messages",
      "log_bursts",
      "log_order",
      "log_secrets",
      "logs_by_level",
      "logs_without_level",
      "logging_standing",
    ],
  },
  { questions: ["task", "call"], facts: ["signs_of_tasks", "task_requests", "task_handle_pace", "elicited_calls"] },
  {
    questions: [...CALLS, "subscribe", "listen"],
    facts: [
      ...["prompt_list_notifications", "resource_list_notifications", "tool_list_changes"],
      ...["undeclared_tool_list_changes", "stray_changes"],
    ],
  },
  { questions: [...CALLS, "read", "get"], facts: ["constructs"] },
  { questions: [...CALLS, "subscribe", "two-streams"], facts: ["broadcast_messages", "repeated_event_ids"] },
  { questions: ["client-task"], facts: ["task_withdrawals", "client_polls"] },
  { questions: ["no-token", "invalid-token"], facts: ["oauth_challenges", "scope_refusals"] },
  { questions: ["issued-token", "step-up", "weaker-call"], facts: ["scope_refusals"] },
  { questions: ["task"], facts: ["result_types_by_method"] },
  { questions: ["unknown-method", "tasks-undeclared"], facts: ["errors", "code_uses"] },
  { questions: ["unknown-meta"], facts: ["trace_values"] },
  { questions: ["subscribe", "listen", "log-call"], facts: ["resource_updates", "unsubscribed_updates"] },
  { questions: ["call"], facts: ["call_without_arguments", "old_task_param"] },
  { questions: ["input"], facts: ["undeclared_calls"] },
  { questions: ["ping"], facts: ["with_progress_token"] },
  { questions: ["read", "get"], facts: ["fresh_reads"] },
  { questions: LISTS.map((method) => `${method}-empty-params` as const), facts: ["lists_without_params"] },
  { questions: ["tools/list-again", "fresh-tools/list"], facts: ["tool_lists"] },
  { questions: ["prompts/list-again", "fresh-prompts/list"], facts: ["prompt_list_differences"] },
  {
    questions: [
      ...(["resources/list-again", "fresh-resources/list"] as const),
      ...(["resources/templates/list-again", "fresh-resources/templates/list"] as const),
    ],
    facts: ["resource_list_differences"],
  },
  // Each of these is asked in a session of its own.
  { questions: ["second-client", "same-ids", "odd-version"], facts: ["session_id_make"] },
];

const BY_FACT: ReadonlyMap<string, readonly QuestionName[]> = OCCASIONS.reduce((known, { questions, facts }) => {
  for (const fact of facts) known.set(fact, [...(known.get(fact) ?? []), ...questions]);
  return known;
}, new Map<string, readonly QuestionName[]>());

export const occasionsOf = (fact: string): readonly QuestionName[] => BY_FACT.get(fact) ?? [];

/** The facts that are named here. */
export const factsWithOccasions = (): readonly string[] => [...BY_FACT.keys()];
