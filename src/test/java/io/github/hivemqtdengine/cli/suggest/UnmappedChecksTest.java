// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.suggest;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.jdbc.dialect.CheckResult;
import io.github.hivemqtdengine.jdbc.dialect.CheckResult.Level;
import io.github.hivemqtdengine.status.StatusNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UnmappedChecksTest {

    private static List<CheckResult> checks(String unmapped) throws Exception {
        var json = "{\"unmapped\":" + unmapped + "}";
        return UnmappedChecks.of(StatusNode.read(json.getBytes(StandardCharsets.UTF_8)));
    }

    private static String route(String fields) {
        return "{\"routes\":[{\"id\":\"meters\",\"fields\":[" + fields + "]}]}";
    }

    private static String field(String reference, String types, boolean isRead) {
        return "{\"field\":\"" + reference + "\",\"types\":[" + types + "],\"read\":" + isRead + ",\"bytes\":40}";
    }

    @Test
    void shouldSayNothingWithoutFindings() throws Exception {
        assertThat(UnmappedChecks.of(StatusNode.read("{}".getBytes(StandardCharsets.UTF_8))))
                .isEmpty();
        assertThat(checks("{\"messages\":0,\"topics\":[],\"routes\":[]}")).isEmpty();
    }

    @Test
    void shouldNameTopicsWithoutARoute() throws Exception {
        assertThat(checks("{\"messages\":12,\"topics\":[\"a/b\",\"c\"]}"))
                .containsExactly(CheckResult.ok(
                        "topics",
                        "12 sampled publishes match no route: \"a/b\", \"c\"; hivemq-tdengine suggest writes a"
                                + " route"));
    }

    @Test
    void shouldWriteTheColumnsOfFields() throws Exception {
        var fields = String.join(
                ",",
                field("payload:/signal", "\"number\"", false),
                field("payload-root:/site/name", "\"text\"", false),
                field("payload:../on", "\"boolean\"", false),
                field("payload:/it's <a>", "\"array\"", false),
                field("payload:/p/*", "\"number\"", false),
                field("payload:/\\u001b[2J", "\"time\"", false),
                field("payload:/SIGNAL", "\"time\"", false));

        assertThat(checks(route(fields))).containsExactly(CheckResult.ok("route \"meters\"", """
                        fields of the payload that are not stored: 7; their columns:
                        <column name="signal" type="DOUBLE" value="${payload:/signal}" on-missing="null"/>
                        <column name="site_name" type="VARCHAR(64)" value="${payload-root:/site/name}" on-missing="null"/>
                        <column name="on" type="BOOL" value="${payload:../on}" on-missing="null"/>
                        <column name="it_s_a" type="VARCHAR(1024)" value="${payload:'/it''s &lt;a&gt;'}" on-missing="null"/>
                        payload:/p/* (number)
                        payload:/\u001b[2J (time)
                        <column name="signal_2" type="TIMESTAMP" value="${payload:/SIGNAL}" on-missing="null"/>"""));
    }

    @Test
    void shouldNameFieldsWhoseTypesDiffer() throws Exception {
        var fields = field("payload:/v", "\"number\",\"text\"", true);

        assertThat(checks(route(fields)))
                .containsExactly(CheckResult.ok(
                        "route \"meters\"", "types of fields differ between messages: payload:/v is number and text"));
        assertThat(checks(route(field("payload:/w", "\"number\",\"text\"", false))))
                .as("a field that is not stored either")
                .hasSize(2);
    }

    @Test
    void shouldLimitTheRoutesAndFailNothing() throws Exception {
        var routes = IntStream.range(0, 60)
                .mapToObj(i -> "{\"id\":\"r" + i + "\",\"fields\":[" + field("payload:/a", "\"number\"", false) + "]}")
                .collect(Collectors.joining(","));

        assertThat(checks("{\"messages\":1,\"topics\":[\"t\"],\"routes\":[" + routes + "]}"))
                .hasSize(21)
                .allSatisfy(check -> assertThat(check.level()).isEqualTo(Level.OK));
    }
}
