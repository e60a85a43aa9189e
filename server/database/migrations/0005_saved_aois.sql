-- §3 Saved AOI. geom is WKT of WGS 84, as the server's own geometry writes it.
create table saved_aois (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  name text not null,
  geom text not null,
  created_at timestamptz not null
);
create index saved_aois_by_account on saved_aois (account_id, id desc);
