-- Accounts, sessions, credits, orders. Times are instants given by the server's clock; money is integer cents (law 9).

create table accounts (
  id bigint generated always as identity primary key,
  -- lower case: an address is the same account however it is typed
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  company text not null,
  utype integer not null default 1 check (utype between 1 and 99),
  puc boolean not null default false,
  -- section 4: after registration the account awaits audit
  status text not null default 'awaiting' check (status in ('awaiting', 'approved', 'rejected')),
  credits bigint not null default 0 check (credits >= 0),
  reg_type integer not null default 2 check (reg_type in (1, 2)),
  industry text not null default '',
  nature text not null default '',
  sales_rep_code text,
  created_at timestamptz not null
);

-- Decision 15: the token itself is never stored.
create table sessions (
  token_hash bytea primary key,
  account_id bigint not null references accounts on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null
);
create index sessions_by_account on sessions (account_id);
create index sessions_by_use on sessions (last_used_at);

-- Decision 26: every change of a balance; spending is negative.
create table credit_entries (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  amount bigint not null check (amount <> 0),
  reason text not null,
  at timestamptz not null
);
create index credit_entries_by_account on credit_entries (account_id, at);

create table rate_windows (
  bucket text not null,
  opened_at timestamptz not null,
  uses integer not null,
  primary key (bucket, opened_at)
);
create index rate_windows_by_age on rate_windows (opened_at);

create table order_counters (
  day date primary key,
  last integer not null
);

create table orders (
  id bigint generated always as identity primary key,
  order_num text not null unique,
  account_id bigint not null references accounts,
  kind text not null check (kind in ('archive', 'tasking')),
  order_name text not null,
  status integer not null check (status in (1, 3, 4, 5, 6, 7, 8, 9)),
  supplier text not null,
  simulated boolean not null,
  product_ids text[] not null,
  aoi_wkt text not null,
  -- the form as it was agreed to
  form jsonb not null,
  -- unitPrice, aoiArea, valuationArea, discount, finalPrice as agreed to
  price jsonb not null,
  final_price_cents bigint not null check (final_price_cents >= 0),
  -- decision 25: part of the address of delivered files
  secret text not null,
  created_at timestamptz not null,
  -- when the supplier takes the next step; null when there is none
  next_step_at timestamptz
);
create index orders_by_account on orders (account_id, kind, id desc);
create index orders_due on orders (next_step_at) where next_step_at is not null;

create table order_history (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  status integer not null,
  at timestamptz not null
);
create index order_history_by_order on order_history (order_id, id);

create table order_files (
  order_id bigint not null references orders on delete cascade,
  product_id text not null,
  file_name text not null,
  primary key (order_id, product_id),
  unique (order_id, file_name)
);

-- Decision 7: a submit's key gives the same order again.
create table idempotency_keys (
  account_id bigint not null references accounts on delete cascade,
  key text not null,
  body_hash bytea not null,
  order_id bigint not null references orders on delete cascade,
  created_at timestamptz not null,
  primary key (account_id, key)
);

create table payment_records (
  id bigint generated always as identity primary key,
  order_id bigint not null unique references orders,
  account_id bigint not null references accounts,
  cost_cents bigint not null check (cost_cents >= 0),
  at timestamptz not null
);
create index payment_records_by_account on payment_records (account_id, id desc);
