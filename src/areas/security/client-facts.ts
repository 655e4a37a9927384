import { clientFact, partOf } from "../../judge/core/client/fact.ts";
import { givenSessionId } from "../../judge/core/client/http.ts";
import { messagesIn, sessionsIn, type View } from "../../judge/core/client/view.ts";

/** Shorter ones may occur in a message by chance. */
const SECRET_LENGTH = 16;

/** Session ids that servers gave out; every message is searched for them. */
const sessionIds = (view: View): readonly string[] => [
  ...new Set(
    sessionsIn(view)
      .flatMap((session) => givenSessionId(session) ?? [])
      .filter((id) => id.length >= SECRET_LENGTH),
  ),
];

export const leakedSessionIds = clientFact("leaked_session_ids", {
  doc: "Every message of the client that holds the id of a session.",
  type: "the method",
  missing: "the server hands out a session id",
  among: (view) => (view.once(sessionIds).length === 0 ? [] : messagesIn(view)),
  pick: (sent, view) => {
    const text = JSON.stringify(sent.value);
    return view.once(sessionIds).some((id) => text.includes(id))
      ? partOf(sent, sent.method ?? "answer", "")
      : undefined;
  },
});
