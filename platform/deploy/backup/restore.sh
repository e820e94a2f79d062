#!/usr/bin/env bash
# Restores the copy in COPY to the time in AT, or without AT to the end of the log. Start Postgres afterwards.
set -euo pipefail
mkdir -m 700 "$PGDATA"
tar -C "$PGDATA" -xzf "$COPY/data.tar.gz"
cp "$COPY/backup_label" "$PGDATA"
touch "$PGDATA/recovery.signal"
cat >> "$PGDATA/postgresql.auto.conf" <<end
restore_command = 'cp "$KEPT/wal/%f" "%p"'
recovery_target_time = '${AT:-}'
recovery_target_action = promote
end
rsync --archive "$KEPT/files/" "$STORAGE_DIR"
rsync --archive "$KEPT/releases/" "$RELEASES"
