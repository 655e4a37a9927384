import type { Trouble } from "../wire/trouble.ts";
import type { Exchange } from "./capture.ts";

/** What an exchange holds of an answer, while it is recorded and in a capture. */
interface MayBeAnswered extends Pick<Exchange, "response" | "response_raw"> {
  readonly http?: { readonly status?: number | undefined } | undefined;
  readonly trouble?: Trouble | undefined;
}

/** Whether anything answered, even with a 401, or with a head too large to be read. */
export const isAnswered = ({ response, response_raw, http, trouble }: MayBeAnswered): boolean =>
  [response, response_raw, http?.status].some((part) => part !== undefined) || isLargeHead(trouble);

const isLargeHead = (trouble: Trouble | undefined): boolean =>
  trouble?.kind === "limit-exceeded" && (trouble.limit === "headerBytes" || trouble.limit === "headerCount");
