// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.topic;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.route.PlainMatcher;
import io.github.hivemqtdengine.testkit.FuzzRun;
import io.github.hivemqtdengine.testkit.HostileBytes;
import io.github.hivemqtdengine.testkit.HostileInput;
import io.github.hivemqtdengine.testkit.HostileKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Topic filters of any text: parsed, and matched with any topic, or refused with a sentence. */
class HostileTopicFilterTest {

    private static final HostileBytes FILTERS = HostileBytes.ofTexts(
            List.of("site/{site}/meter/+/#", "#", "$SYS/#", "/+/a//{b}", "json/{meter}/{any}", "+/+/+/x"));

    /** Names of levels are kept in a map, and each level is a string. */
    private static final long PER_BYTE = 2_000;

    @Test
    void shouldParseOrReject() {
        new FuzzRun(HostileKind.TOPIC_FILTER, 1, 64 << 10, PER_BYTE).tryAll(random -> {
            var text = FILTERS.nextText(random);
            var topic = "s" + FILTERS.nextText(random); // no topic is empty
            return HostileInput.of(text + " for " + topic, () -> {
                try {
                    var filter = TopicFilter.parse(text);
                    assertThat(filter.matches(topic)).isEqualTo(PlainMatcher.matches(filter, topic));
                    return true;
                } catch (IllegalArgumentException e) {
                    assertThat(e).isExactlyInstanceOf(IllegalArgumentException.class);
                    return false;
                }
            });
        });
    }
}
