-- Letters about orders: the end of an order is told to whoever made it.

alter table mail_jobs drop constraint mail_jobs_kind_check;
alter table mail_jobs add constraint mail_jobs_kind_check check (kind in ('registerCode', 'resetCode', 'newPassword', 'registered', 'approved', 'rejected', 'passwordChanged', 'orderCompleted', 'orderFailed'));
-- the order that the letter is about; null in letters about the account
alter table mail_jobs add column order_num text;
