-- The first schema that was released. It never changes: stores that were made with it are still out there.
create table events (tab text not null, n bigint not null, body {blob} not null, primary key (tab, n)){packed};
create table secrets (tab text primary key, secret {blob} not null);
create table tables (id text primary key, n bigint not null, status text not null, listed int not null, touched bigint not null, deadline bigint, wakes int not null, head {blob} not null);
create index tables_touched on tables (touched);
create index tables_listed on tables (touched) where listed = 1;
create index tables_due on tables (deadline) where deadline is not null;
create index tables_wakes on tables (id) where wakes = 1;
create table sitters (who text not null, tab text not null, primary key (who, tab)){packed};
create table notes (who text not null, tab text not null, body text not null, primary key (who, tab)){packed};
create table people (id text primary key, name text not null, lang text not null, made bigint not null, login text unique, hash text);
create table sessions (id text primary key, who text not null, made bigint not null, seen bigint not null, agent text not null);
create index sessions_who on sessions (who);
create table keys (name text primary key, value {blob} not null);
