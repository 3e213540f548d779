// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.hivemqtdengine.loadtest.scenario.ClientGroup;
import io.github.hivemqtdengine.loadtest.scenario.ClientGroup.RowPlan;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.MessageProperties;
import io.github.hivemqtdengine.loadtest.scenario.MessageProperties.UserProperty;
import io.github.hivemqtdengine.loadtest.scenario.Pace;
import io.github.hivemqtdengine.loadtest.scenario.SessionPlan;
import io.github.hivemqtdengine.loadtest.scenario.SessionPlan.Churn;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupsTest {

    private static final String THREE = """
            num_publishers = 0
            num_subscribers = 0
            qos_publisher = 1
            x.records = 3
            x.payload = json
            x.group.sensors.num_publishers = 40
            x.group.sensors.num_messages = 5
            x.group.sensors.x.think = 1 s..5 s
            x.group.sensors.x.records = 1
            x.group.sensors.x.topic = plant/{client}/meter/0
            x.group.gateways.num_publishers = 2
            x.group.gateways.num_subscribers = 1
            x.group.gateways.x.start = 10 s
            x.group.gateways.x.rate = 0..200 in 10 s, 100 for 1 s
            x.group.gateways.x.topic = gateway/{client}
            x.group.dashboards.num_subscribers = 4
            x.group.dashboards.qos_subscriber = 1
            x.group.dashboards.x.subscriber_filter = plant/#
            x.group.dashboards.x.churn = 5 s for 500 ms
            """;

    private static List<ClientGroup> groups(String text) throws InvalidScenarioException {
        return ScenarioText.read(text).load().groups();
    }

    @Test
    void shouldReadEachGroupWithTheScenariosKeysAsDefaults() throws Exception {
        var load = ScenarioText.read(THREE).load();

        assertThat(load.groups())
                .extracting(
                        ClientGroup::name,
                        group -> group.publishers().count(),
                        group -> group.publishers().qos(),
                        group -> group.publishers().payload().records(),
                        group -> group.subscribers().count(),
                        group -> group.subscribers().filter())
                .containsExactly(
                        tuple("sensors", 40, 1, 1, 0, "plant/+/meter/0"),
                        tuple("gateways", 2, 1, 3, 1, "gateway/+"),
                        tuple("dashboards", 0, 1, 3, 4, "plant/#"));
        assertThat(load.publishers()).isEqualTo(42);
        assertThat(load.subscribers()).isEqualTo(5);
        assertThat(load.planned()).isEqualTo(40 * 5 + 1_100);
        assertThat(load.tables()).containsExactly("meters", "readings");
        assertThat(load.length()).isEqualTo(Duration.ofSeconds(21));
    }

    @Test
    void shouldNumberClientsThroughAllGroups() throws Exception {
        assertThat(groups(THREE))
                .extracting(
                        group -> group.publishers().first(),
                        group -> group.subscribers().first())
                .containsExactly(tuple(0, 0), tuple(40, 0), tuple(42, 1));
    }

    @Test
    void shouldReadTheTimesOfAGroup() throws Exception {
        var groups = groups(THREE);

        assertThat(groups.get(0).publishers().pace())
                .isEqualTo(new Pace.ThinkTime(Duration.ofSeconds(1), Duration.ofSeconds(5)));
        assertThat(groups.get(0).publishers().window()).isOne();
        assertThat(groups.get(1).start()).isEqualTo(Duration.ofSeconds(10));
        assertThat(groups.get(1).publishers().messages()).isEqualTo(550);
        assertThat(groups.get(2).sessions())
                .isEqualTo(new SessionPlan(
                        Optional.empty(), Optional.of(new Churn(Duration.ofSeconds(5), Duration.ofMillis(500)))));
    }

    @Test
    void shouldBeOneGroupWithoutANameIfThereAreNone() throws Exception {
        var group = ScenarioText.read("x.think = 2 s\nx.start = 3 s\nx.churn = 7 s\nx.session_expiry = 1 h")
                .load()
                .only();

        assertThat(group.name()).isEmpty();
        assertThat(group.start()).isEqualTo(Duration.ofSeconds(3));
        assertThat(group.publishers().pace())
                .isEqualTo(new Pace.ThinkTime(Duration.ofSeconds(2), Duration.ofSeconds(2)));
        assertThat(group.sessions())
                .isEqualTo(new SessionPlan(
                        Optional.of(Duration.ofHours(1)),
                        Optional.of(new Churn(Duration.ofSeconds(7), Duration.ofMillis(100)))));
    }

    @Test
    void shouldReadMqtt5Properties() throws Exception {
        var properties = groups("""
                x.group.a.x.user_properties = site=7, line={client}, formula = a=b
                x.group.a.x.message_expiry = 1 min
                x.group.a.x.content_type = application/json
                x.group.a.x.response_topic = answers/{client}
                x.group.a.x.topic_alias = true
                """).get(0).publishers().properties();

        assertThat(properties)
                .isEqualTo(new MessageProperties(
                        List.of(
                                new UserProperty("site", "7"),
                                new UserProperty("line", "{client}"),
                                new UserProperty("formula", "a=b")),
                        Optional.of(Duration.ofMinutes(1)),
                        Optional.of("application/json"),
                        Optional.of("answers/{client}"),
                        Optional.of(true)));
    }

    @ParameterizedTest
    @CsvSource({
        "x.topic = raw/{client}, raw_messages, raw_messages",
        "x.topic = elsewhere, '', raw_messages",
        "x.table = mine, mine, raw_messages",
        "x.table = none, '', ''",
    })
    void shouldFindTheTableOfTheWill(String line, String table, String willTable) throws Exception {
        var rows = ScenarioText.read(line + "\nx.will = raw/wills/{client}\n")
                .load()
                .only()
                .rows();

        assertThat(rows).isEqualTo(new RowPlan(text(table), text(willTable), 1, !line.equals("x.table = none")));
    }

    private static Optional<String> text(String text) {
        return Optional.of(text).filter(name -> !name.isEmpty());
    }

    @Test
    void shouldLetAGroupsOwnPaceTakePrecedence() throws Exception {
        assertThat(groups("x.rate = 100\nx.group.a.x.think = 1 s\nx.group.b.num_messages = 3"))
                .extracting(group -> group.publishers().pace() instanceof Pace.ThinkTime)
                .containsExactly(true, false);
        assertThat(groups("x.think = 1 s\nx.group.a.x.rate = 100"))
                .extracting(group -> group.publishers().pace() instanceof Pace.ThinkTime)
                .containsExactly(false);
    }

    @Test
    void shouldReplaceAGroupsValueInVariantsSmokeRunsAndOnTheCommandLine() throws Exception {
        var text = THREE + """
                x.smoke.x.group.sensors.num_messages = 2
                x.variant.many.x.group.sensors.num_messages = 9
                x.variant.many.x.group.more.num_publishers = 7
                x.modes = extension, many
                """;

        assertThat(messages(text, Variation.NONE)).isEqualTo(5);
        assertThat(messages(text, Variation.SMOKE)).isEqualTo(2);
        assertThat(messages(text, new Variation(true, Map.of("x.group.sensors.num_messages", "1"))))
                .isOne();
        var scenario = ScenarioText.read(text);
        var many = scenario.as(new Contender("many"));
        assertThat(many.load().groups().get(0).publishers().messages()).isEqualTo(9);
        assertThat(many.load().groups()).hasSize(4);
        assertThat(scenario.load().groups()).hasSize(3);
        assertThat(many.settings()).containsEntry("x.group.sensors.num_messages", "9");
        assertThat(scenario.settings())
                .containsEntry("x.group.sensors.num_messages", "5")
                .containsEntry("x.variant.many.x.group.sensors.num_messages", "9");
    }

    private static int messages(String text, Variation variation) throws InvalidScenarioException {
        return ScenarioText.read(text, variation)
                .load()
                .groups()
                .get(0)
                .publishers()
                .messages();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x.group.sensors.broker = b | is of the whole run, not of a group: write it without x.group.sensors",
                "x.group.sensors.x.modes = bare | is of the whole run",
                "x.group.sensors.x.faults = 1 s cut | is of the whole run",
                "x.group.sensors.x.connections = 5 | is of the whole run",
                "x.group.sensors.mqtt_version = 3 | is of the whole run",
                "x.group.Sensors.num_messages = 1 | has an unknown key",
                "x.group.sensors.num_mesages = 1 | has an unknown key",
                "x.group.sensors.num_messages = 1 | is there twice",
                "x.group.sensors.x.rate = 5 | does not go with x.rate",
                "x.group.gateways.x.churn = often | must be like 10 s, or 10 s for 2 s",
                "x.group.dashboards.x.start = 60 s | must be before exec_time is over",
                "x.group.dashboards.x.think = 5 s..1 s | must begin with the shorter time",
                "x.group.gateways.x.session_expiry = 1.5 s | must be a whole number of seconds",
                "x.group.gateways.x.user_properties = a | must be like site=7, line={client}",
                "x.group.gateways.x.will = a/# | must be a topic without wildcards",
                "x.group.gateways.x.will = a/{seq} | must have no other braces than {client}",
                "x.connections = 2\\nx.calls = 1 | does not go with x.group",
                "x.check_order = true | does not go with x.group",
            })
    void shouldRefuseWhatMakesNoSense(String line, String rule) {
        assertThat(ScenarioText.problems(THREE + line.replace("\\n", "\n") + "\n"))
                .anySatisfy(problem -> assertThat(problem.rule()).contains(rule));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x.payload = edge-node | does not go with x.group: edge nodes need a scenario of their own",
                "x.rate = 50% of bare | does not go with x.group: give the messages per second",
                "x.payload = avro | has topics of group a, whose payloads are of another kind",
                "x.payload = json | has topics of group a, whose payloads are of another kind",
            })
    void shouldRefuseGroupsThatCantBeMeasuredTogether(String line, String rule) {
        var text = "x.topic = plant/{client}/meter/0\nx.group.a.num_messages = 3\nx.group.b." + line + "\n";

        assertThat(ScenarioText.problems(text))
                .anySatisfy(problem -> assertThat(problem.rule()).contains(rule));
    }

    @Test
    void shouldRefuseArraysAndSingleRecordsInOneTable() {
        var text = """
                x.payload = json
                x.group.a.x.topic = plant/a{client}/meter/0
                x.group.b.x.topic = plant/b{client}/meter/0
                x.group.b.x.records = 2
                """;

        assertThat(ScenarioText.problems(text))
                .singleElement()
                .satisfies(problem ->
                        assertThat(problem.rule()).contains("the extension reads either arrays or single records"))
                .satisfies(problem -> assertThat(problem.line()).isEqualTo(4));
    }

    @ParameterizedTest
    @CsvSource({
        "x.user_properties = a=b, x.user_properties",
        "x.message_expiry = 1 s, x.message_expiry",
        "x.content_type = a, x.content_type",
        "x.response_topic = a, x.response_topic",
        "x.topic_alias = true, x.topic_alias",
        "x.session_expiry = 1 h, x.session_expiry",
    })
    void shouldRefuseWhatMqtt3HasNot(String line, String key) {
        assertThat(ScenarioText.problems("mqtt_version = 3\nx.group.a.num_messages = 1\n" + line))
                .singleElement()
                .satisfies(problem -> assertThat(problem.key()).isEqualTo(key))
                .satisfies(problem -> assertThat(problem.rule()).contains("needs mqtt_version = 5"));
        assertThat(ScenarioText.problems("mqtt_version = 3\nx.group.a." + line)).hasSize(1);
    }
}
