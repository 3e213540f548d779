package io.github.hivemqtdengine.loadtest.mqtt.crowd;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.github.hivemqtdengine.loadtest.mqtt.link.Broker;
import io.github.hivemqtdengine.loadtest.scenario.ClientSettings;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * Task of a child process, one line of JSON on its standard input. A command line would reveal the password to all
 * users of the machine.
 */
record CrowdTask(String host, int port, String clientPrefix, ClientSettings settings, CrowdShare share) {

    static final ObjectMapper JSON = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new JavaTimeModule())
            .build();

    static CrowdTask of(Broker broker, CrowdShare share) {
        return new CrowdTask(
                broker.address().getHostString(),
                broker.address().getPort(),
                broker.clientPrefix(),
                broker.settings(),
                share);
    }

    Broker broker() throws IOException {
        return new Broker(new InetSocketAddress(host, port), clientPrefix, settings);
    }
}
