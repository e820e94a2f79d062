#!/usr/bin/env bash
# Copies a running Postgres into a folder named for the copy's end, in UTC.
set -euo pipefail
copy="$KEPT/unfinished"
rm -rf "$copy"
mkdir "$copy"
# Files change while they are copied, and tar warns (1); the log repairs them.
psql --quiet --no-align --tuples-only --set ON_ERROR_STOP=1 --output "$copy/start" <<end
select pg_backup_start('copy', fast => true);
\! tar -C "$PGDATA" --exclude='./pg_wal/*' --exclude=./postmaster.pid -czf "$copy/data.tar.gz" . || test \$? = 1 && touch "$copy/whole"
\o '$copy/backup_label'
select labelfile from pg_backup_stop();
end
test -e "$copy/whole" -a -s "$copy/backup_label"
mv "$copy" "$KEPT/$(date --utc +%FT%TZ)"
