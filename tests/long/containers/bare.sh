#!/bin/sh
# Runs commands of the README or the docs as the only program of a container, and fails when they leave a process running.
#   bare.sh start        until the front page is answered, then stops it
#   bare.sh test
#   bare.sh new-remote   what docs/a-new-team.md does in this repository, until visitors are shown the new screen
is_shown() {
  node -e "fetch('http://localhost:3000$1').then((it) => it.text()).then((text) => process.exit(text.includes('$2') ? 0 : 1))" 2>/dev/null
}
start() {
  npx -y pnpm@12 start &
  started=$!
  until is_shown / '<h1'; do
    kill -0 $started || exit 1
    sleep 2
  done
}
stop() {
  kill -TERM $started
  wait $started
}
case $1 in
  start) start && stop ;;
  test) npx -y pnpm@12 test || exit ;;
  new-remote)
    start
    npx -y pnpm@12 new-remote tracking /track || exit
    npx -y pnpm@12 check || exit
    npx -y pnpm@12 release shell tracking || exit
    # A site that runs follows within seconds.
    for _ in 1 2 3 4 5; do sleep 2; ! is_shown /track '>Tracking</h1>' || break; done
    is_shown /track '>Tracking</h1>' || exit
    stop
    ;;
esac
sleep 3
set -- /proc/[0-9]*
[ $# -eq 1 ] || { echo "Left running:" && cat /proc/[0-9]*/cmdline | tr '\0' ' '; exit 1; }
