-- The STAC API (docs/decisions/220): a collection per satellite family, and indexes for pages of Items, newest first.
-- The family is the Item's constellation, else the platform's name without its unit ('SV-1 01' is of sv-1, 'Sentinel-2A'
-- of sentinel-2), else the collection that the Item came from.
alter table scenes add column collection text collate "C" not null generated always as (
  left(coalesce(
    nullif(trim('-' from regexp_replace(lower(item #>> '{properties,constellation}'), '[^a-z0-9_]+', '-', 'g')), ''),
    nullif(trim('-' from regexp_replace(
      regexp_replace(lower(satellite), '(\s+[0-9]+|([0-9])[a-z])$', '\2'), '[^a-z0-9_]+', '-', 'g')), ''),
    nullif(trim('-' from regexp_replace(lower(item ->> 'collection'), '[^a-z0-9_]+', '-', 'g')), ''),
    'other'), 64)
) stored;

create index scenes_newest on scenes (acquired desc, product_id);
create index scenes_of_collection on scenes (collection, acquired desc, product_id);
