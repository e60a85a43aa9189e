-- §3 Imagery export task. The row is the queue: any process takes a due one, as with scene exports.
create table imagery_exports (
  id bigint generated always as identity primary key,
  task_num text not null unique,
  account_id bigint not null references accounts on delete cascade,
  -- null once the operator has taken the layer away
  layer_id bigint references imagery_layers on delete set null,
  -- taskName, dsId, aoi, outMode, outResolution, outProj as agreed to
  form jsonb not null,
  -- decision 26: credits taken when it was accepted; given back when it fails
  cost bigint not null check (cost >= 0),
  -- 1 pending, 2 done, 3 failed
  status integer not null default 1 check (status in (1, 2, 3)),
  progress integer not null default 0 check (progress between 0 and 100),
  secret text not null,
  secret_hash bytea not null unique,
  -- decision 7: a submit's key gives the same task again
  idempotency_key text not null,
  body_hash bytea not null,
  created_at timestamptz not null,
  due_at timestamptz,
  tries integer not null default 0,
  expires_at timestamptz,
  unique (account_id, idempotency_key)
);
create index imagery_exports_by_account on imagery_exports (account_id, id desc);
create index imagery_exports_due on imagery_exports (due_at, id) where status = 1;
