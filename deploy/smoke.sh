#!/usr/bin/env bash
# Is what `docker compose up` started in working order? Makes an account, imports bars, and reads their statistics.
set -euo pipefail
cd "$(dirname "$0")/.."

cli() { docker compose run --rm -T "$@"; }
field() { node -e "const value = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))['$1']; process.stdout.write(typeof value === 'string' ? value : JSON.stringify(value))"; }
port=$(docker compose port api 3000)
url="http://127.0.0.1:${port##*:}"

curl -fsS "$url/readyz"
account=$(cli cli --json accounts create --name smoke --plan pro_api | field id)
token=$(cli cli --json tokens issue --account "$account" | field token)

bars=$(mktemp -d)
trap 'rm -rf "$bars"' EXIT
node -e "
  const rows = ['symbol,asset_class,ts,open,high,low,close,volume'];
  // Two weeks, Monday to Friday.
  for (const day of [2, 3, 4, 5, 6, 9, 10, 11, 12, 13]) for (let minute = 0; minute < 390; minute += 5) {
    const price = 100 + Math.sin(day * 7 + minute / 40) * 3;
    const at = new Date(Date.UTC(2025, 5, day, 13, 30 + minute)).toISOString();
    rows.push(['SMOKE', 'equity', at, price, price + 0.2, price - 0.2, price + 0.1, 1000].join(','));
  }
  process.stdout.write(rows.join('\n') + '\n');
" > "$bars/smoke.csv"
chmod -R a+rX "$bars"
cli -v "$bars:/bars:ro" cli --json import bars /bars/smoke.csv --interval 5m

curl -fsS -H "Authorization: Bearer $token" "$url/stats/gap/summary?symbol=SMOKE"
behind=$(cli cli --json status | field behind)
echo "behind: $behind"
