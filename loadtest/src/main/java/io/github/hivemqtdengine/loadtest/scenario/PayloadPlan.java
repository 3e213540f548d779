// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Content of a message.
 *
 * @param bytes length of a message of {@link Format#MQTTLOADER} (at least 8) and of {@link Format#BLOCK}
 * @param template text of {@link Format#TEMPLATE}, empty otherwise
 * @param edgeNodes nodes of {@link Format#EDGE_NODE}, empty otherwise
 * @param traffic files of {@link Format#FILE} and {@link Format#RECORDING}, empty otherwise
 */
public record PayloadPlan(
        Format format,
        int bytes,
        String template,
        int records,
        Compression compression,
        Optional<EdgeNodePlan> edgeNodes,
        Optional<TrafficPlan> traffic) {

    /** Shortest payload of {@link Format#MQTTLOADER} with a number, in bytes. */
    public static final int SMALLEST_NUMBERED = 20;

    /** Creates the content of a format that is neither an edge node's nor from files. */
    public PayloadPlan(Format format, int bytes, String template, int records, Compression compression) {
        this(format, bytes, template, records, compression, Optional.empty(), Optional.empty());
    }

    /** Returns the most rows of a message, unless the scenario states another number. */
    public int mostRows() {
        return edgeNodes.map(EdgeNodePlan::mostRows).orElse(records);
    }

    /** Returns whether messages are arrays of records. */
    public boolean isArray() {
        return records > 1 || format == Format.BLOCK;
    }

    /** Returns whether messages have numbers, as far as their length tells. */
    public boolean hasRoomForNumbers() {
        return format != Format.MQTTLOADER || bytes >= SMALLEST_NUMBERED;
    }

    /** Returns whether the stamps of both payloads are read alike, so that messages may have topics in common. */
    public boolean isReadLike(PayloadPlan other) {
        return format == other.format
                && template.equals(other.template)
                && compression == other.compression
                && isArray() == other.isArray()
                && hasRoomForNumbers() == other.hasRoomForNumbers();
    }

    public enum Format {
        /**
         * mqttloader's: the send time in eight bytes, big-endian epoch microseconds. This suite adds, from 20 bytes on,
         * the publisher (4 bytes), the message number (8 bytes), and zeros.
         */
        MQTTLOADER,
        /** Small JSON object with five values, or an array of them. */
        JSON,
        /** Record of the Avro experiment as JSON. */
        WIDE_JSON,
        /** Record of the Avro experiment as Avro data without header. */
        AVRO,
        /** Values of {@link #JSON} as Avro data without header. */
        SMALL_AVRO,
        /** Sparkplug B NDATA payload whose metrics have names. */
        SPARKPLUG,
        /** Sparkplug B messages of an edge node: NBIRTH, NDATA by alias, and NDEATH. */
        EDGE_NODE,
        /** Bytes that compress about as well as measured values. */
        BLOCK,
        /** User-defined JSON with generators. */
        TEMPLATE,
        /** Payloads from files. */
        FILE,
        /** Messages of a recording, at their times. */
        RECORDING
    }

    public enum Compression {
        NONE,
        GZIP,
        SNAPPY,
        ZSTD,
        LZ4
    }

    /**
     * Messages from files, whose payloads have no stamps: deliveries and rows are counted, not identified.
     *
     * @param source files of payloads, or a recording
     * @param filter topic filter of a recording; empty for files
     */
    public record TrafficPlan(Path source, double factor, String filter) {}
}
