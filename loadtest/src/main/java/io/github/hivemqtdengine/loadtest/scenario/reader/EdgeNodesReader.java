// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.EdgeNodePlan;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan.Compression;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan.Format;
import io.github.hivemqtdengine.loadtest.scenario.PublisherPlan;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import java.util.Optional;

/** Reads Sparkplug edge nodes, and refuses what Sparkplug has not. */
final class EdgeNodesReader {

    private static final int MOST_METRICS = 100_000;
    private static final int MOST_MESSAGES = 100_000_000;
    private static final int MQTT_5 = 5;

    private final Settings settings;

    EdgeNodesReader(Settings settings) {
        this.settings = settings;
    }

    /** Returns the nodes; empty for other formats. */
    Optional<EdgeNodePlan> read(Format format, int changed) {
        int metrics = settings.whole(ScenarioKey.METRICS, 1, MOST_METRICS);
        int rebirthAfter = settings.whole(ScenarioKey.REBIRTH_AFTER, 0, MOST_MESSAGES);
        if (format != Format.EDGE_NODE) {
            settings.refuse(ScenarioKey.METRICS, "needs x.payload = edge-node beside it");
            settings.refuse(ScenarioKey.REBIRTH_AFTER, "needs x.payload = edge-node beside it");
            return Optional.empty();
        }
        if (changed > metrics) {
            settings.refuse(ScenarioKey.RECORDS, "is more than x.metrics");
        }
        return Optional.of(new EdgeNodePlan(metrics, Math.min(changed, metrics), rebirthAfter));
    }

    /** Refuses settings that do not go with edge nodes. */
    void check(LoadPlan load) {
        load.edgeNodes().ifPresent(nodes -> check(load, load.groups().get(0).publishers(), nodes));
    }

    private void check(LoadPlan load, PublisherPlan publishers, EdgeNodePlan nodes) {
        refuse(publishers.qos() > 0, ScenarioKey.QOS_PUBLISHER, "must be 0: NBIRTH and NDATA have it");
        refuse(publishers.retain(), ScenarioKey.RETAIN, "must be false: NBIRTH and NDATA are not retained");
        refuse(
                publishers.payload().compression() != Compression.NONE,
                ScenarioKey.COMPRESSION,
                "does not go with edge nodes");
        refuse(true, ScenarioKey.TOPIC_PATTERN, "does not go with edge nodes, which have topics of Sparkplug");
        refuse(true, ScenarioKey.ROWS, "does not go with edge nodes, whose messages have different numbers of rows");
        refuse(load.clients().mqttVersion() < MQTT_5, ScenarioKey.MQTT_VERSION, "must be 5 for edge nodes");
        refuse(true, ScenarioKey.WILL, "does not go with edge nodes, whose will is an NDEATH");
        refuse(true, ScenarioKey.CHURN, "does not go with edge nodes: use x.rebirth_after");
        refuse(true, ScenarioKey.SESSION_EXPIRY, "does not go with edge nodes, whose sessions end with an NDEATH");
        refuse(load.subscribers() > 0, ScenarioKey.FORMAT, "needs num_subscribers = 0 beside it");
        refuse(settings.flag(ScenarioKey.CHECK_ORDER), ScenarioKey.CHECK_ORDER, "does not go with edge nodes");
        refuse(load.calls().isPresent(), ScenarioKey.CALLS, "does not go with edge nodes");
        refuse(
                nodes.session(publishers.messages()) >= EdgeNodePlan.MOST_SESSIONS,
                ScenarioKey.REBIRTH_AFTER,
                "makes more than " + EdgeNodePlan.MOST_SESSIONS + " sessions, after which bdSeq starts again");
    }

    private void refuse(boolean contradicts, ScenarioKey key, String rule) {
        if (contradicts) {
            settings.refuse(key, rule);
        }
    }
}
