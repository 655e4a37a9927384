// How clients answer what a server asks: silence is a failure only after a while, and never where a person or a model has to answer.

import { answered, asks, clientTable, said, told } from "../client-table.ts";

const LIST = { method: "tools/list" };
const OK = { result: { tools: [] } };
const ping = asks(10, 100, "srv-1", "ping");

clientTable("server_request_echoes", [
  told("an answer under the id", [ping, answered(12, 150, "srv-1", { result: {} })]).reads(["same-id"]),
  told("an answer under the id as another type", [
    asks(10, 100, 7, "ping"),
    answered(12, 150, "7", { result: {} }),
    said(14, 1500, LIST, OK),
  ]).reads(["other-type"]),
  told("no answer, and the client went on long after", [ping, said(12, 1500, LIST, OK)]).reads(["nothing"]),
  told("no answer yet when the client went on", [ping, said(12, 200, LIST, OK)]).reads("open"),
  told("no answer, and the client is gone", [ping]).reads("open"),
  told(
    "a user who has not answered yet",
    [asks(10, 100, "srv-1", "elicitation/create", { message: "?" }), said(12, 9000, LIST, OK)],
    { capabilities: { elicitation: {} } },
  ).reads("open"),
]);

clientTable("stray_responses", [
  told("an answer that nobody asked for", [answered(12, 150, "nobody", { result: {} })]).reads([
    { jsonrpc: "2.0", id: "nobody", result: {} },
  ]),
  told("an error about something that could not be read", [
    answered(12, 150, null, { error: { code: -32700, message: "Parse error" } }),
  ]).reads([]),
]);
