-- How much of the whole scene is clear, 0 to 1, beside its mask: over an area around the scene nothing has to be unpacked. Null: not
-- known, and worked out from the mask each time.
alter table cloud_masks add column clear float8;
