-- A code belongs to the client that requested it (a hash of its cookie): guesses of others are counted apart.
alter table verify_codes
  add column requester bytea,
  add column foreign_guesses integer not null default 0;
alter table mail_jobs add column requester bytea;

-- Known clients were known by their network address, which others may share.
truncate known_clients;
