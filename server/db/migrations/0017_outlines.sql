-- Lists have simplified outlines of large areas, so that a list of 1,000 stays under 1 MB. Both columns are filled when an
-- item is saved; those of older items when their list is first read.

alter table saved_aois add column area_km2 double precision;
-- null when the area itself is short
alter table saved_aois add column outline text;

alter table saved_searches add column area_km2 double precision;
alter table saved_searches add column outline text;
