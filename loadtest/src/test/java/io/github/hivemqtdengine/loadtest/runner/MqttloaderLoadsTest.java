// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import static io.github.hivemqtdengine.loadtest.runner.mqttloader.FakeMqttloader.START;
import static io.github.hivemqtdengine.loadtest.runner.mqttloader.FakeMqttloader.delivery;
import static io.github.hivemqtdengine.loadtest.runner.mqttloader.FakeMqttloader.log;
import static io.github.hivemqtdengine.loadtest.runner.mqttloader.FakeMqttloader.records;
import static io.github.hivemqtdengine.loadtest.runner.mqttloader.FakeMqttloader.report;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.mqtt.RunListener;
import io.github.hivemqtdengine.loadtest.result.RoundFigures;
import io.github.hivemqtdengine.loadtest.runner.Loads.Loaded;
import io.github.hivemqtdengine.loadtest.runner.mqttloader.FakeMqttloader;
import io.github.hivemqtdengine.loadtest.testkit.Programs;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class MqttloaderLoadsTest {

    private static final InetSocketAddress BROKER = new InetSocketAddress("localhost", 18_830);
    private static final String LOAD =
            "num_publishers = 2\nnum_subscribers = 2\nnum_messages = 2\nqos_publisher = 1\nramp_up = 1\n";

    @TempDir
    private Path folder;

    @BeforeEach
    void needsAShell() {
        Programs.needShell();
    }

    @Test
    void shouldTakeThroughputAndLatencyFromTheReportAndMessagesFromTheRecords() throws Exception {
        var loaded = run(records(delivery(1_300_000, 1, 99)) + report(2, 1), LOAD);

        assertThat(loaded.printed())
                .containsEntry(Figure.PUBLISHER_AVERAGE_THROUGHPUT, 5_000.0)
                .containsEntry(Figure.SUBSCRIBER_MAXIMUM_THROUGHPUT, 30_692.0)
                .containsEntry(Figure.LATENCY_AVERAGE_MS, 4_965.874)
                .doesNotContainKeys(Figure.SENT, Figure.DELIVERIES);
        assertThat(loaded.result().startMicros()).isEqualTo(START);
        assertThat(loaded.result().sentCount()).isEqualTo(4);
        assertThat(loaded.result().deliveries().received()).isEqualTo(1);
        assertThat(loaded.result().deliveries().lost()).isEqualTo(7);
    }

    @Test
    void shouldCallNoClientRefusedThatGotNothingAndNoMessageUnacknowledged() throws Exception {
        var loaded = run(records() + report(4, 0), LOAD);

        var figures = new RoundFigures(ScenarioFiles.scenario(folder, "a", LOAD).load(), loaded.result())
                .put(Figure.LOADER_CPU_US, 85.0)
                .removeAll(loaded.unknown())
                .figures();
        assertThat(figures)
                .containsEntry(Figure.CONNECTIONS, 4.0)
                .containsEntry(Figure.CONNECTIONS_REFUSED, 0.0)
                .doesNotContainKeys(Figure.UNACKNOWLEDGED, Figure.LOADER_CPU_US, Figure.CONNECTIONS_LOST);
    }

    @Test
    void shouldExpectASharedMessageOnceButNotWhereMqttloaderDoesNotShare() throws Exception {
        var script = records() + report(4, 0);

        assertThat(run(script, LOAD + "shared_subscription = true\n")
                        .result()
                        .deliveries()
                        .lost())
                .isEqualTo(4);
        assertThat(run(script, LOAD + "shared_subscription = true\nmqtt_version = 3\n")
                        .result()
                        .deliveries()
                        .lost())
                .isEqualTo(8);
    }

    @Test
    void shouldSayWhatItsLogSays() throws Exception {
        var timedOut = log(List.of("[INFO] 2025-11-22 05:41:09.020 UTC  Subscribers timed out."));

        assertThat(run(records() + timedOut + report(4, 0), LOAD).result().failures())
                .singleElement()
                .asString()
                .startsWith("8 deliveries were lost, or came after the subscriber_timeout");
    }

    @Test
    void shouldKeepTheRecordFilesOfAllRounds() throws Exception {
        var output = folder.resolve("kept");
        var mine = LOAD + "output = " + output + "\n";
        run(records() + report(4, 0), mine);
        run(records() + report(4, 0), mine);

        assertThat(output.resolve("mqttloader_20251122-054104.csv")).content().startsWith(START + ",,,\n");
        assertThat(output.resolve("mqttloader_20251122-054104-2.csv")).exists();
    }

    @Test
    void shouldLeaveNothingBehind() throws Exception {
        var seen = folder.resolve("seen");
        run("echo $output >" + seen + "\n" + records() + report(4, 0), LOAD);

        assertThat(Path.of(Files.readString(seen).strip())).doesNotExist();
    }

    @Test
    void shouldTellHowItEndsWithAnError() throws Exception {
        var failure = log(List.of(
                "[WARNING] 2025-11-22 05:41:04.020 UTC  Publisher failed to connect (ml-pCKU-p-00000).",
                "Unable to connect to server (32103) - java.net.ConnectException: Connection refused"));

        assertThatThrownBy(() -> run(failure + "exit 1\n", LOAD))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("mqttloader ended with 1:")
                .hasMessageContaining("Connection refused");
        assertThatThrownBy(() -> run("exit 0\n", LOAD)).hasMessageContaining("mqttloader ended, and said nothing");
    }

    @Test
    @Tag("full")
    void shouldNotWaitForOneThatHasPrintedItsReportAndDoesNotEnd() throws Exception {
        var script = records() + report(4, 0) + "exec sleep 1000\n";

        assertThat(run(script, LOAD + "exec_time = 1\n").result().failures())
                .contains("mqttloader had printed its report, but did not end");
    }

    @Test
    @Tag("full")
    void shouldFailWhereItDoesNothingAtAll() {
        assertThatThrownBy(() -> run("echo waiting >&2\nexec sleep 1000\n", LOAD + "exec_time = 1\n"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("mqttloader did not end:\nwaiting");
    }

    @Test
    void shouldEndItWhenItIsInterrupted() throws Exception {
        var seen = folder.resolve("seen");
        var ended = new CompletableFuture<Throwable>();
        var script = "echo $$ $output >" + seen + ".new\nmv " + seen + ".new " + seen + "\nexec sleep 1000\n";
        var thread = new Thread(() -> {
            try {
                run(script, LOAD);
            } catch (Throwable e) {
                ended.complete(e);
            }
        });
        thread.start();
        while (!Files.exists(seen)) {
            Thread.onSpinWait();
        }
        thread.interrupt();

        assertThat(ended.get()).isInstanceOf(InterruptedException.class);
        var words = Files.readString(seen).strip().split(" ", 2);
        assertThat(ProcessHandle.of(Long.parseLong(words[0])).filter(ProcessHandle::isAlive))
                .isEmpty();
        assertThat(Path.of(words[1])).doesNotExist();
    }

    @Test
    void shouldRunAPlainScenario() throws Exception {
        assertThat(loads("").unmet(ScenarioFiles.scenario(folder, "a", ""))).isEmpty();
    }

    @Test
    void shouldNotRunAScenarioWhoseFaultsWouldNeverHappen() throws Exception {
        var scenario = ScenarioFiles.scenario(folder, "a", "x.faults = 1 s stop for 1 s\n");

        assertThat(loads("").unmet(scenario)).isPresent();
    }

    @Test
    void shouldNotRunAScenarioWhoseClientsConnectOtherwise() throws Exception {
        var reconnecting = ScenarioFiles.scenario(folder, "a", "x.reconnect = true\n");
        var webSocket = ScenarioFiles.scenario(folder, "b", "x.websocket = /mqtt\n");

        assertThat(loads("").unmet(reconnecting)).hasValue("mqttloader does not reconnect");
        assertThat(loads("").unmet(webSocket)).hasValue("mqttloader does not connect by WebSocket");
    }

    @Test
    void shouldNotRunAScenarioOfSeveralGroupsOrWithFeaturesThatMqttloaderLacks() throws Exception {
        var groups = ScenarioFiles.scenario(folder, "a", "x.group.one.num_messages = 3\n");
        var churning = ScenarioFiles.scenario(folder, "b", "x.churn = 1 s\n");

        assertThat(loads("").unmet(groups)).hasValue("mqttloader has one group of clients only");
        assertThat(loads("").unmet(churning))
                .hasValueSatisfying(why -> assertThat(why).startsWith("mqttloader has neither think times"));
    }

    @Test
    void shouldRunWithoutTheRateThatMqttloaderDoesNotKnow() throws Exception {
        var scenario = ScenarioFiles.scenario(folder, "a", LOAD + "x.rate = 50% of bare for 5 s\n");

        assertThat(loads("").asRun(scenario).load().only().publishers().planned())
                .isEqualTo(4);
    }

    private Loaded run(String script, String lines) throws Exception {
        var scenario = ScenarioFiles.scenario(folder, "a", lines);
        return loads(script).run(scenario, BROKER, "lt", RunListener.NONE);
    }

    private MqttloaderLoads loads(String script) throws Exception {
        return MqttloaderLoads.at(FakeMqttloader.home(folder, "0.8.6", script), Duration.ZERO);
    }
}
