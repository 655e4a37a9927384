/** A row as the database hands it out: numbers for integers of any size, Date for times, objects for JSON, bytes for bytea. */
export type Row = Readonly<Record<string, unknown>>;

export interface Queryable {
  /** One statement. */
  query<T extends Row = Row>(text: string, values?: readonly unknown[]): Promise<T[]>;
  /** Several statements without values. The rows of the last one. */
  script(text: string): Promise<Row[]>;
}

/** PostgreSQL, whether a server or embedded. The same SQL runs on both. */
export interface Database extends Queryable {
  readonly kind: "postgres" | "embedded";
  /** To be shown: a host and a database, or a folder; never a password. */
  readonly where: string;
  transaction<T>(body: (inside: Queryable) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
