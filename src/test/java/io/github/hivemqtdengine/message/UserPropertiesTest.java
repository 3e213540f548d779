// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.Mqtt5Properties.UserProperty;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class UserPropertiesTest {

    @SeededTest
    void shouldFindTheFirstOfEachName(RandomValues random) {
        var all = random.list(
                0, 40, () -> new UserProperty("n" + random.below(20), Integer.toString(random.below(1_000))));
        var properties = new Mqtt5Properties(null, null, null, all);

        for (int i = 0; i < 20; i++) {
            var name = "n" + i;
            assertThat(properties.userProperty(name))
                    .isEqualTo(all.stream()
                            .filter(property -> property.name().equals(name))
                            .map(UserProperty::value)
                            .findFirst());
        }
        assertThat(properties.userProperties()).isEqualTo(List.copyOf(all));
    }

    /** A message of some hundred KB has as many, and as many rows that want the last of them. */
    @Test
    @Timeout(60)
    void shouldFindOneOfVeryManyForEachOfVeryManyRows() {
        var all = IntStream.range(0, 100_000)
                .mapToObj(i -> new UserProperty("name " + i, ""))
                .toList();
        var properties = new Mqtt5Properties(null, null, null, all);
        var last = "name 99999";

        int found = 0;
        for (int row = 0; row < 100_000; row++) {
            found += properties.userProperty(last).isPresent() ? 1 : 0;
        }
        assertThat(found).isEqualTo(100_000);
    }
}
