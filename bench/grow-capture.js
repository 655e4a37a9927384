// Long sessions made from a recorded one: what a server said is repeated under new ids, in several shapes.

/** Members that tie one message to another: a copy has its own. */
const TIES = new Set([
  "requestId",
  "progressToken",
  "taskId",
  "io.modelcontextprotocol/subscriptionId",
  "cursor",
  "nextCursor",
]);

const renamed = (value, copy) => {
  if (typeof value === "number" && Number.isSafeInteger(value)) return value + copy * 1_000_000;
  return typeof value === "string" && value !== "" ? `${value}~${copy}` : value;
};

/** Shares every part that stays as it is, so that a hundred thousand exchanges fit into memory. */
const renameTies = (value, copy) => {
  if (typeof value !== "object" || value === null) return value;
  let changed = false;
  const entries = Object.entries(value).map(([key, member]) => {
    const next = TIES.has(key) ? renamed(member, copy) : renameTies(member, copy);
    changed ||= next !== member;
    return [key, next];
  });
  if (!changed) return value;
  return Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
};

const copyMessage = (message, copy) => {
  const next = renameTies(message, copy);
  return next?.id === undefined || next.id === null ? next : { ...next, id: renamed(next.id, copy) };
};

const later = (timing, ms) =>
  timing && Object.fromEntries(Object.entries(timing).map(([key, value]) => [key, value + ms]));

/** An exchange once more, `copy` turns later. */
const copyExchange = (exchange, copy, { turn, ms }, conversation = exchange.conversation) => {
  if (copy === 0) return exchange;
  const { id, request, response, seq, response_seq: answered, meanwhile, timing, ...rest } = exchange;
  const moved = (at) =>
    at === undefined ? undefined : at + (conversation === exchange.conversation ? copy * turn : 0);
  const next = {
    ...rest,
    id: id === undefined ? undefined : `${id}~${copy}`,
    conversation,
    request: copyMessage(request, copy),
    response: copyMessage(response, copy),
    seq: moved(seq),
    response_seq: moved(answered),
    meanwhile: meanwhile?.map((one) => ({ ...one, message: copyMessage(one.message, copy), seq: moved(one.seq) })),
    timing: later(timing, copy * ms),
  };
  for (const key of Object.keys(next)) if (next[key] === undefined) delete next[key];
  return next;
};

const turnOf = (capture) => ({
  turn: 1 + Math.max(0, ...capture.exchanges.flatMap(({ seq = 0, response_seq: answered = 0 }) => [seq, answered])),
  ms: 1 + Math.max(0, ...capture.exchanges.map(({ timing }) => timing?.end_ms ?? 0)),
});

const OPENING = new Set(["initialize", "notifications/initialized"]);
const isOpening = ({ request, http }) => OPENING.has(request?.method) || http?.method === "DELETE";

/** Puts copies of some exchanges of one conversation after it, until there are as many as wanted. */
const repeat = (capture, count, chosen) => {
  const turn = turnOf(capture);
  const [first] = chosen;
  const last = capture.exchanges.findLastIndex(({ conversation }) => conversation === first.conversation);
  const more = Array.from({ length: Math.max(0, count - capture.exchanges.length) }, (_, index) =>
    copyExchange(chosen[index % chosen.length], 1 + Math.floor(index / chosen.length), turn),
  );
  const { exchanges } = capture;
  return { ...capture, exchanges: [...exchanges.slice(0, last + 1), ...more, ...exchanges.slice(last + 1)] };
};

/** The conversation in which most was said. */
const longest = ({ exchanges }) => {
  const counts = new Map();
  for (const { conversation } of exchanges) counts.set(conversation, (counts.get(conversation) ?? 0) + 1);
  const [[name]] = [...counts].sort(([, left], [, right]) => right - left);
  return exchanges.filter((exchange) => exchange.conversation === name && !isOpening(exchange));
};

const repeatConversations = (capture, count) => {
  const turn = turnOf(capture);
  const conversations = [];
  const exchanges = [];
  for (let copy = 0; exchanges.length < count; copy += 1) {
    const named = (id) => (copy === 0 || id === undefined ? id : `${id}~${copy}`);
    for (const one of capture.conversations) {
      const session = one.session_id === undefined ? {} : { session_id: named(one.session_id) };
      conversations.push({ ...one, ...session, id: named(one.id) });
    }
    for (const one of capture.exchanges) exchanges.push(copyExchange(one, copy, turn, named(one.conversation)));
  }
  return { ...capture, conversations, exchanges };
};

/** As a watched client leaves it: the same exchanges, without the plan's names. */
const withoutPlan = ({ not_probed: _, ...capture }) => ({
  ...capture,
  conversations: capture.conversations.map(({ probes, purpose: __, ...rest }) => ({
    ...rest,
    ...(rest.revision === undefined && probes !== undefined ? { revision: probes } : {}),
  })),
  exchanges: capture.exchanges.map(({ step: __, deliberate: ___, ...rest }) => rest),
});

/** As another tool writes it: requests and responses, and nothing else. */
const bare = ({ server_label, server_info, server_capabilities, exchanges }) => ({
  format: "mcptest-capture/1",
  server_label,
  server_info,
  server_capabilities,
  exchanges: exchanges
    .filter(({ request }) => request !== undefined)
    .map(({ request, response }) => (response === undefined ? { request } : { request, response })),
});

const withMessages = (capture, count) => {
  const busy = capture.exchanges.find(({ request }) => request?.params?._meta?.progressToken !== undefined);
  const token = busy?.request.params._meta.progressToken;
  const notice = (method, params) => ({ jsonrpc: "2.0", method, params });
  const { turn } = turnOf(capture);
  const said = (index) => {
    switch (index % 4) {
      case 0:
        return notice("notifications/progress", {
          progressToken: token,
          progress: index + 1,
          message: `step ${index}`,
        });
      case 1:
        return notice("notifications/message", { level: "info", logger: "bench", data: `line ${index}` });
      case 2:
        return notice("notifications/resources/updated", { uri: `demo://bench/${index}` });
      default:
        return notice("notifications/tools/list_changed", {});
    }
  };
  const all = Array.from({ length: count }, (_, index) => ({
    message: said(index),
    seq: turn + index,
    received_ms: index,
  }));
  const half = Math.floor(count / 2);
  const last = capture.exchanges.findLastIndex(({ conversation }) => conversation === busy.conversation);
  return {
    ...capture,
    exchanges: capture.exchanges.map((exchange, index) =>
      exchange === busy
        ? { ...exchange, meanwhile: all.slice(0, half) }
        : index === last
          ? { ...exchange, meanwhile: all.slice(half) }
          : exchange,
    ),
    unsolicited: all.map((one) => ({ ...one, conversation: busy.conversation })),
  };
};

const withTools = (capture, count) => ({
  ...capture,
  exchanges: capture.exchanges.map((exchange) => {
    const tools = exchange.response?.result?.tools;
    if (!Array.isArray(tools) || tools.length === 0 || exchange.step !== "tools/list") return exchange;
    const more = Array.from({ length: Math.max(0, count - tools.length) }, (_, index) => ({
      ...tools[index % tools.length],
      name: `${tools[index % tools.length].name}_${index}`,
    }));
    const result = { ...exchange.response.result, tools: [...tools, ...more] };
    return { ...exchange, response: { ...exchange.response, result } };
  }),
});

/** Each makes of a recorded session one with about `count` exchanges, messages or tools. */
export const SHAPES = {
  "calls of tools in one conversation": (capture, count) =>
    repeat(
      capture,
      count,
      longest(capture).filter(({ request }) => request?.method === "tools/call"),
    ),
  "everything in one conversation": (capture, count) => repeat(capture, count, longest(capture)),
  "many conversations": repeatConversations,
  "a watched client": (capture, count) => withoutPlan(repeat(capture, count, longest(capture))),
  "many watched clients": (capture, count) => withoutPlan(repeatConversations(capture, count)),
  "the capture of another tool": (capture, count) => bare(repeat(capture, count, longest(capture))),
  "messages nobody asked for": withMessages,
  "many tools": withTools,
};
