// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.loadtest.agent.AgentAddress.Local;
import io.github.hivemqtdengine.loadtest.agent.AgentAddress.Ssh;
import io.github.hivemqtdengine.loadtest.agent.AgentAddress.Tcp;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentAddressTest {

    @Test
    void shouldReadAddresses() {
        assertThat(AgentAddress.parseAll(AgentAddress.EXAMPLE))
                .containsExactly(
                        new Ssh("user@192.168.0.8", "/opt/loadtest"),
                        new Tcp("192.168.0.9", 7070),
                        new Local(1),
                        new Local(2),
                        new Local(3),
                        new Local(4));
        assertThat(AgentAddress.parseAll("tcp:[::1]:7070")).containsExactly(new Tcp("[::1]", 7070));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "127.0.0.1:7070",
                "tcp:127.0.0.1",
                "tcp:host:99999",
                "tcp:a:1,tcp:a:1",
                "local:0",
                "local:65",
                "local:1,local:2",
                "ssh:host",
                "ssh:host:relative",
                "ssh:-oProxyCommand=x:/opt",
                "ssh:a b:/opt"
            })
    void shouldRefuseOtherText(String text) {
        assertThatThrownBy(() -> AgentAddress.parseAll(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRefuseTooMany() {
        var many = IntStream.rangeClosed(1, 65)
                .mapToObj(port -> "tcp:host:" + port)
                .collect(Collectors.joining(","));

        assertThatThrownBy(() -> AgentAddress.parseAll(many)).hasMessage("65 agents are too many, the most are 64");
    }

    @Test
    void shouldQuoteTheFolderForTheRemoteShell() {
        assertThat(new Ssh("host", "/opt/it's here").command())
                .containsExactly("ssh", "-T", "-o", "BatchMode=yes", "host", "'/opt/it'\\''s here'/run agent --stdio");
        assertThat(new Ssh("host", "~/load test").command()).last().isEqualTo("~'/load test'/run agent --stdio");
    }

    @Test
    void shouldKnowThisMachine() {
        assertThat(AgentAddress.parseAll("tcp:127.0.0.1:1,ssh:me@localhost:/opt,tcp:[::1]:1,local:1"))
                .allMatch(AgentAddress::isLocal);
        assertThat(AgentAddress.parseAll("tcp:192.0.2.1:1,ssh:me@192.0.2.1:/opt"))
                .noneMatch(AgentAddress::isLocal);
    }
}
