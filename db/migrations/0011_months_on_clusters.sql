-- As before, but without an empty list of columns, which Citus does not accept for a table on several nodes.
CREATE OR REPLACE FUNCTION "make_month"("parent" text, "at" timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  month timestamptz := date_trunc('month', "at", 'UTC');
  next_month timestamptz := date_trunc('month', month + interval '32 days', 'UTC');
  label text := to_char(month AT TIME ZONE 'UTC', 'YYYY_MM');
  part text := parent || '_' || label;
  rest text := parent || '_rest';
  partkey text := substring(pg_get_partkeydef(parent::regclass) from '\((.*)\)');
  low text;
  high text;
  has_strays boolean;
  guard record;
BEGIN
  -- Two at once: the second finds it made.
  PERFORM pg_advisory_xact_lock(7262102, hashtext(parent));
  IF EXISTS (
    SELECT FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = parent::regclass
      AND (relname = part OR starts_with(relname, parent || '_until_') AND right(relname, 7) >= label)
  ) THEN
    RETURN false;
  END IF;
  IF partkey = 'created_at' THEN
    low := month::text;
    high := next_month::text;
  ELSE
    low := first_id_at(month)::text;
    high := first_id_at(next_month)::text;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING STORAGE)', part, parent);
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I WHERE %I >= %L AND %I < %L)', rest, partkey, low, partkey, high) INTO has_strays;
  IF has_strays THEN
    -- Detached, it has none of the triggers that refuse to remove a row.
    EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', parent, rest);
    EXECUTE format('INSERT INTO %I SELECT * FROM %I WHERE %I >= %L AND %I < %L', part, rest, partkey, low, partkey, high);
    EXECUTE format('DELETE FROM %I WHERE %I >= %L AND %I < %L', rest, partkey, low, partkey, high);
  END IF;
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, part, low, high);
  IF has_strays THEN
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I DEFAULT', parent, rest);
  END IF;
  -- A part does not inherit its parent's refusal to be truncated.
  FOR guard IN SELECT tgname, tgfoid::regproc AS refuses FROM pg_trigger WHERE tgrelid = parent::regclass AND tgtype & 32 = 32 LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION %s()', guard.tgname, part, guard.refuses);
  END LOOP;
  RETURN true;
END $$;
