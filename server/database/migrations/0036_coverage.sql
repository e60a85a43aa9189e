-- How many scenes lie where: for the world at once, which a million rows would take seconds to count.

-- The cell of a scene's middle on the Mercator map, of 512 columns and rows from the upper left; one across 180° is at its west.
create function scene_cell(bounds box) returns integer language sql immutable parallel safe as $$
  select least(511, floor(
      case when (bounds[0])[0] - (bounds[1])[0] > 180 then 511 else ((center(bounds))[0] + 180) / 360 * 512 end
    ))::integer
    + 512 * least(511, greatest(0, floor(
      (1 - ln(tan(pi() / 4 + greatest(-85, least(85, (center(bounds))[1])) * pi() / 360)) / pi()) / 2 * 512
    )))::integer
$$;

alter table scenes add column cell integer not null generated always as (scene_cell(bounds)) stored;
create index scenes_counted on scenes (acquired) include (sensor_type, cell);

-- Sums by month. Each statement that changes scenes adds rows, so that none waits for another; they are put together now and then.
create table scene_cells (
  sensor_type text,
  month date not null,
  cell integer not null,
  scenes integer not null
);
create index scene_cells_months on scene_cells (month) include (sensor_type, cell, scenes);

create function count_added_scenes() returns trigger language plpgsql as $$
begin
  insert into scene_cells
  select sensor_type, date_trunc('month', acquired at time zone 'UTC'), cell, count(*) from added group by 1, 2, 3;
  return null;
end $$;
create function count_gone_scenes() returns trigger language plpgsql as $$
begin
  insert into scene_cells
  select sensor_type, date_trunc('month', acquired at time zone 'UTC'), cell, -count(*) from gone group by 1, 2, 3;
  return null;
end $$;
create function forget_scene_cells() returns trigger language plpgsql as $$
begin
  truncate scene_cells;
  return null;
end $$;

create trigger scenes_added after insert on scenes referencing new table as added
  for each statement execute function count_added_scenes();
create trigger scenes_changed_to after update on scenes referencing new table as added
  for each statement execute function count_added_scenes();
create trigger scenes_changed_from after update on scenes referencing old table as gone
  for each statement execute function count_gone_scenes();
create trigger scenes_gone after delete on scenes referencing old table as gone
  for each statement execute function count_gone_scenes();
create trigger scenes_truncated after truncate on scenes for each statement execute function forget_scene_cells();

insert into scene_cells
select sensor_type, date_trunc('month', acquired at time zone 'UTC'), cell, count(*) from scenes group by 1, 2, 3;
