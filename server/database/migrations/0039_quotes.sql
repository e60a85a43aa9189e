-- Numbered quotes: what was priced, its price, and the last UTC day on which it holds.
create table quotes (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  number text not null unique,
  -- SHA-256 of the kind and of the fields of the form that bear on the price
  content bytea not null,
  price jsonb not null,
  price_cents bigint not null check (price_cents >= 0),
  issued_at timestamptz not null,
  valid_until date not null
);
create index quotes_by_content on quotes (account_id, content, id desc);

-- The quote that an order names.
alter table orders add column quote_num text;
