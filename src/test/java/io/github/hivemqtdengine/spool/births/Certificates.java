// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.births;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.sparkplug.Birth;
import io.github.hivemqtdengine.decode.sparkplug.EdgeNodes;
import io.github.hivemqtdengine.decode.sparkplug.NodeState;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugTopic;
import io.github.hivemqtdengine.testkit.SparkplugPayload;
import org.jspecify.annotations.Nullable;

/** Edge node in tests, whose certificates name alias 1. */
record Certificates(EdgeNodes births, String client, String node) {

    /** Makes the node's NBIRTH arrive. */
    void nbirth(long arrival, long bdSeq, String... names) {
        births.learn(topic("NBIRTH", null), client, arrival, payload(bdSeq, names));
    }

    void dbirth(String device, long arrival, String... names) {
        births.learn(topic("DBIRTH", device), client, arrival, payload(-1, names));
    }

    void ndeath(long arrival, long bdSeq) {
        births.learn(topic("NDEATH", null), client, arrival, payload(bdSeq));
    }

    void ddeath(String device, long arrival) {
        births.learn(topic("DDEATH", device), client, arrival, payload(-1));
    }

    /** Makes an NBIRTH arrive that is no payload. */
    void unreadable(long arrival) {
        births.learn(topic("NBIRTH", null), client, arrival, new byte[] {7});
    }

    /** Makes the BIRTH of the node or of a device arrive and be lost. */
    void lost(@Nullable String device, long arrival) {
        births.lost(topic(device == null ? "NBIRTH" : "DBIRTH", device), client, arrival);
        births.lost(topic(device == null ? "NDATA" : "DDATA", device), client, arrival + 1);
    }

    /** Returns what a message of this arrival knows. */
    NodeState at(long arrival) {
        return births.before(topic("NDATA", null), client, arrival);
    }

    /** Returns the name of alias 1 of the node for a message of this arrival, {@code null} if it is unknown. */
    @Nullable
    String name(long arrival) {
        return name(null, arrival);
    }

    /** Returns the name of alias 1 of a device. */
    @Nullable
    String name(@Nullable String device, long arrival) {
        return nameIn(at(arrival).birth(device));
    }

    /** Returns the name of alias 1 for a replayed message of this arrival. */
    @Nullable
    String replayedName(@Nullable String device, long arrival) {
        return nameIn(
                births.aroundReplayed(topic("NDATA", null), client, arrival).birth(device));
    }

    /** Returns the name of alias 1 that a replayed message finds in the next birth. */
    @Nullable
    String nextName(@Nullable String device, long arrival) {
        assertThat(at(arrival).nextBirth(device)).isNull();
        return nameIn(
                births.aroundReplayed(topic("NDATA", null), client, arrival).nextBirth(device));
    }

    private static @Nullable String nameIn(@Nullable Birth birth) {
        var metric = birth == null ? null : birth.byAlias(1);
        return metric == null ? null : metric.name();
    }

    private SparkplugTopic topic(String type, @Nullable String device) {
        try {
            return SparkplugTopic.parse("spBv1.0/G/" + type + "/" + node + (device == null ? "" : "/" + device));
        } catch (DecodeException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Returns a payload.
     *
     * @param bdSeq value of the metric bdSeq, which is left out if negative
     * @param names names of the metrics with the aliases from 1 on
     */
    private static byte[] payload(long bdSeq, String... names) {
        var payload = new SparkplugPayload(1_767_322_800_000L);
        if (bdSeq >= 0) {
            payload.bdSeq(bdSeq);
        }
        for (int i = 0; i < names.length; i++) {
            payload.born(names[i], i + 1L, 1.5f);
        }
        return payload.seq(0);
    }
}
