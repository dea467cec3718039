#!/usr/bin/env bash
# Installs what `npm run test:system` needs beside Node: a Redis, a Prometheus, Chromium, a Kafka to start,
# and the packages of the Python client. Whatever is there already is taken as it is (REDIS_URL, KAFKA_BROKERS,
# Docker, programs on the path). Says what it will install and asks, unless CI is set or it is given --yes.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { echo "test setup: $*" >&2; }
have() { command -v "$1" > /dev/null 2>&1; }
docker_runs() { have docker && docker info > /dev/null 2>&1; }
needs_broker() { [ -z "${KAFKA_BROKERS:-}" ] && ! docker_runs; }

# Debian's packages by the order of preference, one line each.
packages=()
if [ -z "${REDIS_URL:-}" ] && ! have redis-server && ! docker_runs; then packages+=(redis-server); fi
have prometheus || packages+=(prometheus)
if [ -z "${CHROMIUM:-}" ] && ! have chromium && ! have chromium-browser && ! have google-chrome; then
  packages+=('chromium chromium-browser')
fi
have curl || packages+=(curl)
# The compiler, too: a foreign producer of the tests is a Java program in source.
if needs_broker && { ! have java || ! have javac; }; then packages+=('openjdk-17-jdk-headless default-jdk-headless'); fi
if needs_broker && ! have mvn; then packages+=(maven); fi
if ! have python3 || ! python3 -c 'import ensurepip' 2> /dev/null; then packages+=(python3-venv); fi

version=$(sed -n "s/^export const KAFKA_VERSION = '\(.*\)';$/\1/p" dev/kafka/kafka.ts)
kafka=''
if needs_broker && [ ! -d ".cache/kafka-$version" ]; then kafka=".cache/kafka-$version"; fi
# An interpreter with the client and what its tests and those of the API use, made again when that list changes.
venv=.cache/python-client
schemathesis=schemathesis==4.32.5
wanted="$(sha256sum clients/python/pyproject.toml | cut -d' ' -f1) $schemathesis"
python=''
if [ "$(cat "$venv/made-of" 2> /dev/null)" != "$wanted" ]; then python=$venv; fi

[ ${#packages[@]} -gt 0 ] || [ -n "$kafka$python" ] || exit 0
for names in "${packages[@]}"; do say "will install the package ${names%% *} (apt-get, as root)"; done
[ -z "$kafka" ] || say "will fetch Kafka $version into $kafka (Maven)"
[ -z "$python" ] || say "will install the Python client's packages into $python (pip)"
if [ -z "${CI:-}" ] && [ "${1:-}" != --yes ]; then
  [ -t 0 ] || { say 'nothing was installed: run it with --yes'; exit 1; }
  read -r -p 'Go on? [y/N] ' answer
  [ "$answer" = y ] || [ "$answer" = yes ] || exit 1
fi

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; elif have sudo && sudo -n true 2> /dev/null; then sudo "$@"; else return 1; fi
}

install_package() {
  have apt-get || return 1
  local quietly=(env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=60)
  as_root "${quietly[@]}" install --no-install-recommends "$1" > /dev/null 2>&1 && return 0
  # An older list of packages may be the only reason.
  as_root "${quietly[@]}" update > /dev/null 2>&1 || return 1
  as_root "${quietly[@]}" install --no-install-recommends "$1" > /dev/null 2>&1
}

failed=0
fail() {
  say "$1"
  failed=1
}

for names in "${packages[@]}"; do
  installed=''
  for name in $names; do
    if install_package "$name"; then installed=$name && break; fi
  done
  [ -n "$installed" ] || fail "${names%% *} could not be installed"
done
if [ -n "$kafka" ]; then
  node --import tsx --input-type=module --eval "(await import('./dev/kafka/kafka.ts')).kafkaClassPath()" ||
    fail 'Kafka could not be fetched'
fi
if [ -n "$python" ]; then
  if python3 -m venv --clear "$venv" && "$venv/bin/python" -m pip install -q -e 'clients/python[test]' "$schemathesis"; then
    echo "$wanted" > "$venv/made-of"
  else
    rm -rf "$venv"
    fail "the Python client's packages could not be installed"
  fi
fi
exit "$failed"
