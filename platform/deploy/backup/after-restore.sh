#!/usr/bin/env bash
# Run this after Postgres was restored to the time in AT, or to the end of its log, and before an API starts.
set -euo pipefail
ls "$STORAGE_DIR/profile-images" | psql --quiet --set at="${AT:-now}" --file "$(dirname "$0")/after-restore.sql"
# Otherwise the next restore would stop there, too.
psql --quiet --command 'alter system reset recovery_target_time'
