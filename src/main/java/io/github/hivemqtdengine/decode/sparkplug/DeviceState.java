// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.document.ValueDocument.NamedParts;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugFormat.SparkplugMessage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State that a message reports of an edge node, a device or a host.
 *
 * @param device device id, or {@code null} for the edge node or the host itself
 * @param cause type of the message
 * @param bdSeq number of the session, -1 if unknown
 */
record DeviceState(@Nullable String device, boolean isOnline, String cause, Instant timestamp, long bdSeq)
        implements NamedParts {

    private static final List<String> NAMES = List.of("device", "online", "cause", "timestamp", "bd-seq");

    private static final Decoder HOST = new JsonFormat()
            .decoder(
                    List.of(new FieldPath(Scope.RECORD, "/online"), new FieldPath(Scope.RECORD, "/timestamp")),
                    RecordShape.ONE_RECORD);

    /** Payloads of Sparkplug 2.2. */
    private static final byte[] ONLINE = "ONLINE".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] OFFLINE = "OFFLINE".getBytes(StandardCharsets.US_ASCII);

    /**
     * Returns what a message of an edge node or a device reports. The end of a session ends its devices, too; an NDEATH
     * that ends no session reports nothing.
     */
    static List<DeviceState> of(SparkplugMessage message, Instant timestamp, long bdSeq) {
        var type = message.topic().type();
        var device = message.topic().device();
        return switch (type) {
            case NBIRTH, DBIRTH -> List.of(new DeviceState(device, true, type.name(), timestamp, bdSeq));
            case DDEATH -> List.of(new DeviceState(device, false, type.name(), timestamp, bdSeq));
            case NDEATH -> {
                var states = new ArrayList<DeviceState>();
                if (message.state().endsSession(bdSeq)) {
                    states.add(new DeviceState(null, false, type.name(), timestamp, bdSeq));
                    for (var born : message.state().bornDevices()) {
                        states.add(new DeviceState(born, false, type.name(), timestamp, bdSeq));
                    }
                }
                yield states;
            }
            default -> List.of();
        };
    }

    /** Reads the STATE of a host: JSON, or the words of Sparkplug 2.2. */
    static DeviceState ofHost(byte[] payload, Instant arrival) throws DecodeException {
        if (Arrays.equals(payload, ONLINE) || Arrays.equals(payload, OFFLINE)) {
            return new DeviceState(null, Arrays.equals(payload, ONLINE), "STATE", arrival, -1);
        }
        var fields = HOST.decode(Payload.of(payload), BrokenRecords.REFUSED).get(0);
        if (!(fields[0] instanceof Boolean isOnline)) {
            throw new DecodeException(
                    Fault.MALFORMED, "The STATE of a host has no field \"online\" that is true or false", -1);
        }
        var timestamp = fields[1] instanceof Long millis ? Instant.ofEpochMilli(millis) : arrival;
        return new DeviceState(null, isOnline, "STATE", timestamp, -1);
    }

    @Override
    public List<String> names() {
        return NAMES;
    }

    @Override
    public @Nullable Object value(int index) {
        return switch (index) {
            case 0 -> device;
            case 1 -> isOnline;
            case 2 -> cause;
            case 3 -> timestamp;
            default -> bdSeq < 0 ? null : (Object) bdSeq;
        };
    }
}
