#!/usr/bin/env bash
# Replaces the containers of the portal's applications one at a time, with the current images and settings. A new
# container takes requests before an old one is stopped. Services are replaced before gateways, which may send newer
# calls. A new container that does not become healthy is removed, and the old containers remain.
#   deploy/compose/rolling-update.sh [SERVICE…]
# Other services have one container each, and are replaced only when named: they are unavailable until the new container
# is healthy, or has finished its work. COMPOSE_FILE and COMPOSE_PROJECT_NAME apply as for docker compose.
set -euo pipefail
applications=(auth-service analytics-service media-service media-worker notifier gateway)
services=("$@")
[ $# -gt 0 ] || services=("${applications[@]}")

# Longer than an application needs to finish its work (12 s).
grace_seconds=20
# Longer than the start_period of the images, after which a container is healthy or has failed.
wait_seconds=240

# Prints the ids of a service's containers. Retries once, because listing fails while a container is being removed.
list_containers() {
  docker compose ps --quiet "$@" || { sleep 2 && docker compose ps --quiet "$@"; }
}

# The service whose new container is starting, and its previous containers.
starting=
previous=

new_containers() {
  for container in $(list_containers --all "$starting"); do
    grep -qxF "$container" <<<"$previous" || echo "$container"
  done
}

remove_new_containers() {
  [ -n "$starting" ] || return 0
  for container in $(new_containers); do
    docker logs --tail 20 "$container" >&2 || true
    docker rm --force "$container" >/dev/null
    echo "$starting: the new container $container did not become healthy and was removed; the old containers keep running" >&2
  done
}
trap remove_new_containers EXIT

# A restarted container counts as failed, even if it is healthy.
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

# Creates a container of the service `$starting` without running it or changing others. `up --no-deps` would omit its
# dependencies. The next `docker compose up` would then treat all replaced containers as changed, and replace them at
# once.
# Sets the number of replicas of each application. Otherwise, Compose would remove the containers above the number in
# the settings.
create_replica() {
  local scales=() service count
  for service in "${applications[@]}"; do
    count=$(list_containers "$service" | wc -l)
    [ "$service" != "$starting" ] || count=$((count + 1))
    scales+=(--scale "$service=$count")
  done
  docker compose --progress quiet create --no-build --no-recreate "${scales[@]}" "${applications[@]}" "$starting"
}

replace_one_by_one() {
  local running old
  running=$(list_containers "$1")
  mapfile -t old < <(printf '%s' "$running")
  for container in "${old[@]}"; do
    previous=$(list_containers --all "$1")
    starting=$1
    create_replica
    new=$(new_containers)
    docker start "$new" >/dev/null
    becomes_healthy "$new"
    starting=
    docker stop --time "$grace_seconds" "$container" >/dev/null
    docker rm "$container" >/dev/null
  done
  echo "$1: ${#old[@]} replaced"
}

# A one-time container has finished its work when it exits with 0.
replace_single() {
  local container
  docker compose --progress quiet rm --stop --force "$1" >/dev/null
  starting=$1
  create_replica
  starting=
  container=$(list_containers --all "$1")
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
