// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldNamesTest {

    private static String name(String from, String pointer) {
        return new FieldNames(from, stored -> false).of(pointer);
    }

    @ParameterizedTest
    @CsvSource({
        "/temp,temp",
        "/Temp,temp",
        "/env/Temp-1 °C,env_temp_1__c",
        "/a.b,a_b",
        "/a~1b~0c,a_b_c",
        "/1st,_1st",
        "/_x,_x",
        "/,_",
        "/tbname,_tbname",
        "/SubTable,_subtable",
        "/温度,温度",
        "/a`b\"c,a_b_c"
    })
    void shouldMakeNamesThatEveryDatabaseTakes(String pointer, String name) {
        assertThat(name("", pointer)).isEqualTo(name);
    }

    @Test
    void shouldNameFieldsByWhatIsBelowTheirObject() {
        assertThat(name("/data/values", "/data/values/env/t")).isEqualTo("env_t");
    }

    @Test
    void shouldHaveNoNameForFieldsThatAreStoredOtherwise() {
        var names = new FieldNames("", "/t"::equals);

        assertThat(names.of("/t")).isEqualTo(FieldNames.NONE);
        assertThat(names.of("/t")).isEqualTo(FieldNames.NONE);
        assertThat(names.of("/t/x")).isEqualTo("t_x");
    }

    @Test
    void shouldDistinguishLongNames() {
        var one = name("", "/" + "温".repeat(30) + "/a");
        var other = name("", "/" + "温".repeat(30) + "/b");

        assertThat(one).startsWith("温温").isNotEqualTo(other);
        assertThat(one.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(64);
    }
}
