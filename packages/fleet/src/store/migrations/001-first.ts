/** The tables of the first version. A migration that was released is never edited: a further one changes what it made. */
export const FIRST = `
CREATE TABLE mcptest.fleet (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE mcptest.target (
  key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fleet_id int NOT NULL REFERENCES mcptest.fleet ON DELETE CASCADE,
  id text NOT NULL,
  name text,
  address jsonb NOT NULL,
  host text NOT NULL,
  source text,
  added_at timestamptz NOT NULL DEFAULT now(),
  -- Null: the default of the fleet.
  every_seconds int,
  next_at timestamptz NOT NULL DEFAULT now(),
  state text,
  state_since timestamptz,
  -- How many runs in a row found no change, and how many in a row did not reach it: both slow it down.
  steady int NOT NULL DEFAULT 0,
  missed int NOT NULL DEFAULT 0,
  latest_run bigint,
  reached_run bigint,
  opted_out boolean NOT NULL DEFAULT false,
  UNIQUE (fleet_id, id)
);
CREATE INDEX target_due ON mcptest.target (fleet_id, next_at) WHERE NOT opted_out;

CREATE TABLE mcptest.run (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fleet_id int NOT NULL REFERENCES mcptest.fleet ON DELETE CASCADE,
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  queued int NOT NULL DEFAULT 0,
  done int NOT NULL DEFAULT 0,
  -- How it is probed: quick, which tools.
  options jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX run_of_fleet ON mcptest.run (fleet_id, id);

-- What is to be done. A target has at most one row, so nothing queues it twice; a finished one has none.
CREATE TABLE mcptest.task (
  target_key bigint PRIMARY KEY REFERENCES mcptest.target ON DELETE CASCADE,
  run_id bigint NOT NULL REFERENCES mcptest.run ON DELETE CASCADE,
  fleet_id int NOT NULL,
  host text NOT NULL,
  queued_at timestamptz NOT NULL DEFAULT now(),
  attempts int NOT NULL DEFAULT 0,
  worker text,
  lease_until timestamptz
);
CREATE INDEX task_waiting ON mcptest.task (fleet_id, host, queued_at) WHERE worker IS NULL;
CREATE INDEX task_working ON mcptest.task (host) WHERE worker IS NOT NULL;
CREATE INDEX task_of_run ON mcptest.task (run_id);

-- Politeness holds for a host whichever fleet asks.
CREATE TABLE mcptest.host (
  name text PRIMARY KEY,
  next_at timestamptz NOT NULL DEFAULT now(),
  -- The host asked for this by Retry-After.
  asked_to_wait boolean NOT NULL DEFAULT false
);

CREATE TABLE mcptest.opt_out (
  fleet_id int NOT NULL REFERENCES mcptest.fleet ON DELETE CASCADE,
  pattern text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (fleet_id, pattern)
);

CREATE TABLE mcptest.worker (
  id text PRIMARY KEY,
  name text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  done int NOT NULL DEFAULT 0
);

-- By the sha256 of the capture file before compression.
CREATE TABLE mcptest.capture (
  id text PRIMARY KEY,
  bytes int NOT NULL,
  stored_bytes int NOT NULL,
  -- Brotli. Null: it lies in the folder of captures.
  data bytea,
  stored_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE mcptest.capture ALTER COLUMN data SET STORAGE EXTERNAL;

-- What servers offer to a model, as a lock keeps it: Brotli, by its digest.
CREATE TABLE mcptest.surface (
  id text PRIMARY KEY,
  data bytea NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE mcptest.surface ALTER COLUMN data SET STORAGE EXTERNAL;

CREATE TABLE mcptest.result (
  target_key bigint NOT NULL REFERENCES mcptest.target ON DELETE CASCADE,
  run_id bigint NOT NULL,
  at timestamptz NOT NULL,
  ms int NOT NULL,
  state text NOT NULL,
  reason text,
  revision text,
  grade text,
  tier smallint,
  partial boolean NOT NULL DEFAULT false,
  capture_id text,
  surface_id text,
  judged_by text NOT NULL,
  judged_at timestamptz NOT NULL DEFAULT now(),
  summary jsonb NOT NULL,
  PRIMARY KEY (target_key, run_id)
);
CREATE INDEX result_of_run ON mcptest.result (run_id);
CREATE INDEX result_of_capture ON mcptest.result (capture_id) WHERE capture_id IS NOT NULL;

CREATE TABLE mcptest.change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fleet_id int NOT NULL REFERENCES mcptest.fleet ON DELETE CASCADE,
  target_key bigint NOT NULL REFERENCES mcptest.target ON DELETE CASCADE,
  run_id bigint NOT NULL,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  before text,
  after text,
  detail jsonb NOT NULL DEFAULT '{}',
  UNIQUE (target_key, run_id, kind)
);
CREATE INDEX change_since ON mcptest.change (fleet_id, at);

CREATE TABLE mcptest.certificate (
  id text PRIMARY KEY,
  target_key bigint NOT NULL REFERENCES mcptest.target ON DELETE CASCADE,
  run_id bigint NOT NULL,
  issued_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  grade text NOT NULL,
  text text NOT NULL,
  revoked_at timestamptz,
  revocation text
);
CREATE INDEX certificate_of_target ON mcptest.certificate (target_key, issued_at);
`;
