// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.config.xml.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A valid configuration with everything in it, to be spoilt in one place by each test. */
public final class Sample {

    static final String SECRET = "s3cr3t&more";

    static final String URL = "jdbc:TAOS-WS://td1:6041,td2:6041";

    public static final String XML = """
        <hivemq-tdengine-extension>
          <databases>
            <database>
              <id>plant</id>
              <jdbc-url>jdbc:TAOS-WS://td1:6041,td2:6041</jdbc-url>
              <username>mqtt</username>
              <password>s3cr3t&amp;more</password>
              <name>factory</name>
              <schema>evolve</schema>
              <precision>ms</precision>
              <new-database keep="365 d" replica="3" vgroups="4" wal-level="2" wal-fsync-period="0 ms"
                  options="BUFFER 64 CACHEMODEL both"/>
              <write-engine>statement</write-engine>
              <connect-timeout>2 s</connect-timeout>
              <request-timeout>20 s</request-timeout>
            </database>
          </databases>
          <schema-registries>
            <registry>
              <id>main</id>
              <url>https://registry:8081/</url>
              <username>reader</username>
              <password>sesame</password>
              <tls/>
              <request-timeout>500 ms</request-timeout>
            </registry>
          </schema-registries>
          <routes>
            <route>
              <id>meters</id>
              <database-id>plant</database-id>
              <source>publishes</source>
              <retained-messages>ignore</retained-messages>
              <rate-limit per-second="1000" burst="500" client-per-second="0.4" client-burst="20"
                  overflow="drop-newest"/>
              <mqtt-topic-filters>
                <mqtt-topic-filter>site/{site}/meter/{meter}/#</mqtt-topic-filter>
                <exclude>site/test/#</exclude>
              </mqtt-topic-filters>
              <payload format="json" rows="/readings"/>
              <table super-table="meters" sub-table="m_${mqtt-topic:meter}" on-tag-change="new-subtable">
                <timestamp name="at" value="${payload:/t}" unit="us" on-equal="composite-key" sequence-name="no"/>
                <tag name="site" type="VARCHAR(64)" value="${mqtt-topic:site}"/>
                <column name="voltage" type="DOUBLE" value="${payload:/v}" on-mismatch="drop"/>
                <column name="phase" type="INT" value="${payload:/p}" default="0" on-missing="dead-letter"/>
              </table>
              <on-error decode="drop" missing="null" type-mismatch="null"/>
            </route>
          </routes>
          <delivery>
            <durability>fsync</durability>
            <acknowledge>on-commit</acknowledge>
            <ack-hold time-limit="5 s" on-time-limit="withhold"/>
            <overflow>withhold-ack</overflow>
            <capture>on-ack</capture>
            <max-message-bytes>2 MiB</max-message-bytes>
            <reattach-clients>disconnect</reattach-clients>
            <broker-node>node-1</broker-node>
            <lanes>8</lanes>
            <lane-key>none</lane-key>
            <group-size>50</group-size>
            <group-property>line</group-property>
            <batch rows="500" bytes="64 KiB" linger="5 ms"/>
            <queue messages="1000" bytes="1 MiB"/>
            <spool max-bytes="8 GiB" min-free-bytes="1 GiB"/>
            <retry first-delay="50 ms" max-delay="1 min" probe-delay="2 min"/>
            <dead-letters max-bytes="2 MiB" file-bytes="1024 KiB" topic="plant/letters" max-rate="5"/>
            <drain-timeout>10 min</drain-timeout>
            <unmapped samples-per-minute="6000"/>
          </delivery>
        </hivemq-tdengine-extension>
        """;

    private static final Map<String, String> ENVIRONMENT = Map.of("TDENGINE_PASSWORD", "from the environment");

    private Sample() {}

    /** The sample with one place replaced, which has to be there. */
    public static String with(String place, String replacement) {
        assertThat(XML).contains(place);
        return XML.replace(place, replacement);
    }

    /** The route of the sample. */
    public static String route() {
        return XML.substring(XML.indexOf("<route>"), XML.indexOf("</routes>"));
    }

    /** The sample with another URL; what only TDengine has goes where it is not TDengine's. */
    public static String withUrl(String url) {
        return withUrl(XML, url);
    }

    public static String withUrl(String xml, String url) {
        var changed = xml.replace(URL, url);
        return url.contains("TAOS") ? changed : changed.replaceAll("<new-database[^>]*/>", "");
    }

    public static Path write(Path folder, String xml) {
        try {
            return Files.writeString(folder.resolve("config.xml"), xml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static ConfigurationReader reader() {
        return new ConfigurationReader(ENVIRONMENT::get);
    }

    public static ExtensionSettings settings(Path folder, String xml) {
        try {
            return reader().read(write(folder, xml));
        } catch (ConfigurationException e) {
            throw new AssertionError(e);
        }
    }

    /** Problems of a file; empty if there are none. */
    public static List<Problem> problems(Path folder, String xml) {
        return problems(write(folder, xml));
    }

    /** Returns the problems of a file, without the meaning of what has no effect: it is that of the reference. */
    public static List<Problem> problems(Path file) {
        try {
            reader().read(file);
            return List.of();
        } catch (ConfigurationException e) {
            return e.problems().stream().map(Sample::withoutMeaning).toList();
        }
    }

    /** What has no effect has to say under which condition it has one. */
    private static Problem withoutMeaning(Problem problem) {
        var parts = problem.rule().split("(?<=has no effect here)\\. Its meaning: ", 2);
        if (parts.length == 2) {
            assertThat(parts[1]).as(problem.element()).containsPattern("only (for|with)|not (for|with)|required for");
        }
        return new Problem(problem.place(), problem.element(), problem.value(), parts[0]);
    }

    /** Line of the sample that contains a string. */
    public static int line(String text) {
        return lineIn(XML, text);
    }

    /** First line that contains a string, from 1. */
    public static int lineIn(String xml, String text) {
        assertThat(xml).contains(text);
        var before = xml.substring(0, xml.indexOf(text));
        return 1 + (int) before.chars().filter(c -> c == '\n').count();
    }
}
