#!/usr/bin/env bash
# Gets what the tests need beside Node: a Redis, a Prometheus with its promtool, and a Kafka to start. Whatever is there already is taken as it is
# (REDIS_URL, KAFKA_BROKERS, Docker, programs on the path); what cannot be had here is left to the suites, which say so.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { echo "test setup: $*" >&2; }
have() { command -v "$1" > /dev/null 2>&1; }
docker_runs() { have docker && docker info > /dev/null 2>&1; }

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

if [ -z "${REDIS_URL:-}" ] && ! have redis-server && ! docker_runs; then
  say 'installing redis-server'
  install_package redis-server || say 'redis-server could not be installed'
fi

if ! have prometheus || ! have promtool; then
  say 'installing prometheus'
  install_package prometheus || say 'prometheus could not be installed'
fi

if [ -z "${CHROMIUM:-}" ] && ! have chromium && ! have chromium-browser && ! have google-chrome; then
  say 'installing Chromium'
  install_package chromium || install_package chromium-browser || say 'Chromium could not be installed'
fi

if ! have curl; then
  say 'installing curl'
  install_package curl || say 'curl could not be installed'
fi

needs_broker() { [ -z "${KAFKA_BROKERS:-}" ] && ! docker_runs; }

# The compiler, too: a foreign producer of the tests is a Java program in source.
if needs_broker && { ! have java || ! have javac; }; then
  say 'installing a Java development kit'
  install_package openjdk-17-jdk-headless || install_package default-jdk-headless || say 'Java could not be installed'
fi
if needs_broker && ! have mvn; then
  say 'installing Maven'
  install_package maven || say 'Maven could not be installed'
fi

version=$(sed -n "s/^export const KAFKA_VERSION = '\(.*\)';$/\1/p" dev/kafka/jars.ts)
if needs_broker && [ ! -d ".cache/kafka-$version" ] && have java && have mvn; then
  say "fetching Kafka $version"
  node --import tsx --input-type=module --eval "(await import('./dev/kafka/jars.ts')).kafkaJars()" ||
    say 'Kafka could not be fetched'
fi

# The Python client's tests: an interpreter with the client and what its tests use, made again when that list changes.
venv=.cache/python-client
wanted=$(sha256sum clients/python/pyproject.toml | cut -d' ' -f1)
if [ "$(cat "$venv/made-of" 2> /dev/null)" != "$wanted" ]; then
  say "installing the Python client's packages"
  have python3 && python3 -c 'import ensurepip' 2> /dev/null || install_package python3-venv || say 'python3-venv could not be installed'
  if python3 -m venv --clear "$venv" && "$venv/bin/python" -m pip install -q -e 'clients/python[test]'; then
    echo "$wanted" > "$venv/made-of"
  else
    rm -rf "$venv"
    say "the Python client's packages could not be installed"
  fi
fi
