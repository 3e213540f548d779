// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugFormat.SparkplugMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Messages of one edge node as a test reads them, each with what the births before it have said. */
final class SparkplugReading {

    /** The time of the bytes in the tests, in epoch milliseconds. */
    static final long T = 1_767_322_800_000L;

    static final Instant ARRIVAL = Instant.parse("2026-01-02T03:04:05.678901Z");
    static final long ARRIVAL_MICROS = ARRIVAL.getEpochSecond() * 1_000_000 + ARRIVAL.getNano() / 1_000;

    static final int MAX_BYTES = 1 << 20;

    static final String NBIRTH = "spBv1.0/G/NBIRTH/E";
    static final String NDATA = "spBv1.0/G/NDATA/E";
    static final String NDEATH = "spBv1.0/G/NDEATH/E";
    static final String DBIRTH = "spBv1.0/G/DBIRTH/E/D";
    static final String DDATA = "spBv1.0/G/DDATA/E/D";
    static final String DDEATH = "spBv1.0/G/DDEATH/E/D";

    private final Map<String, Birth> births = new HashMap<>();
    private final List<String> devices = new ArrayList<>();
    private @Nullable Birth next;
    private long session = -1;

    private final NodeState state = new NodeState() {
        @Override
        public @Nullable Birth birth(@Nullable String device) {
            return births.get(device == null ? "" : device);
        }

        @Override
        public @Nullable Birth nextBirth(@Nullable String device) {
            return next;
        }

        @Override
        public List<String> bornDevices() {
            return List.copyOf(devices);
        }

        @Override
        public boolean endsSession(long bdSeq) {
            return bdSeq == session;
        }
    };

    static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }

    /** Remembers a BIRTH of the node, or of its device D. */
    SparkplugReading after(String topic, byte[] payload) throws DecodeException {
        var device = SparkplugTopic.parse(topic).device();
        var birth = Birth.parse(payload);
        births.put(device == null ? "" : device, birth);
        if (device == null) {
            session = birth.bdSeq();
        } else {
            devices.add(device);
        }
        return this;
    }

    /** Gives replayed messages a BIRTH that follows them. */
    SparkplugReading replayedBefore(byte[] payload) throws DecodeException {
        next = Birth.parse(payload);
        return this;
    }

    /** Fields of each metric. */
    List<List<@Nullable Object>> metrics(String topic, byte[] payload, String... pointers) throws DecodeException {
        return rows("/metrics", topic, payload, pointers);
    }

    /** Fields of the rows at a pointer. */
    List<List<@Nullable Object>> rows(String rows, String topic, byte[] payload, String... pointers)
            throws DecodeException {
        return read(RecordShape.rowsAt(rows), topic, payload, pointers);
    }

    /** Fields of the message. */
    List<@Nullable Object> message(String topic, byte[] payload, String... pointers) throws DecodeException {
        return read(RecordShape.ONE_RECORD, topic, payload, pointers).get(0);
    }

    private List<List<@Nullable Object>> read(RecordShape shape, String topic, byte[] payload, String... pointers)
            throws DecodeException {
        var fields = Arrays.stream(pointers)
                .map(pointer -> new FieldPath(Scope.RECORD, pointer))
                .toList();
        return new SparkplugFormat()
                .decoder(fields, shape).decode(in(topic, payload), BrokenRecords.REFUSED).stream()
                        .map(Arrays::asList)
                        .toList();
    }

    private Payload in(String topic, byte[] payload) throws DecodeException {
        return Payload.of(payload).in(context(topic));
    }

    /** What is around a payload of a topic. */
    SparkplugMessage context(String topic) throws DecodeException {
        return new SparkplugMessage(SparkplugTopic.parse(topic), state, ARRIVAL_MICROS, MAX_BYTES);
    }
}
