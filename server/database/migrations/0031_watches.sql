-- Watches of searches and orders, what they found, and their deliveries (docs/decisions/230 to 232).

-- New scenes that the watches have not yet looked at: written in the transaction that stores the scenes.
create table scene_arrivals (scene_id bigint primary key references scenes on delete cascade);

-- Signs the webhooks of the account; null until the first one.
alter table accounts add column webhook_secret text;

create table watches (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  kind text not null check (kind in ('scenes', 'orders')),
  name text not null,
  -- the search's condition, and the bounding box of its area; null for orders
  condition jsonb,
  bounds box,
  check ((kind = 'scenes') = (condition is not null) and (kind = 'scenes') = (bounds is not null)),
  mail boolean not null,
  webhook_url text,
  pace text not null check (pace in ('once', 'daily', 'weekly')),
  -- UTC hours between which no mail is sent
  quiet_from integer check (quiet_from between 0 and 23),
  quiet_to integer check (quiet_to between 0 and 23),
  check ((quiet_from is null) = (quiet_to is null)),
  paused_at timestamptz,
  -- part of the link that ends the mails
  mail_key text not null,
  -- earliest next mail and webhook
  mail_after timestamptz,
  hook_after timestamptz,
  created_at timestamptz not null
);
create index watches_by_account on watches (account_id, id desc);

-- A scene is found once by a watch: the primary key is the promise.
create table watch_scenes (
  watch_id bigint not null references watches on delete cascade,
  scene_id bigint not null references scenes on delete cascade,
  found_at timestamptz not null,
  is_new boolean not null default true,
  mail_due boolean not null,
  hook_due boolean not null,
  primary key (watch_id, scene_id)
);
create index watch_scenes_by_scene on watch_scenes (scene_id);
create index watch_scenes_due on watch_scenes (watch_id) where mail_due or hook_due;
create index watch_scenes_new on watch_scenes (watch_id) where is_new;

create table watch_deliveries (
  id bigint generated always as identity primary key,
  watch_id bigint not null references watches on delete cascade,
  channel text not null check (channel in ('mail', 'webhook')),
  kind text not null check (kind in ('scenes', 'order', 'test')),
  -- webhook-id and Message-ID: the same in every try, so that a receiver can drop repeats
  event_id text not null unique,
  -- the webhook's body, byte for byte; of a mail the first scenes
  body text not null,
  scenes integer not null,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed')),
  tries integer not null default 0,
  due_at timestamptz not null,
  created_at timestamptz not null
);
create index watch_deliveries_by_watch on watch_deliveries (watch_id, id desc);
create index watch_deliveries_due on watch_deliveries (due_at) where status = 'waiting' and channel = 'webhook';

create table watch_tries (
  id bigint generated always as identity primary key,
  delivery_id bigint not null references watch_deliveries on delete cascade,
  number integer not null,
  at timestamptz not null,
  -- the answer's HTTP status; null without an answer
  status integer,
  -- why there was no answer
  cause text,
  ms integer not null
);
create index watch_tries_by_delivery on watch_tries (delivery_id, id);

alter table mail_jobs add column watch_delivery_id bigint references watch_deliveries on delete cascade;

-- What the bell shows.
create table news (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  kind text not null check (kind in ('scenes', 'webhookFailed', 'order')),
  watch_id bigint references watches on delete cascade,
  order_id bigint references orders on delete cascade,
  count integer not null default 1,
  at timestamptz not null,
  read_at timestamptz
);
create index news_by_account on news (account_id, at desc);
-- what a watch found since the bell was last read is one item
create unique index news_unread_of_watch on news (watch_id, kind) where read_at is null;
-- The list of kinds is in the code.
alter table mail_jobs drop constraint mail_jobs_kind_check;
