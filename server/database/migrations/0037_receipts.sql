-- Numbers of documents that run through a year: R-2026-000118.
create table document_counters (
  letter text not null,
  year integer not null,
  last integer not null,
  primary key (letter, year)
);

-- What a receipt says that the order doesn't: a receipt that is made once more says the same. Sandbox orders have none.
create table receipts (
  order_id bigint primary key references orders on delete cascade,
  number text not null unique,
  issued_at timestamptz not null,
  tax_percent double precision not null check (tax_percent >= 0),
  tax_cents bigint not null check (tax_cents >= 0)
);
