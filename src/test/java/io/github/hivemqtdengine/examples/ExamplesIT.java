// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.examples;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import io.github.hivemqtdengine.cli.test.Cell;
import io.github.hivemqtdengine.cli.test.ExpectedRows;
import io.github.hivemqtdengine.cli.test.SampleMessage;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.DatabaseKind;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The routes of all examples side by side in one broker, and all their messages; what they become is in one database. */
class ExamplesIT extends BrokerTest {

    /** All times of the examples are in this month; any other is the arrival. */
    private static final String MONTH = "2026-01";

    @TestFactory
    Stream<DynamicTest> shouldStoreTheRowsOfThePage() throws Exception {
        var examples = Example.all();
        var routes = examples.stream().map(Example::routesXml).collect(joining());
        Files.writeString(
                broker.configurationFile(),
                configuration(routes, "").replace("</name>", "</name><schema>evolve</schema>"));
        broker.start(0);
        publish(examples.stream()
                .flatMap(example -> example.messages().stream())
                .toList());

        return Stream.concat(
                examples.stream().map(example -> dynamicTest(example.name(), () -> checkRows(example))),
                Stream.of(dynamicTest("dead letters", () -> checkDeadLetters(examples))));
    }

    private void publish(List<SampleMessage> messages) {
        var clients = new HashMap<String, Mqtt5BlockingClient>();
        for (var message : messages) {
            clients.computeIfAbsent(message.clientId(), this::mqtt5)
                    .publishWith()
                    .topic(message.topic())
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(message.bytes())
                    .send();
        }
    }

    private void checkRows(Example example) throws Exception {
        for (var expected : example.tables()) {
            var shape = Objects.requireNonNull(example.shapes().get(expected.table()));
            database.awaitCount(expected.table(), expected.rows().size());
            assertThat(rows(expected, shape)).as(expected.table()).containsExactlyInAnyOrderElementsOf(expected.rows());
        }
    }

    private List<List<String>> rows(ExpectedRows expected, TableShape shape) throws Exception {
        var columns = expected.columns().stream().map(this::quoted).collect(joining(", "));
        var rows = new ArrayList<List<String>>();
        for (var row : database.query("SELECT " + columns + " FROM " + quoted(expected.table()))) {
            rows.add(texts(row, expected.columns(), shape));
        }
        return rows;
    }

    private static List<String> texts(List<@Nullable Object> row, List<String> columns, TableShape shape) {
        var types = Example.types(shape);
        var texts = new ArrayList<String>();
        for (int i = 0; i < columns.size(); i++) {
            texts.add(text(row.get(i), columns.get(i), shape.timestampColumn(), types));
        }
        return texts;
    }

    private static String text(
            @Nullable Object value, String column, String timestampColumn, Map<String, ColumnType> types) {
        var type = types.get(column);
        var text = type != null
                ? Cell.of(type, value)
                : column.equals(timestampColumn) ? Cell.time(String.valueOf(value)) : String.valueOf(value);
        boolean isTime = column.equals(timestampColumn) || (type != null && type.kind() == ColumnType.Kind.TIMESTAMP);
        return isTime && !text.startsWith(MONTH) && !text.equals("NULL") ? Cell.ARRIVED : text;
    }

    private String quoted(String name) {
        if (kind == DatabaseKind.TDENGINE) {
            return name.equals(ExpectedRows.SUBTABLE) ? "tbname" : "`" + name + "`";
        }
        return "\"" + name + "\"";
    }

    private void checkDeadLetters(List<Example> examples) {
        var expected = examples.stream()
                .flatMap(example -> example.messages().stream())
                .flatMap(message -> message.deadLetters().stream()
                        .map(reason ->
                                List.of("\"topic\":\"" + message.topic() + "\"", "\"reason\":\"" + reason + "\"")))
                .toList();
        await().untilAsserted(() -> assertThat(deadLetters()).hasSameSizeAs(expected));
        assertThat(expected)
                .allSatisfy(letter -> assertThat(deadLetters())
                        .anySatisfy(line -> assertThat(line).contains(letter)));
    }
}
