-- Idempotency keys of which the server has said that they made nothing: a submit that arrives later is refused.
create table closed_keys (
  account_id bigint not null references accounts on delete cascade,
  key text not null,
  closed_at timestamptz not null,
  primary key (account_id, key)
);
