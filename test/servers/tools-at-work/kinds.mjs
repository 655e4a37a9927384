// What the tools of each server do: one fault each, and near-misses that come close to one.

const text = (words, more = {}) => ({ content: [{ type: "text", text: words }], ...more });
const failure = (words) => text(words, { isError: true });

const one = (name, more = {}) => ({ name, ...more });
const NOTHING = { inputSchema: { type: "object", properties: {} } };
const COUNTED = { outputSchema: { type: "object", properties: { count: { type: "integer" } }, required: ["count"] } };

const failing = (message) => ({ tools: [one("find_order"), one("find_customer")], call: () => failure(message) });
const mixed = (message) => ({
  tools: [one("find_order"), one("find_customer")],
  call: (name) => (name === "find_order" ? failure(message) : text("Customer 7 is Ada Lovelace of London.")),
});

/** Vices. */
export const VICES = {
  "every-tool-throws": failing("boom"),
  "one-tool-throws": mixed("boom"),
  "throws-without-arguments": { tools: [one("status", NOTHING)], call: () => failure("Something went wrong") },
  "internal-error": {
    tools: [one("find_order")],
    call: () => {
      throw { code: -32603, message: "Internal error" };
    },
  },
  "ends-the-process": {
    tools: [one("find_customer"), one("find_order")],
    call: (name) => (name === "find_order" ? process.exit(3) : text("Customer 7 is Ada Lovelace of London.")),
  },
  "stack-trace": mixed(
    "TypeError: Cannot read properties of undefined (reading 'rows')\n    at find (/srv/shop/find.js:12:9)\n    at handle (/srv/shop/server.js:40:3)",
  ),
  "runtime-message": mixed("'NoneType' object has no attribute 'rows'"),
  "unmarked-trace": {
    tools: [one("order_total", { description: "The total of an order." })],
    call: () =>
      text(
        'Traceback (most recent call last):\n  File "/srv/shop.py", line 3, in total\n    return rows[0]\nIndexError: list index out of range',
      ),
  },
  "breaks-output-schema": {
    tools: [one("count_orders", COUNTED)],
    call: () => text("three", { structuredContent: { count: "three" } }),
  },
  "no-structured-content": { tools: [one("count_orders", COUNTED)], call: () => text('{"count": 3}') },
  "read-only-that-deletes": {
    tools: [one("find_order"), one("delete_all_records", { description: "Deletes every record." })],
    call: (name) => (name === "find_order" ? text("Order 7 was shipped on Monday.") : process.exit(3)),
  },
  "huge-answer": { tools: [one("list_orders")], call: () => text("order ".repeat(40_000)) },
};

/** Near-misses: each says what is the matter with the question or with what it needs. */
export const NEAR_MISSES = {
  "not-found": failing("Order 'example' not found"),
  "no-such-id": failing("No order with this id"),
  "permission-denied": failing("Access denied - path outside allowed directories: /etc"),
  "not-configured": failing("SHOP_API_KEY is not set"),
  "not-logged-in": failing("Please log in first: run shop login"),
  unauthorized: failing("Request failed with status code 401"),
  "rate-limited": failing("Too many requests, retry in 30 seconds"),
  "network-down": failing("getaddrinfo ENOTFOUND shop.example.com"),
  "repeats-the-value": failing("KeyError: 'example' / 'example-2'"),
  "other-language": failing("Bestellung konnte nicht geladen werden: Schlüssel ungültig"),
  "invalid-value": failing("query must match ORD-[0-9]{6}"),
  "validation-code": {
    tools: [one("find_order")],
    call: () => {
      throw { code: -32602, message: "boom" };
    },
  },
  "hidden-error": failing("Error calling tool 'find_order'"),
  "empty-result": { tools: [one("find_order")], call: () => ({ content: [] }) },
  "error-once": (() => {
    let calls = 0;
    return {
      tools: [one("find_order")],
      call: () => {
        calls += 1;
        return calls === 1 ? failure("boom") : text("Order 7 was shipped on Monday.");
      },
    };
  })(),
  "works-with-other-values": {
    tools: [one("find_order")],
    call: (_, { query }) => (query === "example" ? failure("boom") : text("Order 7 was shipped on Monday.")),
  },
  "error-with-output-schema": { tools: [one("count_orders", COUNTED)], call: () => failure("No orders found") },
  "logs-with-traces": {
    tools: [one("read_log", { description: "Returns the log of the shop." })],
    call: () =>
      text(
        'Traceback (most recent call last):\n  File "/srv/shop.py", line 3, in total\n  File "/srv/shop.py", line 9, in main\nIndexError: list index out of range',
      ),
  },
  "large-image": {
    tools: [one("draw")],
    call: () => ({ content: [{ type: "image", mimeType: "image/png", data: "A".repeat(400_000) }] }),
  },
  "large-but-readable": { tools: [one("list_orders")], call: () => text("order ".repeat(10_000)) },
  "destructive-only": {
    tools: [one("delete_order", { annotations: { destructiveHint: true } })],
    call: () => process.exit(3),
  },
  "read-only-policies": {
    tools: [
      one("delete_policy", { description: "Returns how long deleted orders are kept." }),
      one("update_history", { description: "Lists the updates of an order." }),
    ],
    call: (name) => text(`${name} has found what it was asked for.`),
  },
  works: {
    tools: [one("find_order"), one("find_customer")],
    call: (name) => text(`${name} has found what it was asked for.`),
  },
};
