import type { Capture } from "../../capture/capture.ts";
import type { View } from "../../judge/core/fact.ts";
import { viewOf } from "../../judge/core/view.ts";
import { compareRevisions, type Revision, wireVersion } from "../../protocol/revision.ts";
import { type ClientSession, clientSessions } from "./client-sessions.ts";

/** What clients said in one revision. The facts about servers read other views: by conversation, not by session. */
export const openClientView = (capture: Capture, revision: Revision): View => {
  const sessions = clientSessions(capture).filter((session) => isOf(session, revision));
  const indexes = new Set(sessions.flatMap(({ records }) => records.map(({ index }) => index)));
  const transports = new Set(sessions.map(({ transport }) => transport));
  const ids = new Set(sessions.map(({ conversation }) => conversation));
  return viewOf({
    capture,
    revision,
    conversations: (capture.conversations ?? []).filter(({ id }) => ids.has(id)),
    // Where clients spoke over both, no rule is ruled out for its transport: facts look at the sessions of theirs.
    transport: transports.size === 1 ? [...transports][0] : undefined,
    belongs: ({ index }) => indexes.has(index),
    schemas: undefined,
  });
};

const isOf = (session: ClientSession, revision: Revision): boolean => session.revision === wireVersion(revision);

/** The sessions that a view shows. */
export const sessionsIn = (view: View): readonly ClientSession[] => view.once(pick);

const pick = (view: View): readonly ClientSession[] =>
  clientSessions(view.capture).filter((session) => isOf(session, view.revision));

/** The revisions that clients spoke in a capture, newest first. */
export const revisionsSpoken = (capture: Capture): readonly Revision[] =>
  [...new Set(clientSessions(capture).map(({ revision }) => revision))].sort((a, b) => compareRevisions(b, a));
