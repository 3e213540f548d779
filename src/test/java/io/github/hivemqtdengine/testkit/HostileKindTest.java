// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HostileKindTest {

    @Test
    void shouldShareAllInputs() {
        assertThat(Arrays.stream(HostileKind.values())
                        .mapToInt(HostileKind::share)
                        .sum())
                .isEqualTo(HostileKind.WHOLE);
    }
}
