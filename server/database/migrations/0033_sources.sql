-- Archives elsewhere whose Items flow in (docs/decisions/250).

-- Where a scene came from, and when it was last stored: whoever reads the archive can ask for what has changed.
alter table scenes add column source text;
alter table scenes add column updated_at timestamptz not null default now();
create index scenes_updated on scenes using brin (updated_at);
create index scenes_of_source on scenes (source) where source is not null;

create table sources (
  id bigint generated always as identity primary key,
  name text not null unique check (name <> ''),
  url text not null unique,
  -- what its landing page says of a STAC API; null for a static catalogue, or before it was read
  api jsonb,
  -- the pass under way, else the last one; counts are of it
  pass integer not null default 0,
  is_passing boolean not null default false,
  began_at timestamptz,
  ended_at timestamptz,
  inserted integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  -- documents that could not be read
  unread integer not null default 0,
  -- when it is worked on next; meanwhile the process with the lease works on it
  due_at timestamptz not null,
  lease text,
  -- failures in a row, and the last one
  tries integer not null default 0,
  problem text
);

-- How the Items of a collection become scenes, where the Items don't say or the operator knows better.
create table source_collections (
  source_id bigint not null references sources on delete cascade,
  id text not null,
  title text,
  is_wanted boolean not null default true,
  satellite text,
  sensor_type text,
  supplier text,
  -- whether all of its Items say when they were changed; if so only those changed since then are asked for, null: all
  has_updated boolean not null default true,
  since timestamptz,
  primary key (source_id, id)
);

-- Documents of a source: read in a pass or still to be read in it.
create table source_documents (
  id bigint generated always as identity primary key,
  source_id bigint not null references sources on delete cascade,
  -- SHA-256 of the request
  key bytea not null,
  request jsonb not null,
  role text not null check (role in ('catalogue', 'collections', 'page', 'item')),
  collection text,
  -- the last pass that led to it, and the last one that read it
  pass integer not null,
  read_in integer not null default 0,
  tries integer not null default 0,
  etag text,
  modified text,
  -- the documents that it leads to, for when it is unchanged
  links jsonb,
  unique (source_id, key)
);
create index source_documents_open on source_documents (source_id, id) where read_in < pass;

-- The last Items and documents that were refused.
create table source_refusals (
  id bigint generated always as identity primary key,
  source_id bigint not null references sources on delete cascade,
  at timestamptz not null,
  item_id text,
  url text not null,
  reason text not null
);
create index source_refusals_by_source on source_refusals (source_id, id);
