// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TableHandleTest {

    private static TableShape shape() {
        return new TableShape("t", "ts", null, List.of(new Column("v", ColumnType.parse("INT"))), List.of());
    }

    @Test
    void shouldCompareShapesByValueButTablesByIdentity() {
        var one = TableHandle.of(shape());
        var other = TableHandle.of(shape());

        assertThat(one.shape()).isEqualTo(other.shape());
        assertThat(one).isNotEqualTo(other);
        assertThat(one.current()).isNotEqualTo(other.current());
    }

    @Test
    void shouldCountFixedTablesOfEqualShapesAsOne() {
        var one = TableHandle.of(shape()).current();
        var other = TableHandle.of(shape()).current();
        var wider = TableHandle.of(shape().with(List.of(new Column("v", ColumnType.parse("BIGINT"))), shape().tags()));

        assertThat(one.isSameTable(one)).isTrue();
        assertThat(one.isSameTable(other)).isTrue();
        assertThat(one.isSameTable(wider.current())).isFalse();
    }

    @Test
    void shouldKeepFixedColumns() {
        var table = TableHandle.of(shape());
        var version = table.current();
        var row = new Row(version, "s", 0, 0, new Object[] {1L});

        table.adopt(List.of(new Column("w", ColumnType.parse("INT"))), List.of(), Set.of("v"));

        assertThat(table.isEvolving()).isFalse();
        assertThat(version.isCurrent()).isTrue();
        assertThat(version.table()).isSameAs(table);
        assertThat(table.convert(row)).isSameAs(row);
    }
}
