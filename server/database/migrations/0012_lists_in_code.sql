-- Export formats, order statuses and languages are listed in contract/ alone, so that a new one needs no migration.

alter table scene_exports drop constraint scene_exports_type_check;
alter table orders drop constraint orders_status_check;
alter table orders add constraint orders_status_check check (status > 0);
alter table accounts drop constraint accounts_language_check;
alter table mail_jobs drop constraint mail_jobs_language_check;
