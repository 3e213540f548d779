// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.config.ConfigurationReader;
import io.github.hivemqtdengine.extension.FuzzedPublish;
import io.github.hivemqtdengine.extension.FuzzedText;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.route.RouteCompiler;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.testkit.FuzzRun;
import io.github.hivemqtdengine.testkit.HostileInput;
import io.github.hivemqtdengine.testkit.HostileKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Topics, client ids, user names, properties and payloads of any kind: rows, or a {@link MappingException}. */
class HostileMessagesTest {

    private static final String CONFIGURATION = """
            <hivemq-tdengine-extension>
              <databases>
                <database>
                  <id>db</id>
                  <jdbc-url>jdbc:TAOS-WS://localhost:6041</jdbc-url>
                  <username>root</username>
                  <password>taosdata</password>
                  <name>mqtt</name>
                  <schema>evolve</schema>
                </database>
              </databases>
              <routes>
                <route>
                  <id>all</id>
                  <mqtt-topic-filters><mqtt-topic-filter>#</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="raw" chunk-bytes="1 KiB"/>
                  <table super-table="all" sub-table="${mqtt-topic}${mqtt-client-id}">
                    <timestamp/>
                    <tag    name="t" type="VARCHAR(100)" value="${mqtt-topic:2..}" on-missing="null"/>
                    <tag    name="c" type="NCHAR(20)"    value="${mqtt-client-id}" on-mismatch="null"/>
                    <column name="u" type="VARCHAR(64)"  value="${lower(mqtt-user-name)}" on-missing="null"/>
                    <column name="p" type="VARCHAR(64)"  value="${mqtt-user-property:unit}" on-missing="null"/>
                    <column name="n" type="INT"          value="${payload-chunk}"/>
                    <column name="d" type="VARBINARY(1024)" value="${payload-bytes}"/>
                  </table>
                </route>
                <route>
                  <id>auto</id>
                  <mqtt-topic-filters><mqtt-topic-filter>#</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="auto" compression="auto" max-bytes="64 KiB"/>
                  <table super-table="auto" sub-table="a_${hash(mqtt-client-id)}" columns="auto">
                    <timestamp/>
                    <tag    name="c" type="VARCHAR(64)" value="${regex(mqtt-client-id, '([a-z]+)', 1)}" on-missing="null"/>
                  </table>
                </route>
                <route>
                  <id>some</id>
                  <mqtt-topic-filters><mqtt-topic-filter>json/{meter}/{any}</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json"/>
                  <table super-table="some" sub-table="m_${mqtt-topic:meter}"
                      where="payload:/v &gt; 0 and not mqtt-user-property:unit = 'x' or matches(payload:/s, '(a|b)*1.*')">
                    <timestamp value="${payload:/t}" unit="ms"/>
                    <tag    name="meter" type="INT"           value="${mqtt-topic:meter}"/>
                    <column name="v"     type="DOUBLE"        value="${round(payload:/v * 2.5, 1)}"/>
                    <column name="d"     type="DECIMAL(20,5)" value="${payload:/d}" on-missing="null"/>
                    <column name="b"     type="BIGINT"        value="${payload:/b + 1}" on-missing="null"/>
                  </table>
                </route>
              </routes>
            </hivemq-tdengine-extension>
            """;

    /** Chunks and columns that each message needs independent of its size, and decompression buffers. */
    private static final long FIXED = 1 << 20;

    /** A field of six bytes becomes a column with a name, a type and a value, in each of two routes. */
    private static final long PER_BYTE = 2_000;

    @TempDir
    Path folder;

    @Test
    void shouldMakeRowsOrThrowAMappingException() throws Exception {
        var settings = new ConfigurationReader().read(Files.writeString(folder.resolve("config.xml"), CONFIGURATION));
        var routes = RouteTable.of(
                settings.routes().stream().map(RouteCompiler::compile).toList());

        new FuzzRun(HostileKind.MESSAGE, 1, FIXED, PER_BYTE).tryAll(random -> input(random, routes));
    }

    private static HostileInput input(SplittableRandom random, RouteTable routes) {
        var text = new FuzzedText(random.nextLong());
        var message = PacketMessage.of(
                FuzzedPublish.of(text),
                text.text(200),
                random.nextBoolean() ? text.text(200) : null,
                1_700_000_000_000_000L);
        return new HostileInput(message::toString, message.weight(), () -> areRowsMade(routes, message));
    }

    private static boolean areRowsMade(RouteTable routes, InboundMessage message) {
        boolean hasRows = false;
        boolean isRefused = false;
        for (var route : routes.match(message.topic())) {
            try {
                for (var row : route.rows(message, MappingEvents.NONE)) {
                    hasRows |= !row.subtable().isEmpty();
                }
            } catch (MappingException e) {
                assertThat(e.reason()).isNotNull();
                assertThat(e.sentence()).isNotBlank();
                isRefused = true;
            }
        }
        return hasRows && !isRefused;
    }
}
