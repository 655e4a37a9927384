import type { Limits } from "../../wire/limits.ts";
import type { HttpTap, RequestTap } from "../../wire/proxy/http-tap.ts";
import { type HttpExchangeContext, HttpExchangeRecorder } from "./http-exchange-recorder.ts";
import { RecordedConversations } from "./recorded-conversations.ts";
import type { Recording } from "./recording.ts";
import { ProxyFindings } from "./server-findings.ts";

export interface HttpRecorder {
  readonly tap: HttpTap;
  /** True once the server has answered anything at all. */
  readonly answered: boolean;
  close(): void;
}

/** Turns the requests between clients and a server into lines of a recording. */
export const openHttpRecorder = (
  recording: Recording,
  limits: Limits,
  target: URL,
  /** The name of another origin than that of the server: nothing said there is a message of the protocol. */
  aside?: string,
): HttpRecorder => {
  const conversations = new RecordedConversations(recording, new ProxyFindings(recording), aside);
  let count = 0;
  let answered = false;
  const context: HttpExchangeContext = {
    recording,
    conversations,
    limits,
    target,
    isAside: aside !== undefined,
    onAnswer: () => {
      answered = true;
    },
  };
  return {
    tap: (request) => {
      let exchange: RequestTap | undefined;
      count += 1;
      recording.attempt(() => {
        exchange = new HttpExchangeRecorder(context, request, `${aside ?? "http"}/${count}`);
      });
      return guarded(recording, exchange);
    },
    get answered() {
      return answered;
    },
    close: () =>
      recording.attempt(() =>
        conversations.close({ kind: "aborted", detail: "the recording was stopped before the answer" }),
      ),
  };
};

/** Recording may fail; the traffic must not notice. */
const guarded = (recording: Recording, exchange: RequestTap | undefined): RequestTap => ({
  requestData: (chunk) => recording.attempt(() => exchange?.requestData(chunk)),
  requestEnd: () => recording.attempt(() => exchange?.requestEnd()),
  head: (head) => recording.attempt(() => exchange?.head(head)),
  data: (chunk) => recording.attempt(() => exchange?.data(chunk)),
  end: () => recording.attempt(() => exchange?.end()),
  broken: (by, trouble) => recording.attempt(() => exchange?.broken(by, trouble)),
});
