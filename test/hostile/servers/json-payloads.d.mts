export type Payload = (id: unknown) => string | Uint8Array;
export const JSON_PAYLOADS: Readonly<Record<string, Payload>>;
