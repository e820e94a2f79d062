#!/usr/bin/env bash
# Run this after Postgres was restored to the time in AT, or to the end of its log, and before an API starts.
set -euo pipefail
# The folder of pictures is missing as long as there are none.
find "$STORAGE_DIR/" -path '*/profile-images/*' -printf '%f\n' |
  psql --quiet --set at="${AT:-now}" --file "$(dirname "$0")/after-restore.sql"
# Otherwise the next restore would stop there, too.
psql --quiet --command 'alter system reset recovery_target_time'
