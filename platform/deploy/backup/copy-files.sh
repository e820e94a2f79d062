#!/usr/bin/env bash
# Copies pictures and releases. Keeps deleted ones too: an earlier database may need them.
set -euo pipefail
mkdir -p "$KEPT/files" "$KEPT/releases"
rsync --archive "$STORAGE_DIR/" "$KEPT/files"
# The log first, so that everything it names is there.
rsync --archive "$RELEASES/log" "$KEPT/releases"
rsync --archive --exclude=/log "$RELEASES/" "$KEPT/releases"
