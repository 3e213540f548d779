// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.compression.PayloadCompression;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Names and datatypes that one BIRTH announces. Immutable. */
public final class Birth {

    private static final int FIXED_WEIGHT = 120;
    private static final int WEIGHT_OF_METRIC = 72;
    private static final int BYTES_OF_ALIAS = Long.BYTES + Integer.BYTES;

    private final long bdSeq;

    /** Metrics in the order of their names. */
    private final Definition[] metrics;

    /** Aliases in ascending order, and the index of the metric of each. */
    private final long[] aliases;

    private final int[] metricsOfAliases;

    /**
     * Metric as a BIRTH announces it.
     *
     * @param name name; that of a template's member is {@code Template/member}
     * @param datatype number of the datatype in Sparkplug B, 0 if unknown
     */
    public record Definition(String name, int datatype) {}

    private Birth(long bdSeq, Definition[] metrics, long[] aliases, int[] metricsOfAliases) {
        this.bdSeq = bdSeq;
        this.metrics = metrics;
        this.aliases = aliases;
        this.metricsOfAliases = metricsOfAliases;
    }

    /**
     * Parses the payload of an NBIRTH or DBIRTH, compressed or not.
     *
     * @throws DecodeException if the payload is not valid, has two names for one alias, or exceeds a limit
     */
    public static Birth parse(byte[] payload) throws DecodeException {
        var read = WirePayload.read(payload, PayloadCompression.DEFAULT_MAX_BYTES);
        var table = new Table();
        for (var metric : read.metrics()) {
            table.add("", metric);
        }
        return table.birth(read.bdSeq());
    }

    /**
     * Returns the birth of a session from its encoded names.
     *
     * @throws IllegalArgumentException if the bytes are not the form that {@link #encode} returns
     */
    public static Birth decode(long bdSeq, byte[] encoded) {
        try {
            var in = ByteBuffer.wrap(encoded);
            var metrics = new Definition[in.getInt()];
            for (int i = 0; i < metrics.length; i++) {
                int datatype = in.getInt();
                var name = new byte[in.getInt()];
                in.get(name);
                metrics[i] = new Definition(new String(name, StandardCharsets.UTF_8), datatype);
            }
            var aliases = new long[in.remaining() / BYTES_OF_ALIAS];
            var metricsOfAliases = new int[aliases.length];
            for (int i = 0; i < aliases.length; i++) {
                aliases[i] = in.getLong();
                metricsOfAliases[i] = in.getInt();
            }
            return new Birth(bdSeq, metrics, aliases, metricsOfAliases);
        } catch (BufferUnderflowException | NegativeArraySizeException e) {
            throw new IllegalArgumentException("Not an encoded birth", e);
        }
    }

    /** Returns the names and datatypes without values and session, for {@link #decode}. */
    public byte[] encode() {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.writeInt(metrics.length);
            for (var metric : metrics) {
                var name = metric.name().getBytes(StandardCharsets.UTF_8);
                out.writeInt(metric.datatype());
                out.writeInt(name.length);
                out.write(name);
            }
            for (int i = 0; i < aliases.length; i++) {
                out.writeLong(aliases[i]);
                out.writeInt(metricsOfAliases[i]);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Returns the metric of an alias, or {@code null}. */
    public @Nullable Definition byAlias(long alias) {
        int index = Arrays.binarySearch(aliases, alias);
        return index < 0 ? null : metrics[metricsOfAliases[index]];
    }

    /** Returns the metric of a name, or {@code null}. */
    public @Nullable Definition byName(String name) {
        int from = 0;
        int to = metrics.length;
        while (from < to) {
            int middle = (from + to) >>> 1;
            int order = metrics[middle].name().compareTo(name);
            if (order == 0) {
                return metrics[middle];
            }
            from = order < 0 ? middle + 1 : from;
            to = order < 0 ? to : middle;
        }
        return null;
    }

    /** Returns the value of the metric bdSeq, or -1. */
    public long bdSeq() {
        return bdSeq;
    }

    /** Returns the approximate heap size in bytes, or the size of the encoded form if that is more. */
    public int weight() {
        long weight = FIXED_WEIGHT + (long) BYTES_OF_ALIAS * aliases.length;
        for (var metric : metrics) {
            long length = metric.name().length();
            weight += Math.max(WEIGHT_OF_METRIC + Character.BYTES * length, 2 * Integer.BYTES + 3 * length);
        }
        return (int) Math.min(Integer.MAX_VALUE, weight);
    }

    /** Returns a birth of another session, which shares the memory of the names. */
    public Birth ofSession(long otherBdSeq) {
        return otherBdSeq == bdSeq ? this : new Birth(otherBdSeq, metrics, aliases, metricsOfAliases);
    }

    /** Returns whether another birth, perhaps of another session, announces the same names and datatypes. */
    public boolean hasNamesOf(@Nullable Birth other) {
        return other != null
                && Arrays.equals(aliases, other.aliases)
                && Arrays.equals(metricsOfAliases, other.metricsOfAliases)
                && Arrays.equals(metrics, other.metrics);
    }

    /** Table of the metrics of one BIRTH while it is read. */
    private static final class Table {

        private final MemberNames names = new MemberNames();
        private final Map<String, Integer> datatypes = new TreeMap<>();
        private final Map<Long, String> aliases = new TreeMap<>();

        /** @param template name of the template of which the metric is a member, or empty */
        void add(String template, WireMetric metric) throws DecodeException {
            var own = metric.name();
            if (own == null) {
                throw metric.failed(new DecodeException(Fault.MALFORMED, "It has no name in a BIRTH", -1));
            }
            var name = names.of(template, own);
            datatypes.put(name, metric.datatype());
            var alias = metric.alias();
            var before = alias == null ? null : aliases.put(alias, name);
            if (before != null && !before.equals(name)) {
                throw metric.failed(
                        new DecodeException(Fault.MALFORMED, "Its alias " + alias + " is that of another metric", -1));
            }
            var members = metric.template();
            if (members != null && !members.isDefinition()) {
                for (var member : members.members()) {
                    add(name, member);
                }
            }
        }

        Birth birth(long bdSeq) {
            var metrics = datatypes.entrySet().stream()
                    .map(metric -> new Definition(metric.getKey(), metric.getValue()))
                    .toArray(Definition[]::new);
            var sorted = datatypes.keySet().toArray(String[]::new);
            var indices = aliases.values().stream()
                    .mapToInt(name -> Arrays.binarySearch(sorted, name))
                    .toArray();
            var numbers = aliases.keySet().stream().mapToLong(Long::longValue).toArray();
            return new Birth(bdSeq, metrics, numbers, indices);
        }
    }
}
