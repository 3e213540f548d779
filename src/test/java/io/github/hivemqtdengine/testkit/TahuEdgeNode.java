// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import io.github.hivemqtdengine.demo.EmbeddedBroker;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.paho.client.mqttv3.MqttMessage;
import org.eclipse.tahu.SparkplugException;
import org.eclipse.tahu.edge.EdgeClient;
import org.eclipse.tahu.edge.api.MetricHandler;
import org.eclipse.tahu.message.SparkplugBPayloadDecoder;
import org.eclipse.tahu.message.SparkplugBPayloadEncoder;
import org.eclipse.tahu.message.model.EdgeNodeDescriptor;
import org.eclipse.tahu.message.model.MessageType;
import org.eclipse.tahu.message.model.Metric;
import org.eclipse.tahu.message.model.Metric.MetricBuilder;
import org.eclipse.tahu.message.model.MetricDataType;
import org.eclipse.tahu.message.model.PropertyDataType;
import org.eclipse.tahu.message.model.PropertySet;
import org.eclipse.tahu.message.model.PropertySet.PropertySetBuilder;
import org.eclipse.tahu.message.model.PropertyValue;
import org.eclipse.tahu.message.model.SparkplugBPayload;
import org.eclipse.tahu.message.model.SparkplugBPayload.SparkplugBPayloadBuilder;
import org.eclipse.tahu.message.model.SparkplugBPayloadMap.SparkplugBPayloadMapBuilder;
import org.eclipse.tahu.message.model.SparkplugDescriptor;
import org.eclipse.tahu.message.model.SparkplugMeta;
import org.eclipse.tahu.message.model.Topic;
import org.eclipse.tahu.model.MqttServerDefinition;
import org.eclipse.tahu.mqtt.ClientCallback;
import org.eclipse.tahu.mqtt.MqttClientId;
import org.eclipse.tahu.mqtt.MqttServerName;
import org.eclipse.tahu.mqtt.MqttServerUrl;

/**
 * The program of {@link TahuProcess}: the metrics of an edge node, which Eclipse Tahu's client publishes with aliases.
 * It publishes BIRTHs when it has connected and after each request, and DATA for each line of standard input.
 */
@SuppressWarnings("JavaUtilDate") // which Tahu has
final class TahuEdgeNode implements MetricHandler, ClientCallback {

    private static final EdgeNodeDescriptor NODE = new EdgeNodeDescriptor("G", "E");
    private static final String DEVICE = "press";
    private static final Topic DEATH = new Topic(SparkplugMeta.SPARKPLUG_B_TOPIC_PREFIX, NODE, MessageType.NDEATH);
    private static final int KEEP_ALIVE_SECONDS = 30;
    private static final long REBIRTH_DEBOUNCE_MILLIS = 100;
    private static final long STEP_MILLIS = 1_000;

    private final EdgeClient client;
    private final AtomicLong nextMillis;
    private long nextBdSeq;

    private TahuEdgeNode(int mqttPort, long bdSeq, long firstMillis) throws Exception {
        this.nextBdSeq = bdSeq;
        this.nextMillis = new AtomicLong(firstMillis);
        var broker = new MqttServerDefinition(
                new MqttServerName("broker"),
                new MqttClientId("tahu", true),
                new MqttServerUrl("tcp", EmbeddedBroker.HOST, mqttPort),
                null,
                null,
                KEEP_ALIVE_SECONDS,
                DEATH);
        this.client = new EdgeClient(
                this, NODE, List.of(DEVICE), "", true, REBIRTH_DEBOUNCE_MILLIS, List.of(broker), this, null);
    }

    /**
     * Runs until standard input ends.
     *
     * @param arguments port of the broker, number of the first session, and time of the first message, milliseconds
     *     since the epoch; each later message is a second later
     */
    public static void main(String[] arguments) throws Exception {
        var node = new TahuEdgeNode(
                Integer.parseInt(arguments[0]), Long.parseLong(arguments[1]), Long.parseLong(arguments[2]));
        new Thread(node.client, "edge-client").start();
        try (var orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (var order = orders.readLine(); order != null; order = orders.readLine()) {
                int space = order.indexOf(' ');
                node.publish(
                        MessageType.valueOf(order.substring(0, space)), Double.parseDouble(order.substring(space)));
            }
        }
        System.exit(0);
    }

    private void publish(MessageType type, double value) throws Exception {
        Patience.await("BIRTHs").until(client::isConnectedToPrimaryHost); // DATA would be dropped
        switch (type) {
            case NDATA -> client.publishNodeData(payload(volts((float) value).createMetric()));
            case DDATA -> client.publishDeviceData(DEVICE, payload(temp(value).createMetric()));
            default -> throw new IllegalArgumentException(type.name());
        }
    }

    @Override
    public Topic getDeathTopic() {
        return DEATH;
    }

    /** Begins a session. */
    @Override
    public byte[] getDeathPayloadBytes() throws Exception {
        nextBdSeq++;
        return new SparkplugBPayloadEncoder().getBytes(payload(bdSeq()), true);
    }

    @Override
    public void publishBirthSequence() {
        try {
            var birth = payload(
                    bdSeq(),
                    volts(0).properties(range("V", 0, 24.5, "supply")).createMetric(),
                    new MetricBuilder("Serial", MetricDataType.String, "\u6f22-1").createMetric());
            client.publishNodeBirth(new SparkplugBPayloadMapBuilder()
                    .setTimestamp(birth.getTimestamp())
                    .addMetrics(birth.getMetrics())
                    .createPayload());
            client.publishDeviceBirth(
                    DEVICE,
                    payload(
                            temp(0).properties(range("\u00B0C", -5, 90, "oil")).createMetric(),
                            new MetricBuilder("Parts", MetricDataType.UInt64, BigInteger.TWO.pow(63)).createMetric(),
                            new MetricBuilder("Running", MetricDataType.Boolean, true).createMetric()));
        } catch (SparkplugException e) {
            throw new IllegalStateException(e);
        }
    }

    private Metric bdSeq() throws SparkplugException {
        return new MetricBuilder(SparkplugMeta.SPARKPLUG_BD_SEQUENCE_NUMBER_KEY, MetricDataType.Int64, nextBdSeq - 1)
                .createMetric();
    }

    private static MetricBuilder volts(float value) {
        return new MetricBuilder("volts", MetricDataType.Float, value);
    }

    private static MetricBuilder temp(double value) {
        return new MetricBuilder("temp", MetricDataType.Double, value);
    }

    private static PropertySet range(String unit, int low, double high, String description) throws SparkplugException {
        return new PropertySetBuilder()
                .addProperty("engUnit", new PropertyValue<>(PropertyDataType.String, unit))
                .addProperty("engLow", new PropertyValue<>(PropertyDataType.Int32, low))
                .addProperty("engHigh", new PropertyValue<>(PropertyDataType.Double, high))
                .addProperty("documentation", new PropertyValue<>(PropertyDataType.String, description))
                .createPropertySet();
    }

    private SparkplugBPayload payload(Metric... metrics) {
        var payload = new SparkplugBPayloadBuilder().setTimestamp(time()).createPayload();
        for (var metric : metrics) {
            metric.setTimestamp(payload.getTimestamp());
            payload.addMetric(metric);
        }
        return payload;
    }

    private Date time() {
        return new Date(nextMillis.getAndAdd(STEP_MILLIS));
    }

    @Override
    public boolean hasMetric(SparkplugDescriptor descriptor, String name) {
        return false;
    }

    /** Answers the request of a rebirth as Tahu's own edge node does. */
    @Override
    public void messageArrived(
            MqttServerName server, MqttServerUrl url, MqttClientId clientId, String topic, MqttMessage message) {
        try {
            if (!Topic.parseTopic(topic).isType(MessageType.NCMD)) {
                return;
            }
            for (var metric : new SparkplugBPayloadDecoder()
                    .buildFromByteArray(message.getPayload(), null)
                    .getMetrics()) {
                if (SparkplugMeta.METRIC_NODE_REBIRTH.equals(metric.getName())
                        && Objects.equals(metric.getValue(), true)) {
                    client.handleRebirthRequest(true);
                }
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void connectComplete(boolean isReconnect, MqttServerName server, MqttServerUrl url, MqttClientId clientId) {}

    @Override
    public void connectionLost(MqttServerName server, MqttServerUrl url, MqttClientId clientId, Throwable cause) {}

    @Override
    public void shutdown() {}
}
