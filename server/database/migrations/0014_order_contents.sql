-- What an order page shows: the terms agreed to, why an order ended, checksums of its files, and its scenes as they were
-- ordered, which outlive the archive's.

alter table orders add column terms_url text;
-- of the document, hexadecimal; null when another site serves it
alter table orders add column terms_sha256 text;

-- contract/orderDetails.ts lists the causes; null in every step but a failure or a cancellation
alter table order_history add column cause text;
insert into order_history (order_id, status, at)
  select id, 1, created_at from orders o where not exists (select from order_history h where h.order_id = o.id);

alter table order_files add column bytes bigint;
alter table order_files add column sha256 text;

create table order_scenes (
  order_id bigint not null references orders on delete cascade,
  product_id text not null,
  -- facts and geometry
  scene jsonb not null,
  primary key (order_id, product_id)
);
