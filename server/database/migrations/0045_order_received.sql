-- The bell has one item for each order, from its receipt on; what has changed since then moves it up.
delete from news n using news later where n.order_id = later.order_id and later.id > n.id;
create unique index news_of_order on news (order_id);
