// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Routes that several tests use, as a configuration writes them. */
final class Routes {

    /** The first mapping of the README. */
    static final String METERS = """
            <route>
              <id>meters</id>
              <mqtt-topic-filters>
                <mqtt-topic-filter>site/{site}/meter/{meter}</mqtt-topic-filter>
              </mqtt-topic-filters>
              <payload format="json"/>
              <table super-table="meters" sub-table="m_${mqtt-topic:site}_${mqtt-topic:meter}">
                <timestamp value="${payload:/t}" unit="ms"/>
                <tag    name="site"    type="VARCHAR(64)" value="${mqtt-topic:site}"/>
                <tag    name="meter"   type="VARCHAR(64)" value="${mqtt-topic:meter}"/>
                <column name="voltage" type="DOUBLE"      value="${payload:/v}"/>
                <column name="phase"   type="INT"         value="${payload:/p}" default="0"/>
              </table>
            </route>
            """;

    /**
     * Route for the messages of {@link io.github.hivemqtdengine.testkit.PacedLoad}. The time is that of arrival: a
     * message that is stored twice, with two keys, would be two rows.
     */
    static final String NUMBERS = """
            <route>
              <id>load</id>
              <mqtt-topic-filters>
                <mqtt-topic-filter>load/{client}</mqtt-topic-filter>
              </mqtt-topic-filters>
              <payload format="json"/>
              <table super-table="numbers" sub-table="numbers_${mqtt-topic:client}">
                <timestamp/>
                <tag    name="client" type="VARCHAR(16)" value="${mqtt-topic:client}"/>
                <column name="n"      type="BIGINT"      value="${payload:/n}"/>
              </table>
            </route>
            """;

    /** Every message of every topic as text with its topic and client; one subtable for each topic. */
    static final String EVERYTHING = """
            <route>
              <id>everything</id>
              <mqtt-topic-filters>
                <mqtt-topic-filter>#</mqtt-topic-filter>
              </mqtt-topic-filters>
              <payload format="raw"/>
              <table super-table="messages" sub-table="t_${mqtt-topic}">
                <timestamp/>
                <tag    name="tag_topic" type="VARCHAR(4096)"  value="${mqtt-topic}"/>
                <column name="client"    type="VARCHAR(4096)"  value="${mqtt-client-id}"/>
                <column name="user_name" type="VARCHAR(256)"   value="${mqtt-user-name}" on-missing="null"/>
                <column name="qos"       type="INT"            value="${mqtt-qos}"/>
                <column name="retained"  type="VARCHAR(5)"     value="${mqtt-retain}"/>
                <column name="encoding"  type="VARCHAR(8)"     value="${payload-encoding}"/>
                <column name="payload"   type="VARCHAR(30000)" value="${payload}"/>
              </table>
            </route>
            """;

    private Routes() {}

    /** Rows of one subtable whose time is the payload's field {@code t} in milliseconds. */
    static String equalTimes(String policy) {
        return """
                <route>
                  <id>points</id>
                  <mqtt-topic-filters>
                    <mqtt-topic-filter>points/#</mqtt-topic-filter>
                  </mqtt-topic-filters>
                  <payload format="json"/>
                  <table super-table="points" sub-table="p">
                    <timestamp value="${payload:/t}" unit="ms" on-equal="%s"/>
                    <tag    name="kind"  type="VARCHAR(16)" value="test"/>
                    <column name="number" type="BIGINT"     value="${payload:/n}"/>
                  </table>
                </route>
                """.formatted(policy);
    }

    /** Content of {@code <routes>} of a configuration. */
    static String of(String file) throws IOException {
        var text = Files.readString(Path.of(file));
        return text.substring(text.indexOf("<routes>") + "<routes>".length(), text.indexOf("</routes>"));
    }
}
