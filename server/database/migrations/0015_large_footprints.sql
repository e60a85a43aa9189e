-- A footprint of some 500 vertices did not fit a row of 8 KB: it stays in the row as long as it fits, and is stored beside
-- the table when it does not.
alter table scenes alter column footprint set storage main;
