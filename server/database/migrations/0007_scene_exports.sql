-- §3 Scene export task, decision 10. The row is the queue: any process takes a due one (docs/decisions/087).
create table scene_exports (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  name text not null,
  type text not null check (type in ('GeoJSON', 'Shp', 'productIds', 'previewAndShp', 'aoi')),
  product_ids text[] not null,
  -- WKT; of type aoi alone
  aoi_wkt text,
  -- 0 in process, 1 done, 2 failed
  status integer not null default 0 check (status in (0, 1, 2)),
  -- percent
  progress integer not null default 0 check (progress between 0 and 100),
  -- decision 10: part of the file's address; whoever comes with one is looked up by its SHA-256
  secret text not null,
  secret_hash bytea not null unique,
  created_at timestamptz not null,
  -- when it may be taken (again); who works on it keeps moving this on. Null when there is nothing to do.
  due_at timestamptz,
  tries integer not null default 0,
  -- when the file goes; null until it is there
  expires_at timestamptz
);
create index scene_exports_by_account on scene_exports (account_id, id desc);
create index scene_exports_due on scene_exports (due_at, id) where status = 0;
