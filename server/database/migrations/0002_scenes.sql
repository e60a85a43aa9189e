-- The archive (decisions 3, 4, 27). One schema on both databases: the footprint is kept as well-known binary, from which
-- PostGIS, where it is there, derives its own column; the embedded database searches by the bounding box and
-- server/db/scenes.ts tests the candidates exactly (docs/decisions/020).

create extension if not exists btree_gist;

create table scene_batches (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('simulated', 'imported')),
  source text not null,
  -- folder from which local thumbnails of an import may be read; null when there is none
  root text,
  seed text,
  last_day date,
  created_at timestamptz not null default now()
);

-- the simulated archive exists once, or not at all
create unique index scene_batches_one_simulated on scene_batches (kind) where kind = 'simulated';

create table scenes (
  id bigint generated always as identity primary key,
  product_id text collate "C" not null unique check (product_id <> ''),
  batch_id bigint not null references scene_batches (id),
  acquired timestamptz not null,
  satellite text,
  sat_code text,
  sensor text,
  sensor_type text,
  gsd float8,
  cloud_cover float8,
  off_nadir float8,
  sun_elevation float8,
  area float8,
  orbit_direction text,
  side_look_direction text,
  imaging_mode text,
  product_mode text,
  source_code text,
  supplier text,
  simulated boolean not null,
  -- address of the thumbnail asset of an imported Item, as the Item states it
  quicklook_href text,
  -- SHA-256 of everything above and of the Item: equal content is left untouched by a second import
  content_hash bytea not null,
  footprint bytea not null,
  bounds box not null,
  item jsonb
);

create index scenes_batch on scenes (batch_id);

alter table scenes alter column footprint set storage plain;

do $$
begin
  if exists (select from pg_available_extensions where name = 'postgis') then
    begin
      create extension if not exists postgis;
    exception when insufficient_privilege then
      raise notice 'PostGIS is installed but may not be created by this user: searching without it';
    end;
  end if;
  if exists (select from pg_extension where extname = 'postgis') then
    execute 'alter table scenes add column geom geometry(Geometry, 4326)
             generated always as (ST_GeomFromWKB(footprint, 4326)) stored';
    execute 'create index scenes_where_when on scenes using gist (geom, acquired)';
  else
    execute 'create index scenes_where_when on scenes using gist (bounds, acquired)';
  end if;
end $$;
