// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.json.JsonTree;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Runs commands in an extension's folder, and keeps what they print. */
final class Terminal {

    /** 2026-01-01T00:00:00Z. */
    static final long NOW_MICROS = 1_767_225_600_000_000L;

    static final String CONFIGURATION = """
            <hivemq-tdengine-extension>
              <databases>
                <database>
                  <id>plant</id>
                  <jdbc-url>jdbc:TAOS-WS://localhost:6041</jdbc-url>
                  <username>root</username>
                  <password>s3cret</password>
                  <name>factory</name>
                  <precision>ms</precision>
                </database>
              </databases>
              <routes>
                <route>
                  <id>meters</id>
                  <mqtt-topic-filters>
                    <mqtt-topic-filter>site/{site}/meter/{meter}</mqtt-topic-filter>
                    <exclude>site/test/#</exclude>
                  </mqtt-topic-filters>
                  <payload format="json"/>
                  <table super-table="meters" sub-table="m_${mqtt-topic:site}_${mqtt-topic:meter}">
                    <timestamp value="${payload:/t}" unit="ms"/>
                    <tag name="site" type="VARCHAR(64)" value="${mqtt-topic:site}"/>
                    <column name="voltage" type="DOUBLE" value="${payload:/v}"/>
                    <column name="phase" type="INT" value="${payload:/p}" default="0"/>
                    <column name="unit" type="VARCHAR(8)" value="${mqtt-user-property:unit}" on-missing="null"/>
                  </table>
                </route>
                <route>
                  <id>wills</id>
                  <source>last-wills</source>
                  <mqtt-topic-filters>
                    <mqtt-topic-filter>#</mqtt-topic-filter>
                  </mqtt-topic-filters>
                  <payload format="raw"/>
                  <table super-table="wills" sub-table="w_${mqtt-topic}">
                    <tag name="topic" type="VARCHAR(256)" value="${mqtt-topic}"/>
                    <column name="payload" type="VARCHAR(64)" value="${payload}"/>
                  </table>
                </route>
              </routes>
            </hivemq-tdengine-extension>
            """;

    /** The configuration with a statement of its own in the route meters, in place of its table. */
    static String withStatement() {
        var table = CONFIGURATION.substring(
                CONFIGURATION.indexOf("<table"), CONFIGURATION.indexOf("</table>") + "</table>".length());
        return CONFIGURATION.replace(
                table,
                "<statement-template>INSERT INTO meters (tbname, ts, v) VALUES (${mqtt-topic:meter},"
                        + " ${unix-time(payload:/t, 'ms')}, ${payload:/v})</statement-template>");
    }

    private final Path home;
    private byte[] input = {};

    Terminal(Path home) {
        this.home = home;
    }

    /** A terminal in a folder that has this configuration. */
    static Terminal with(Path home, String configuration) {
        var terminal = new Terminal(home);
        terminal.write("conf/config.xml", configuration);
        return terminal;
    }

    /** Writes a file below the folder. */
    Path write(String name, String content) {
        return write(name, content.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes a file below the folder. */
    Path write(String name, byte[] content) {
        try {
            var file = home.resolve(name);
            Files.createDirectories(file.toAbsolutePath().getParent());
            return Files.write(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sets the input of the next commands. */
    Terminal reading(String text) {
        input = text.getBytes(StandardCharsets.UTF_8);
        return this;
    }

    /** Output and exit code of a command. */
    record Result(int code, String out, String err) {

        /** The answer to {@code --json}. */
        @SuppressWarnings("unchecked") // an answer is an object
        Map<String, Object> json() {
            try {
                return (Map<String, Object>)
                        Objects.requireNonNull(JsonTree.read(out.getBytes(StandardCharsets.UTF_8)));
            } catch (DecodeException e) {
                throw new AssertionError(out, e);
            }
        }

        /** Elements of an array of the {@code --json} answer. */
        @SuppressWarnings("unchecked") // its elements are objects
        List<Map<String, Object>> json(String array) {
            return (List<Map<String, Object>>) Objects.requireNonNull(json().get(array));
        }
    }

    Result run(String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        int code = Main.commandLine(home, new ByteArrayInputStream(input), () -> NOW_MICROS)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
        return new Result(code, out.toString(), err.toString());
    }
}
