// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.message;

import io.github.hivemqtdengine.message.Metadata;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Options that describe the metadata of a message to explain. */
final class MetadataOptions {

    private static final int MAX_CORRELATION_BYTES = 65_535;
    private static final int MAX_PACKET_ID = 65_535;
    private static final List<String> VERSIONS = List.of("3.1", "3.1.1", "5");

    @Option(names = "--correlation-data", paramLabel = "STRING", description = "The correlation data of MQTT 5.")
    private @Nullable String correlationData;

    @Option(
            names = "--payload-format-indicator",
            paramLabel = "N",
            description = "The payload format indicator of MQTT 5: 0 or 1.")
    private @Nullable Integer payloadFormatIndicator;

    @Option(names = "--packet-id", paramLabel = "N", description = "The packet identifier.")
    private @Nullable Integer packetId;

    @Option(
            names = "--address",
            paramLabel = "A",
            description = "The address of the client; ${DEFAULT-VALUE} unless given.")
    private String address = "127.0.0.1";

    @Option(
            names = "--listener",
            paramLabel = "NAME",
            description = "The listener that the client has connected to; ${DEFAULT-VALUE} unless given.")
    private String listener = "tcp-listener-1883";

    @Option(
            names = "--mqtt-version",
            paramLabel = "V",
            description = "The client's version of MQTT: 3.1, 3.1.1 or 5; ${DEFAULT-VALUE} unless given.")
    private String mqttVersion = "5";

    @Option(
            names = "--certificate-cn",
            paramLabel = "NAME",
            description = "The common name of the client's certificate; none unless given.")
    private @Nullable String certificateCn;

    @Option(
            names = "--broker-node",
            paramLabel = "NAME",
            description = "The name of the broker's node; ${DEFAULT-VALUE} unless given.")
    private String brokerNode = "node";

    @Spec(Target.MIXEE)
    private @Nullable CommandSpec spec;

    Metadata metadata() {
        var bytes = correlationData == null ? null : correlationData.getBytes(StandardCharsets.UTF_8);
        check(bytes == null || bytes.length <= MAX_CORRELATION_BYTES, "--correlation-data is longer than 65535 bytes");
        check(
                payloadFormatIndicator == null || payloadFormatIndicator == 0 || payloadFormatIndicator == 1,
                "--payload-format-indicator is " + payloadFormatIndicator + "; it is 0 or 1");
        check(
                packetId == null || (packetId > 0 && packetId <= MAX_PACKET_ID),
                "--packet-id is " + packetId + "; it is 1 to " + MAX_PACKET_ID);
        check(VERSIONS.contains(mqttVersion), "--mqtt-version is " + mqttVersion + "; it is 3.1, 3.1.1 or 5");
        return new Metadata(
                        bytes,
                        payloadFormatIndicator,
                        packetId,
                        address,
                        listener,
                        mqttVersion,
                        certificateCn,
                        brokerNode)
                .orNone();
    }

    private void check(boolean isAllowed, String sentence) {
        if (!isAllowed) {
            throw new ParameterException(Objects.requireNonNull(spec).commandLine(), sentence);
        }
    }
}
