-- What the collections of each origin are called here: an id that two origins have belongs to the first, and the other's is
-- collection@origin. The origin is the name of a source, or '' for files.
create table collection_origins (
  origin text collate "C" not null,
  collection text collate "C" not null,
  id text collate "C" not null unique,
  primary key (origin, collection)
);
insert into collection_origins (origin, collection, id)
  select distinct coalesce(source, ''), collection, collection from scenes where item is not null order by 1
  on conflict do nothing;
insert into collection_origins (origin, collection, id)
  select distinct source, collection, collection || '@' || source from scenes where source is not null
  on conflict do nothing;
update scenes set item = jsonb_set(item, '{collection}', to_jsonb(o.id)) from collection_origins o
  where o.origin = scenes.source and o.collection = scenes.collection and o.id <> o.collection;
