-- Accounts take turns in the queues of exports (docs/decisions/198): each claim gets the next number.
create sequence export_turns;
alter table scene_exports add column turn bigint;
alter table imagery_exports add column turn bigint;
create index scene_exports_by_turn on scene_exports (account_id, turn) where turn is not null;
create index imagery_exports_by_turn on imagery_exports (account_id, turn) where turn is not null;
-- At most so many bytes will be written: what waits counts as promised.
alter table scene_exports add column bytes bigint not null default 0;
alter table imagery_exports add column bytes bigint not null default 0;
