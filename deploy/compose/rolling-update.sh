#!/usr/bin/env bash
# Replaces the containers of the portal's applications one at a time, by the images and settings of now: a new one
# takes requests before an old one is told to end. Services go before gateways, which may know newer calls. A new one
# that does not become healthy is taken away again, and the old ones stay.
#   deploy/compose/rolling-update.sh [SERVICE…]
# COMPOSE_FILE and COMPOSE_PROJECT_NAME are docker compose's own.
set -euo pipefail
services=("$@")
[ $# -gt 0 ] || services=(auth-service analytics-service media-service media-worker gateway)

# Longer than an application takes to finish what it has begun (12 s).
grace_seconds=20
# Longer than a container may take until it is healthy or given up (start_period of the images).
wait_seconds=240

# Identifiers of a service's containers. Listing them fails when one is being removed at that moment.
list() {
  docker compose ps --quiet "$@" || { sleep 2 && docker compose ps --quiet "$@"; }
}

# The service of which a new container is awaited, and the containers that it had before.
awaited=
before=

take_back() {
  [ -n "$awaited" ] || return 0
  for container in $(list --all "$awaited"); do
    grep -qxF "$container" <<<"$before" && continue
    docker logs --tail 20 "$container" >&2 || true
    docker rm --force "$container" >/dev/null
    echo "$awaited: the new container $container was not healthy and has been removed; the old ones go on" >&2
  done
}
trap take_back EXIT

# Compose takes one that has just been started again for a good one, as long as it has not been looked at.
new_is_healthy() {
  local container health found=1
  for container in $(list --all "$awaited"); do
    grep -qxF "$container" <<<"$before" && continue
    health=$(docker inspect --format '{{with .State.Health}}{{.Status}}{{end}}' "$container")
    [ "$health" = healthy ] || return 1
    found=0
  done
  return "$found"
}

for service in "${services[@]}"; do
  running=$(list "$service")
  mapfile -t old < <(printf '%s' "$running")
  for container in "${old[@]}"; do
    before=$(list --all "$service")
    awaited=$service
    docker compose --progress quiet up --detach --no-build --no-deps --no-recreate --wait \
      --wait-timeout "$wait_seconds" --scale "$service=$((${#old[@]} + 1))" "$service"
    new_is_healthy
    awaited=
    docker stop --time "$grace_seconds" "$container" >/dev/null
    docker rm "$container" >/dev/null
  done
  echo "$service: ${#old[@]} replaced"
done
