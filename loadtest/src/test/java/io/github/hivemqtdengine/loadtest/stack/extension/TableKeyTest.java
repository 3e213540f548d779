// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.extension;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableKeyTest {

    @Test
    void shouldBeTheTimeOfThePayloadAndTheSubtable() throws Exception {
        assertThat(TableKey.of("readings")).contains(new TableKey("t", true));
        assertThat(TableKey.of("wide")).contains(new TableKey("t", false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"raw_messages", "meters", "grouped", "devices", "nowhere"})
    void shouldBeNoneWhereTheTimeIsThatOfArrival(String table) throws Exception {
        assertThat(TableKey.of(table)).isEmpty();
    }
}
