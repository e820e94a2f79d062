#!/bin/sh
# Runs a command of the README as the only program of a container, and fails when it leaves a process running.
#   bare.sh start    until the front page is answered, then stops it
#   bare.sh test
case $1 in
  start)
    npx -y pnpm@12 start &
    started=$!
    until node -e "fetch('http://localhost:3000/').then(({ ok }) => process.exit(ok ? 0 : 1))" 2>/dev/null; do
      kill -0 $started || exit 1
      sleep 2
    done
    kill -TERM $started
    wait $started
    ;;
  test) npx -y pnpm@12 test || exit ;;
esac
sleep 3
set -- /proc/[0-9]*
[ $# -eq 1 ] || { echo "Left running:" && cat /proc/[0-9]*/cmdline | tr '\0' ' '; exit 1; }
