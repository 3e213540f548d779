// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner.mqttloader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Shell scripts that imitate mqttloader. */
public final class FakeMqttloader {

    /** Start of the run in epoch microseconds. */
    public static final long START = 1_763_790_064_019_000L;

    private FakeMqttloader() {}

    /** Creates an mqttloader home; the script may use {@code output} (folder) and {@code records} (file). */
    public static Path home(Path folder, String version, String script) throws IOException {
        var program = Files.createDirectories(folder.resolve("bin")).resolve("mqttloader");
        Files.writeString(program, """
                #!/bin/sh
                if [ "$1" = -h ]; then
                    echo 'OpenJDK 64-Bit Server VM warning: Ignoring an option' >&2
                    echo 'MQTTLoader version %s'
                    echo 'usage: mqttloader.Loader [-c <arg>] [-h]'
                    exit 0
                fi
                output=$(sed -n 's/^output=//p' "$2")
                records=$output/mqttloader_20251122-054104.csv
                %s
                """.formatted(version, script));
        if (!program.toFile().setExecutable(true)) {
            throw new IOException(program + " can't be made a program");
        }
        return folder;
    }

    /** Writes records of two publishers with two messages each, in different seconds, and the given deliveries. */
    public static String records(String... deliveries) {
        var lines = """
                %d,,,
                %d,ml-pCKU-p-00000,S,
                %d,ml-pCKU-p-00001,S,
                %d,ml-pCKU-p-00000,S,
                %d,ml-pCKU-p-00001,S,
                """.formatted(START, START + 5, START + 9, START + 1_200_000, START + 1_200_001);
        return "cat >$records <<'END'\n" + lines + String.join("", deliveries) + "END\n";
    }

    public static String delivery(long afterMicros, int subscriber, long latencyMicros) {
        return START + afterMicros + ",ml-pCKU-s-0000" + subscriber + ",R," + latencyMicros + "\n";
    }

    public static String log(List<String> lines) {
        return "cat >&2 <<'END'\n" + String.join("\n", lines) + "\nEND\n";
    }

    /** Prints a report with these numbers of messages, which differ from those of the records. */
    public static String report(int sent, int received) {
        return """
                cat <<'END'

                Measurement started: 2025-11-22 05:41:04.019 UTC
                Measurement ended: 2025-11-22 05:41:16.067 UTC

                -----Publisher-----
                Maximum throughput [msg/s]: 5792
                Average throughput [msg/s]: 5000.000
                Number of published messages: %d
                Per second throughput [msg/s]: 5792, 4208

                -----Subscriber-----
                Maximum throughput [msg/s]: 30692
                Average throughput [msg/s]: 12500.000
                Number of received messages: %d
                Per second throughput [msg/s]: 100, 250
                Maximum latency [ms]: 6377.789
                Average latency [ms]: 4965.874
                END
                """.formatted(sent, received);
    }
}
