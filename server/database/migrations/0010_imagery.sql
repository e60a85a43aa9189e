-- §3 Imagery layer. The files lie in the file store under imagery/<store_name>/; what is shown of them stands here.
create table imagery_layers (
  id bigint generated always as identity primary key,
  name text not null,
  description text not null default '',
  -- 128-bit random: also names the content in ETags
  store_name text not null unique,
  -- files of smaller versions beside the picture
  overviews integer not null,
  -- epsg, width, height, bands, kind, noData, alphaBand, west, north, pixelWidth, pixelHeight
  facts jsonb not null,
  -- bands, low, high
  display jsonb not null,
  -- min, max, mean, low, high, one a band
  stats jsonb not null,
  -- WKT of WGS 84: what the picture covers, and the vector data that goes with it
  footprint text not null,
  vector text,
  bytes bigint not null,
  -- everybody who is signed in may see it
  open_to_all boolean not null default false,
  created_at timestamptz not null
);

-- Rights per user.
create table imagery_rights (
  account_id bigint not null references accounts on delete cascade,
  layer_id bigint not null references imagery_layers on delete cascade,
  primary key (account_id, layer_id)
);
create index imagery_rights_by_layer on imagery_rights (layer_id);

-- What a first start does once, and never again.
create table done_once (
  name text primary key,
  at timestamptz not null
);
