// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TaggedNameTest {

    private static final Column SITE = new Column("site", ColumnType.parse("VARCHAR(64)"));
    private static final Column FLOOR = new Column("floor", ColumnType.parse("INT"));

    private final TaggedName names = new TaggedName(1, List.of(SITE, FLOOR));

    /** The name is what a later version finds its subtables by, so this must never change. */
    @Test
    void shouldGiveTheSameNameAlways() throws Exception {
        assertThat(name("m_7", "north", 3L)).isEqualTo("m_7_6e6db5b0cb7e9ef74fee4cbdb67b2ad2");
    }

    @Test
    void shouldGiveEveryTagsANameOfTheirOwn() throws Exception {
        assertThat(List.of(
                        name("m_7", "north", 3L),
                        name("m_8", "north", 3L),
                        name("m_7", "south", 3L),
                        name("m_7", "north", 4L),
                        name("m_7", "north", null),
                        name("m_7", null, 3L),
                        name("m_7", "", 3L),
                        name("m_7", "=", 3L)))
                .doesNotHaveDuplicates()
                .allMatch(name -> name.matches("m_[78]_[0-9a-f]{32}"));
    }

    @Test
    void shouldIgnoreTheOrderOfTheTags() throws Exception {
        var swapped = new TaggedName(1, List.of(FLOOR, SITE));

        assertThat(swapped.of("m_7", new @Nullable Object[] {1.5, 3L, "north"}, Map.of()))
                .isEqualTo(name("m_7", "north", 3L));
    }

    @Test
    void shouldIgnoreTheColumns() throws Exception {
        assertThat(names.of("m_7", new @Nullable Object[] {9.5, "north", 3L}, Map.of()))
                .isEqualTo(name("m_7", "north", 3L));
    }

    @Test
    void shouldKeepLongNamesApartInTheRoomThatThereIs() throws Exception {
        var one = name("é".repeat(95) + "xx", "north", 3L);
        var other = name("é".repeat(95) + "yy", "north", 3L);

        assertThat(one).isNotEqualTo(other);
        assertThat(one.getBytes(StandardCharsets.UTF_8)).hasSizeBetween(190, 192);
    }

    @Test
    void shouldReturnTheNameWithoutTheHash() throws Exception {
        assertThat(TaggedName.withoutHash(name("m_7", "north", 3L))).isEqualTo("m_7");
    }

    private String name(String name, @Nullable String site, @Nullable Long floor) throws Exception {
        return names.of(name, new @Nullable Object[] {1.5, site, floor}, Map.of());
    }
}
