-- What a movement of credits is about: the name of an export; empty where nothing is known.
alter table credit_entries add column subject text not null default '';

-- A balance whose entries don't add up to it begins with the difference: every later balance is then the sum of its entries.
insert into credit_entries (account_id, amount, reason, at)
select a.id, a.credits - coalesce(sum(e.amount), 0), 'opening', a.created_at
from accounts a left join credit_entries e on e.account_id = a.id
group by a.id having a.credits <> coalesce(sum(e.amount), 0);
