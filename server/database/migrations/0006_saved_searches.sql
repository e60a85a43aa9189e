-- §3 Saved search record. aoi_geom is WKT of WGS 84, as the server's own geometry writes it.
create table saved_searches (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  name text not null,
  aoi_geom text not null,
  -- decision 9: the owner sees the key; whoever comes with one is looked up by its SHA-256, so that no comparison tells
  -- how much of a guess was right
  skey text not null,
  skey_hash bytea not null unique,
  -- condition, scenes and status, gzipped JSON (docs/decisions/085)
  dump bytea not null,
  created_at timestamptz not null
);
create index saved_searches_by_account on saved_searches (account_id, id desc);
-- packed already
alter table saved_searches alter column dump set storage external;
