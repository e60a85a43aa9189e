-- The visits of My AOI: what came after the last one is new. A scene's id tells when it came. The first visit has none before it.
create table aoi_visits (
  account_id bigint primary key references accounts on delete cascade,
  seen_at timestamptz not null,
  seen_scene bigint not null,
  since_at timestamptz,
  since_scene bigint
);
