import { isJsonObject, type Json, type JsonObject, member } from "../../base/json.ts";

/** The message with `_meta` changed; headers were made before and still say what the message said. */
export const editMeta = (message: JsonObject, edit: (meta: JsonObject) => Json | undefined): JsonObject => {
  const params = member(message, "params");
  const meta = member(params, "_meta");
  const changed = edit(isJsonObject(meta) ? { ...meta } : {});
  const rest = isJsonObject(params) ? { ...params } : {};
  delete rest["_meta"];
  return { ...message, params: changed === undefined ? rest : { ...rest, _meta: changed } };
};

export const withoutMetaKey = (message: JsonObject, key: string): JsonObject =>
  editMeta(message, (meta) => {
    delete meta[key];
    return meta;
  });
