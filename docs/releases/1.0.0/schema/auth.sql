-- migration: CreateAuth1795378320000

CREATE SCHEMA IF NOT EXISTS auth;

CREATE TABLE auth.ended_visits (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  command_id uuid NOT NULL,
  lead_id uuid NOT NULL,
  ended boolean NOT NULL,
  by_session uuid NOT NULL,
  at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE auth.staff_sessions (
  session_ref uuid NOT NULL,
  ip text NOT NULL,
  user_agent text,
  since timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  lead_id uuid
);

CREATE TABLE auth.upload_passwords (
  singleton boolean DEFAULT true NOT NULL,
  hash text NOT NULL,
  epoch integer NOT NULL,
  command_id uuid NOT NULL,
  changed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE auth.ended_visits ADD CONSTRAINT ended_visits_command_id_key UNIQUE (command_id);

ALTER TABLE auth.ended_visits ADD CONSTRAINT ended_visits_pkey PRIMARY KEY (id);

ALTER TABLE auth.staff_sessions ADD CONSTRAINT staff_sessions_pkey PRIMARY KEY (session_ref);

ALTER TABLE auth.upload_passwords ADD CONSTRAINT upload_passwords_epoch_check CHECK ((epoch > 0));

ALTER TABLE auth.upload_passwords ADD CONSTRAINT upload_passwords_pkey PRIMARY KEY (singleton);

ALTER TABLE auth.upload_passwords ADD CONSTRAINT upload_passwords_singleton_check CHECK (singleton);

CREATE INDEX ended_visits_of_lead ON auth.ended_visits USING btree (lead_id, id DESC);

CREATE INDEX staff_sessions_of_lead ON auth.staff_sessions USING btree (lead_id) WHERE (lead_id IS NOT NULL);

GRANT USAGE ON SCHEMA auth TO portal_auth;

GRANT INSERT (command_id, lead_id, ended, by_session), SELECT ON auth.ended_visits TO portal_auth;

GRANT INSERT (session_ref, ip, user_agent, lead_id), SELECT ON auth.staff_sessions TO portal_auth;

GRANT INSERT, SELECT, UPDATE ON auth.upload_passwords TO portal_auth;
