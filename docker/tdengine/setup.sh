#!/usr/bin/env bash
# Creates the database and its users, and sets their passwords to the secrets. Changes nothing else if they exist.
set -euo pipefail

url=${TDENGINE_URL:-http://tdengine:6041}/rest/sql
user_exists=848

# Executes a statement as root and prints the code of the answer.
# Passwords are passed by pipes, so that no list of processes shows them.
code_of() {
    curl -sS -m 10 --config <(printf 'user = "root:%s"\n' "$TDENGINE_ROOT_PASSWORD") --data-binary @- "$url" <<<"$1" |
        sed -n 's/^{"code":\([0-9]*\).*/\1/p'
}

execute() { # <what it does> <statement> [<accepted code>]
    local code
    code=$(code_of "$2")
    if [[ $code != 0 && $code != "${3:-0}" ]]; then
        echo "TDengine could not $1: error ${code:-unknown}. Correct the cause and start this service again." >&2
        exit 1
    fi
}

set_up_user() { # <user> <rights>
    local password
    password=$(<"/run/secrets/tdengine-$1")
    execute "create the user $1" "CREATE USER $1 PASS '$password' SYSINFO 0" $user_exists
    execute "set the password of $1" "ALTER USER $1 PASS '$password'"
    execute "grant rights to $1" "GRANT $2 ON mqtt.* TO $1"
}

for try in {1..60}; do
    [[ $(code_of 'SELECT SERVER_STATUS()' || true) != 0 ]] || break
    if ((try == 60)); then
        echo "TDengine does not accept the password of root in docker/.env, or does not answer." >&2
        exit 1
    fi
    sleep 1
done
execute "create the database mqtt" "CREATE DATABASE IF NOT EXISTS mqtt PRECISION 'us'"
set_up_user mqtt "READ, WRITE"
set_up_user grafana READ
echo "The database mqtt and the users mqtt and grafana are ready."
