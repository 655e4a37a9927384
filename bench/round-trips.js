import { readFileSync, writeFileSync } from "node:fs";

/** What a capture says was sent, by conversation, the longest first: for the floor to send again. Returns how many. */
export const writeRoundTrips = (capture, file) => {
  const { exchanges } = JSON.parse(readFileSync(capture, "utf8"));
  const conversations = new Map();
  let count = 0;
  for (const { conversation, http, request, request_raw: raw } of exchanges) {
    if (!http) continue;
    count += 1;
    const headers = http.request_headers.filter(([, value]) => /^[\t\x20-\x7e]*$/.test(value));
    const body = raw ? Buffer.from(raw.data, raw.encoding).toString("utf8") : request && JSON.stringify(request);
    const before = conversations.get(conversation) ?? [];
    conversations.set(conversation, [...before, { method: http.method, headers, body }]);
  }
  const lists = [...conversations.values()].sort((left, right) => right.length - left.length);
  writeFileSync(file, JSON.stringify(lists));
  return count;
};
