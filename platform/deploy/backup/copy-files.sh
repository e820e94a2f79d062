#!/usr/bin/env bash
# Copies pictures and releases, and deletes none that is gone: the database of an earlier time may need it.
set -euo pipefail
mkdir -p "$KEPT/files" "$KEPT/releases"
rsync --archive "$STORAGE_DIR/" "$KEPT/files"
# The log first, so that all that it names is there.
rsync --archive "$RELEASES/log" "$KEPT/releases"
rsync --archive --exclude=/log "$RELEASES/" "$KEPT/releases"
