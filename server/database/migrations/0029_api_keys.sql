-- Named API keys of an account (decision 225). Only the hash of a key is stored, and enough of its text to know it again.
create table api_keys (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  name text not null,
  key_hash bytea not null unique,
  -- like gt_live_7Qm2…f81c
  hint text not null,
  scopes text[] not null,
  -- its orders are never billed
  sandbox boolean not null,
  ends_at timestamptz,
  -- the most that its orders of a month may cost; null is no limit
  monthly_cents bigint check (monthly_cents > 0),
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_by_account on api_keys (account_id) where revoked_at is null;

create table api_key_calls (
  key_id bigint not null references api_keys on delete cascade,
  day date not null,
  calls bigint not null,
  primary key (key_id, day)
);
create index api_key_calls_by_age on api_key_calls (day);

alter table orders
  add column sandbox boolean not null default false,
  add column api_key_id bigint references api_keys on delete set null;
create index orders_by_key on orders (api_key_id, created_at) where api_key_id is not null;
