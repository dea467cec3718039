#!/usr/bin/env bash
# Pins the images of docker-compose.yml and the Dockerfile by their digests: `bash deploy/pin-images.sh` where Docker
# reaches the images' registries. A tag may point to another image tomorrow, a digest cannot. Prints what it changed.
set -euo pipefail
cd "$(dirname "$0")/.."

images=$(sed -nE 's/^ *image: ([a-z][^ ]*:[^ @]+)$/\1/p; s/^FROM ([^ @]+:[^ @]+).*/\1/p' docker-compose.yml Dockerfile | grep -v '^market-stats:' | sort -u)
for image in $images; do
  digest=$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$image")
  case "$digest" in sha256:*) ;; *) echo "no digest for $image" >&2; exit 1 ;; esac
  sed -i -E "s#(image: |FROM )$image( |\$)#\1$image@$digest\2#" docker-compose.yml Dockerfile
  echo "$image@$digest"
done
