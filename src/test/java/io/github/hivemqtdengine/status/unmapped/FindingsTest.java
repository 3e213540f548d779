// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status.unmapped;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.decode.PayloadField;
import io.github.hivemqtdengine.decode.PayloadField.ValueType;
import io.github.hivemqtdengine.decode.json.JsonTree;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FindingsTest {

    private final Findings findings = new Findings();

    private static PayloadField unread(String reference) {
        return new PayloadField(reference, ValueType.NUMBER, false);
    }

    private static PayloadField read(String reference, ValueType type) {
        return new PayloadField(reference, type, true);
    }

    private String json() {
        return JsonTree.write(findings.json(100));
    }

    private int routes(int max) {
        return findings.json(max).get("routes") instanceof List<?> routes ? routes.size() : -1;
    }

    @Test
    void shouldListWhatIsNotReadAndWhoseTypesDiffer() {
        findings.addFields("meters", List.of(unread("payload:/signal"), read("payload:/v", ValueType.NUMBER)));
        findings.addFields("pumps", List.of(read("payload:/v", ValueType.NUMBER)));
        findings.addFields("meters", List.of(read("payload:/v", ValueType.TEXT)));
        findings.addTopic("a/b");
        findings.addTopic("a/b");

        assertThat(json())
                .isEqualTo("{\"messages\":2,\"topics\":[\"a/b\"],\"routes\":[{\"id\":\"meters\",\"fields\":["
                        + "{\"field\":\"payload:/signal\",\"types\":[\"number\"],\"read\":false},"
                        + "{\"field\":\"payload:/v\",\"types\":[\"number\",\"text\"],\"read\":true}]}]}");
        assertThat(findings.topics()).isEqualTo(1);
        assertThat(findings.unread()).isEqualTo(1);
    }

    @Test
    void shouldForgetARouteAndTopics() {
        findings.addFields("meters", List.of(unread("payload:/a")));
        findings.addFields("pumps", List.of(unread("payload:/b")));
        findings.addTopic("t");

        findings.forgetRoute("meters");
        findings.forgetRoute("unknown");
        findings.forgetTopics();

        assertThat(findings.unread()).isEqualTo(1);
        assertThat(json()).doesNotContain("meters").startsWith("{\"messages\":0,\"topics\":[],");
    }

    @Test
    void shouldLimitTopicsFieldsAndRoutes() {
        IntStream.range(0, 1_000).mapToObj(i -> "topic/" + i).forEach(findings::addTopic);
        for (int route = 0; route < 300; route++) {
            findings.addFields(
                    "r" + route,
                    IntStream.range(0, 50)
                            .mapToObj(i -> unread("payload:/" + i))
                            .toList());
        }

        assertThat(findings.topics()).isEqualTo(Findings.MAX_TOPICS);
        assertThat(routes(1_000)).isBetween(100, Findings.MAX_ROUTES);
        assertThat(routes(7)).isEqualTo(7);
        assertThat(findings.unread()).isLessThanOrEqualTo(200L * Findings.MAX_UNREAD);
        assertThat(findings.bytes()).isLessThanOrEqualTo(Findings.MAX_BYTES);
    }

    /** Names of 200 characters, in 200 routes: far more than there is room for. */
    @Test
    void shouldLimitTheBytesOfAllTogether() {
        for (int route = 0; route < 200; route++) {
            for (int i = 0; i < 120; i++) {
                var name = "payload:/" + "n".repeat(190) + i;
                findings.addFields("r" + route, List.of(i < 20 ? unread(name) : read(name, ValueType.TEXT)));
            }
        }
        assertThat(findings.bytes()).isBetween(Findings.MAX_BYTES - 1_000, Findings.MAX_BYTES);

        IntStream.range(0, 200).mapToObj(route -> "r" + route).forEach(findings::forgetRoute);
        assertThat(findings.bytes()).isZero();
    }
}
