#!/usr/bin/env bash
# Keeps Postgres' log (WAL), without a gap. Restart Postgres afterwards.
set -euo pipefail
mkdir -p "$KEPT/wal"
# After a crash Postgres may archive the same file again; a different one of the same name is never overwritten.
psql --quiet <<end
alter system set archive_mode = on;
alter system set archive_timeout = '1min';
alter system set archive_command = 'cmp -s "%p" "$KEPT/wal/%f" || { test ! -e "$KEPT/wal/%f" && cp "%p" "$KEPT/wal/new" && sync "$KEPT/wal/new" && mv "$KEPT/wal/new" "$KEPT/wal/%f"; }';
end
