-- The simulated archive is filled in steps, in the background: the scenes that it has and is to have, and the next task of the
-- operators' log. Null in an archive that was made at once.
alter table scene_batches
  add column stored integer,
  add column wanted integer,
  add column task integer;
