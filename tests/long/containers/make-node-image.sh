#!/usr/bin/env bash
# Makes the base image of the Dockerfile for podman from packages of Debian and npm, where no image registry can be
# reached. Needs root, podman and debootstrap. The image trusts the certificates that this machine trusts.
set -euo pipefail
image=$1 version=$2
root=$(mktemp -d)
trap 'rm -rf "$root" "$root.npm"' EXIT

mirror=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -1)
debootstrap --variant=minbase --include=ca-certificates,libstdc++6,libatomic1 bookworm "$root" "${mirror:-http://deb.debian.org/debian}"
rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/*
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"

mkdir "$root.npm"
cd "$root.npm"
npm pack --silent "node-linux-$(node -p process.arch)@$version" npm@11
tar xzf node-linux-*.tgz
install -m 755 package/bin/node "$root/usr/local/bin/node"
rm -rf package
mkdir -p "$root/usr/local/lib/node_modules"
tar xzf npm-11*.tgz
mv package "$root/usr/local/lib/node_modules/npm"
for command in npm npx; do
  ln -s "../lib/node_modules/npm/bin/$command-cli.js" "$root/usr/local/bin/$command"
done
chroot "$root" sh -c 'groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node'

tar -C "$root" -c . | podman import \
  --change 'CMD ["node"]' \
  --change 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' \
  --change 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt' \
  --change 'ENV SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt' \
  - "$image"
