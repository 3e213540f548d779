#!/bin/sh
exec java -Dhivemq.home=/opt/hivemq -Djava.net.preferIPv4Stack=true \
    --add-opens java.base/java.lang=ALL-UNNAMED --add-opens java.base/java.nio=ALL-UNNAMED \
    --add-opens java.base/sun.nio.ch=ALL-UNNAMED --add-exports java.base/jdk.internal.misc=ALL-UNNAMED \
    --add-opens jdk.management/com.sun.management.internal=ALL-UNNAMED \
    -cp '/opt/hivemq/lib/*' com.hivemq.HiveMQServer
