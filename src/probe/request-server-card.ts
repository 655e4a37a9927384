import { SERVER_CARD } from "../protocol/server-card.ts";
import { isEventStream } from "../wire/http/http-call.ts";
import type { Detection } from "./detect/detect.ts";
import type { RunContext } from "./run-context.ts";
import { openConversation } from "./talk/talk.ts";
import { happensWithin } from "./throttle.ts";

/** Quiet windows that a card may take: nobody waits for one longer than for the rest of the run. */
const CARD_WINDOWS = 20;

/**
 * Asks once for the server card, at the place that the draft reserves for it, without credentials. It is held in a conversation
 * of no revision, so that no rule ever sees it: what it says is compared apart, and nothing in it fails anything.
 */
export const requestServerCard = async (context: RunContext, { transport, era }: Detection): Promise<void> => {
  const { target, recorder, limits, signal, pace } = context;
  if (!context.card || target.kind !== "http" || transport !== "streamable-http" || era.verdict === "none") return;
  if (signal.aborted) return;
  const { conversation } = openConversation(
    context,
    target,
    transport,
    SERVER_CARD.step,
    "does it publish a server card?",
  );
  // A client of the protocol does not send this, so nothing that holds for clients is concluded from it.
  recorder.markIrregular(SERVER_CARD.step);
  const sending = conversation.send({
    step: SERVER_CARD.step,
    expect: "nothing",
    http: {
      method: "GET",
      url: cardUrl(target.url),
      headers: [
        ["Accept", SERVER_CARD.type],
        ["Accept-Encoding", "identity"],
      ],
      credentials: "none",
    },
  });
  const patience = CARD_WINDOWS * limits.quietMs;
  // Some servers open their event stream at every address below their own; nobody waits for the end of that.
  await happensWithin(sending.headed ?? sending.done, patience, signal, pace.stretchLimit);
  const isStream = isEventStream(sending.draft.http?.response_headers ?? []);
  if (isStream || !(await happensWithin(sending.done, patience, signal, pace.stretchLimit))) sending.close();
  await sending.done;
  await conversation.close();
};

/** `https://host/mcp` has its card at `https://host/mcp/server-card`. */
const cardUrl = (endpoint: string): URL => {
  const url = new URL(endpoint);
  url.pathname = `${url.pathname.replace(/\/$/, "")}${SERVER_CARD.suffix}`;
  url.search = "";
  url.hash = "";
  return url;
};
