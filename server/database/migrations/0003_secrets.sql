-- Random keys that all processes of one deployment share (decision 35: no state outside the database).
create table secrets (
  name text primary key,
  value text not null
);
