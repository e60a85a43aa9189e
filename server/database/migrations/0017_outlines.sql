-- Lists have simplified outlines of large areas, so that a list of 1,000 stays under 1 MB. Both columns are filled when an
-- item is saved, and by the server's background work for older items, which the indexes find.

alter table saved_aois add column area_km2 double precision;
-- null when the area itself is short
alter table saved_aois add column outline text;

alter table saved_searches add column area_km2 double precision;
alter table saved_searches add column outline text;

create index saved_aois_without_outline on saved_aois (id) where area_km2 is null;
create index saved_searches_without_outline on saved_searches (id) where area_km2 is null;
