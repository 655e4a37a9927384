// Which kinds of answer a client takes. Without the header it takes both.

export interface Accepted {
  json: boolean;
  events: boolean;
}

export function readAccept(header: string | undefined): Accepted {
  if (header === undefined) return { json: true, events: true };
  const types = header.split(",").map((part) => part.split(";")[0]?.trim().toLowerCase() ?? "");
  const takes = (...names: string[]): boolean => names.some((name) => types.includes(name));
  return {
    json: takes("application/json", "application/*", "*/*"),
    events: takes("text/event-stream", "text/*", "*/*"),
  };
}
