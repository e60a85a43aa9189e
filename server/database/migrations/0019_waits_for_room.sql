-- Tries in a row that a full disk ended. Each makes the next one later, and the operator sees what waits.
alter table orders add column room_tries integer not null default 0;
alter table scene_exports add column room_tries integer not null default 0;
alter table imagery_exports add column room_tries integer not null default 0;
