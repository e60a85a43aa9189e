-- An imported Item keeps the collection that it came from; one without, and the simulated archive, have that of their family
-- of satellites (docs/decisions/220).
alter table scenes drop column collection;
alter table scenes add column collection text collate "C" not null generated always as (
  left(coalesce(
    nullif(trim(item ->> 'collection'), ''),
    nullif(trim('-' from regexp_replace(lower(item #>> '{properties,constellation}'), '[^a-z0-9_]+', '-', 'g')), ''),
    nullif(trim('-' from regexp_replace(
      regexp_replace(lower(satellite), '(\s+[0-9]+|([0-9])[a-z])$', '\2'), '[^a-z0-9_]+', '-', 'g')), ''),
    'other'), 256)
) stored;
create index scenes_of_collection on scenes (collection, acquired desc, product_id);
analyze scenes;
-- Of two Items with one id in two collections the later has the product id collection/id; the STAC API finds both by their own.
create index scenes_own_ids on scenes ((item ->> 'id')) where (item ->> 'id') <> product_id;
