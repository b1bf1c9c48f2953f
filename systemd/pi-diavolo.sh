#!/bin/sh
# The installed table's commands: `sudo pi-diavolo check`, `sudo pi-diavolo games list` and all the others.
# `sudo pi-diavolo check --bundle` writes into this folder where that user may, else into /var/lib/pi-diavolo.
# Root acts as the table's user: a log that root has touched could not be written by the table any more.
set -- /opt/pi-diavolo/current/bin/pi-diavolo "$@"
if [ "$(id -u)" -eq 0 ]; then
    set -- setpriv --reuid pi-diavolo --regid pi-diavolo --init-groups env HOME=/var/lib/pi-diavolo "$@"
fi
exec "$@"
