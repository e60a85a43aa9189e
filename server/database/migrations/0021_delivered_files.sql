-- A delivered scene has several files: image, thumbnail, metadata and licence, each with its own name.

alter table order_files drop constraint order_files_pkey;
alter table order_files drop constraint order_files_order_id_file_name_key;
alter table order_files add primary key (order_id, file_name);
-- the size of an image's pixels on the ground, metres; null in other files and in older images
alter table order_files add column pixel_metres double precision;
