-- Registration, reset of passwords, mails, and what log-in limits remember. Times are instants given by the server's clock.

-- One rule says which addresses are the same: the server's (normalEmail). lower() differs from it, and from database to
-- database, for letters beyond ASCII.
alter table accounts drop constraint accounts_email_check;

alter table accounts
  -- language of the letters: that of the registration, then of the latest log-in
  add column language text not null default 'en' check (language in ('en', 'zh')),
  -- decision 13: both are null unless the password was sent by mail
  add column password_ends_at timestamptz,
  add column password_used_at timestamptz;

-- Decision 12. Of one address and purpose the newest row alone counts; a new one is inserted beside it instead of
-- written over it, so that nobody who guesses waits for the letter that is on its way.
create table verify_codes (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('register', 'reset')),
  email text not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  guesses integer not null default 0
);
create index verify_codes_by_email on verify_codes (purpose, email, id desc);
create index verify_codes_by_age on verify_codes (expires_at);

-- Letters to be written. What is secret in them is made when they are.
create table mail_jobs (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('registerCode', 'resetCode', 'newPassword', 'registered', 'approved', 'rejected', 'passwordChanged')),
  email text not null,
  language text not null check (language in ('en', 'zh')),
  created_at timestamptz not null,
  -- when it is tried (again)
  due_at timestamptz not null,
  tries integer not null default 0
);
create index mail_jobs_due on mail_jobs (due_at, id);

-- Clients that logged in to an account, or completed a reset of it; the hash covers both address and client.
create table known_clients (
  pair_hash bytea primary key,
  seen_at timestamptz not null
);
create index known_clients_by_age on known_clients (seen_at);

-- When something was last allowed that needs a pause before the next time.
create table rate_pauses (
  bucket text primary key,
  taken_at timestamptz not null
);
create index rate_pauses_by_age on rate_pauses (taken_at);
