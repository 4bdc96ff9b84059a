#!/usr/bin/env bash
# Replaces the containers of the portal's applications one at a time, with the current images and settings. A new one
# takes requests before an old one is stopped. Services go before gateways, which may send newer calls. A new one
# that does not become healthy is removed, and the old ones stay.
#   deploy/compose/rolling-update.sh [SERVICE…]
# Other services are single, and replaced only when named: they are unavailable until the new container is healthy,
# or has finished its work. COMPOSE_FILE and COMPOSE_PROJECT_NAME are docker compose's own.
set -euo pipefail
applications=(auth-service analytics-service media-service media-worker gateway)
services=("$@")
[ $# -gt 0 ] || services=("${applications[@]}")

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

new_ones() {
  for container in $(list --all "$awaited"); do
    grep -qxF "$container" <<<"$before" || echo "$container"
  done
}

take_back() {
  [ -n "$awaited" ] || return 0
  for container in $(new_ones); do
    docker logs --tail 20 "$container" >&2 || true
    docker rm --force "$container" >/dev/null
    echo "$awaited: the new container $container did not become healthy and was removed; the old ones keep running" >&2
  done
}
trap take_back EXIT

# A container that ended and was restarted counts as failed, healthy or not.
becomes_healthy() {
  local state
  for ((waited = 0; waited < wait_seconds; waited++)); do
    state=$(docker inspect --format '{{.RestartCount}} {{with .State.Health}}{{.Status}}{{end}}' "$1")
    [ "$state" != "0 healthy" ] || return 0
    [ "$state" = "0 starting" ] || return 1
    sleep 1
  done
  return 1
}

# Creates a container of the awaited service, without starting it or changing another one. `up --no-deps` would omit
# its dependencies; the next `docker compose up` would see all replaced containers as changed, and replace them at once.
# Names the number of replicas of each application, or Compose would remove those above the number in the settings.
make_one_more() {
  local scales=() service count
  for service in "${applications[@]}"; do
    count=$(list "$service" | wc -l)
    [ "$service" != "$awaited" ] || count=$((count + 1))
    scales+=(--scale "$service=$count")
  done
  docker compose --progress quiet create --no-build --no-recreate "${scales[@]}" "${applications[@]}" "$awaited"
}

replace_one_by_one() {
  local running old
  running=$(list "$1")
  mapfile -t old < <(printf '%s' "$running")
  for container in "${old[@]}"; do
    before=$(list --all "$1")
    awaited=$1
    make_one_more
    new=$(new_ones)
    docker start "$new" >/dev/null
    becomes_healthy "$new"
    awaited=
    docker stop --time "$grace_seconds" "$container" >/dev/null
    docker rm "$container" >/dev/null
  done
  echo "$1: ${#old[@]} replaced"
}

# A one-time container has finished its work when it ends with 0.
replace_single() {
  local container
  docker compose --progress quiet rm --stop --force "$1" >/dev/null
  awaited=$1
  make_one_more
  awaited=
  container=$(list --all "$1")
  docker start "$container" >/dev/null
  case $(docker inspect --format '{{.HostConfig.RestartPolicy.Name}}' "$container") in
    no | '') [ "$(docker wait "$container")" = 0 ] ;;
    *) becomes_healthy "$container" ;;
  esac || { docker logs --tail 20 "$container" >&2; echo "$1: the new container failed" >&2; exit 1; }
  echo "$1: replaced"
}

for service in "${services[@]}"; do
  if [[ " ${applications[*]} " == *" $service "* ]]; then replace_one_by_one "$service"; else replace_single "$service"; fi
done
