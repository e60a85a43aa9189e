-- Where clouds are in each scene's picture (docs/decisions/213): 500 bytes a scene, made when first needed and by the background.
create table cloud_masks (
  scene_id bigint primary key references scenes on delete cascade,
  -- the scene and the program for which it was made: a mask of another content or version is made again
  content_hash bytea not null,
  maker smallint not null,
  origin text not null check (origin in ('painted', 'asset', 'estimated', 'missing')),
  -- server/catalogue/masks/mask.ts; null if there is nothing to make it from
  mask bytea,
  check ((mask is null) = (origin = 'missing'))
);
-- already deflated
alter table cloud_masks alter column mask set storage external;
