-- When a layer was taken and by which kind of sensor, as far as the operator says: users filter by it, and a comparison
-- opens on two dates of one place.
alter table imagery_layers add column acquired timestamptz, add column sensor_type text;
