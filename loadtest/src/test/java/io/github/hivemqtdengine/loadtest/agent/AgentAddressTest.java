// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentAddressTest {

    @Test
    void shouldReadAddresses() {
        assertThat(AgentAddress.parseAll(AgentAddress.EXAMPLE))
                .extracting(AgentAddress::name)
                .containsExactly("ssh:user@192.168.0.8:/opt/loadtest", "local:1", "local:2", "local:3", "local:4");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "127.0.0.1:7070",
                "tcp:127.0.0.1:7070",
                "local:0",
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
        assertThatThrownBy(() -> AgentAddress.parseAll("local:65"))
                .hasMessage("65 agents are too many, the most are 64");
    }

    @Test
    void shouldQuoteTheFolderForTheRemoteShell() {
        assertThat(command("ssh:me@host:/opt/it's here"))
                .startsWith("ssh", "-T", "-o", "BatchMode=yes")
                .endsWith("me@host", "'/opt/it'\\''s here'/run agent");
        assertThat(command("ssh:host:~/load test")).last().isEqualTo("~'/load test'/run agent");
    }

    private static List<String> command(String address) {
        return AgentAddress.parseAll(address).get(0).command();
    }

    @Test
    void shouldKnowThisMachine() {
        assertThat(AgentAddress.parseAll("ssh:me@localhost:/opt,local:1")).allMatch(AgentAddress::isLocal);
        assertThat(AgentAddress.parseAll("ssh:me@192.0.2.1:/opt")).noneMatch(AgentAddress::isLocal);
    }
}
