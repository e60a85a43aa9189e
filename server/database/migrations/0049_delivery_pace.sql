-- The pixels of an order's images, all scenes and levels together; null if they are not known before, as those of a new acquisition.
alter table orders add column pixels bigint;

-- How fast images are made, measured: what is ahead of an order takes as long.
create table delivery_pace (
  is_only boolean primary key default true check (is_only),
  pixels_per_second real not null
);
