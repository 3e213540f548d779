// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.loadtest.stack.extension.StoredTable.Column;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredTableTest {

    @Test
    void shouldKnowTheColumnsOfATable() throws Exception {
        assertThat(StoredTable.of("narrow"))
                .isEqualTo(new StoredTable(
                        "narrow",
                        "t",
                        false,
                        List.of(
                                new Column("n", "BIGINT", "n"),
                                new Column("i", "INT", "i"),
                                new Column("v", "DOUBLE", "v"))));
        assertThat(StoredTable.of("readings").perTopic()).isTrue();
        assertThat(StoredTable.of("readings").columns())
                .hasSize(7)
                .contains(new Column("client_id", "VARCHAR(256)", ""), new Column("phase", "INT", "phase"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"meters", "raw_messages", "elsewhere"})
    void shouldRefuseATableWithOtherSources(String table) {
        assertThatThrownBy(() -> StoredTable.of(table)).isInstanceOf(IOException.class);
    }
}
