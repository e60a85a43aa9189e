-- What the source of imported Items says of their collection, as it came.
create table stac_collections (
  id text collate "C" primary key,
  document jsonb not null,
  -- when it last changed: part of the archive's state
  noted_at timestamptz not null default now()
);
