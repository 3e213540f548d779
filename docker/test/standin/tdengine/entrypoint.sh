#!/bin/bash
# As the image does it: taosd and taosAdapter, and the password of root at the first start of the volume.
set -eu
password=$TAOS_ROOT_PASSWORD
unset TAOS_ROOT_PASSWORD
mkdir -p /etc/taos /var/lib/taos /var/log/taos
printf '%s\n' "fqdn $TAOS_FQDN" "firstEp $TAOS_FQDN:6030" 'dataDir /var/lib/taos' 'logDir /var/log/taos' \
    'telemetryReporting 0' 'crashReporting 0' 'monitor 0' 'audit 0' 'udf 0' 'charset UTF-8' >/etc/taos/taos.cfg
printf '%s\n' 'port = 6041' 'taosConfigDir = "/etc/taos"' '[log]' 'path = "/var/log/taos"' '[monitor]' 'disable = true' \
    >/etc/taos/taosadapter.toml
taosd -c /etc/taos &
taosadapter -c /etc/taos/taosadapter.toml &
trap 'kill $(jobs -p); wait' TERM INT
marker=/var/lib/taos/.docker-entrypoint-root-password-changed
until [ -e "$marker" ]; do
    sleep 0.5
    if taos -s "ALTER USER root PASS '$password'" | grep -q 'Query OK'; then
        touch "$marker"
    fi
done
wait -n || true
exit 1
