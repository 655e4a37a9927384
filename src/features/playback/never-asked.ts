import { isJsonObject, type Json, type JsonObject, member, stringMember, valueAt } from "../../base/json.ts";
import { ERROR_CODE } from "../../protocol/error-codes.ts";
import { differing } from "./choose-entry.ts";
import type { IdState, Recorded } from "./entries.ts";
import type { HttpForm } from "./http-form.ts";
import { distance, type RequestForm } from "./request-form.ts";
import { renameIn } from "./substitute.ts";

/** Where an answer says that it is not the recorded answer to this very question. */
export const MARK = "mcptest/served";

/** The recorded refusal that comes closest to what this server would have said; undefined: it never refused anything alike. */
export const refusalFor = (
  entries: readonly Recorded[],
  form: RequestForm,
  http: HttpForm | undefined,
  session: IdState,
): Recorded | undefined => {
  const fits = (entry: Recorded): boolean =>
    entry.form.kind.split(" ", 1)[0] === form.kind.split(" ", 1)[0] &&
    (entry.http === undefined || http === undefined || entry.http.method === http.method);
  // A session that is unknown or over is refused whatever is asked in it.
  if (http && (session === "unknown" || session === "ended")) {
    const refused = entries.find(
      (entry) => fits(entry) && entry.session === session && (entry.exchange.http?.status ?? 0) >= 400,
    );
    if (refused) return refused;
  }
  const refusals = entries.filter(
    (entry) =>
      fits(entry) &&
      isRefusal(entry.exchange.response) &&
      (isOrdinary(entry, session) || differing(entry.http, http) === 0),
  );
  const same = refusals.filter((entry) => entry.form.method === form.method);
  if (same.length > 0) return nearest(same, form, http);
  return refusals.find(({ exchange }) => errorCode(exchange.response) === ERROR_CODE.methodNotFound);
};

/** Not one that was refused for its headers or its session. */
const isOrdinary = ({ session, exchange }: Recorded, asked: IdState): boolean =>
  session === asked || exchange.http === undefined || (exchange.http.status ?? 200) < 400;

const isRefusal = (response: Json | undefined): boolean =>
  errorCode(response) !== undefined || valueAt(response, "result", "isError") === true;

const errorCode = (response: Json | undefined): Json | undefined => valueAt(response, "error", "code");

/** Names that do not exist were asked for with arguments like any other: the fewer differences, the more alike. */
const nearest = (entries: readonly Recorded[], form: RequestForm, http: HttpForm | undefined): Recorded | undefined => {
  // What was refused for its headers is told by them.
  const far = ({ form: { params }, http: recorded }: Recorded): number =>
    differing(recorded, http) * 10_000 + distance(params, form.params);
  return entries.reduce<Recorded | undefined>(
    (best, entry) => (best === undefined || far(entry) < far(best) ? entry : best),
    undefined,
  );
};

/** The refusal in the words of the new question: it names what is asked for now. */
export const renamed = (response: Json, recorded: RequestForm, asked: RequestForm): Json => {
  const pairs = [
    [recorded.method, asked.method],
    ...["name", "uri", "cursor", "taskId"].map((key) => [
      stringMember(recorded.params, key),
      stringMember(asked.params, key),
    ]),
  ];
  // A short text would be found in the middle of words.
  return pairs.reduce<Json>(
    (value, [from, to]) =>
      from !== undefined && to !== undefined && from.length >= 6 ? renameIn(value, from, to) : value,
    response,
  );
};

/** Says so in the answer: in `data` of an error, in `_meta` of a result. */
export const marked = (response: Json, note: string): Json => {
  if (!isJsonObject(response)) return response;
  const error = member(response, "error");
  if (isJsonObject(error)) {
    const data = member(error, "data");
    if (data !== undefined && !isJsonObject(data)) return response;
    return { ...response, error: { ...error, data: { ...data, [MARK]: note } } };
  }
  const result = member(response, "result");
  if (!isJsonObject(result)) return response;
  const meta = member(result, "_meta");
  return { ...response, result: { ...result, _meta: { ...(isJsonObject(meta) ? meta : {}), [MARK]: note } } };
};

/** Where not even a refusal of this kind was recorded. */
export const ownRefusal = ({ id, method, kind }: RequestForm): JsonObject => ({
  jsonrpc: "2.0",
  id: id ?? null,
  error: {
    code:
      kind === "broken"
        ? ERROR_CODE.parseError
        : kind === "batch"
          ? ERROR_CODE.invalidRequest
          : ERROR_CODE.methodNotFound,
    message: method === undefined ? "nothing like this is in the recording" : `${method} is not in the recording`,
    data: { [MARK]: NEVER_ASKED },
  },
});

export const NEVER_ASKED = "never asked in the recording";
