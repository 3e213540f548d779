// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The answers and sizes of TDengine 3.3.7.5; {@code TdengineTypesIT} asks the server. */
class WellKnownTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POINT(1 2)|21",
                "' Point ( 1.5  -2e3 ) '|21",
                "POINT(+1 .5)|21",
                "POINT EMPTY|21",
                "POINT Z(1 2 3)|21",
                "POINT M (1 2)|21",
                "POINT(1 2 3 4)|21",
                "LINESTRING(0 0,1 1)|41",
                "LINESTRING EMPTY|9",
                "LINESTRING(0 0 1, 1 1)|41",
                "POLYGON((0 0, 1 0, 1 1, 0.0 0))|77",
                "POLYGON((0 0, 1 0, 0 0))|61",
                "POLYGON Z((0 0 0, 1 0 0, 1 1 0, 0 0 5))|77",
                "POLYGON((0 0, 4 0, 4 4, 0 0),(1 1, 2 1, 2 2, 1 1))|145",
                "POLYGON EMPTY|9",
                "MULTIPOINT(1 2, 3 4)|51",
                "MULTIPOINT((1 2), (3 4))|51",
                "MULTIPOINT(EMPTY, (1 2))|51",
                "MULTILINESTRING((0 0, 1 1))|50",
                "MULTILINESTRING(EMPTY)|18",
                "MULTIPOLYGON(((0 0, 1 0, 1 1, 0 0)))|86",
                "MULTIPOLYGON(EMPTY)|18",
                "GEOMETRYCOLLECTION(LINESTRING(0 0,1 1),POINT(1 2))|71",
                "GEOMETRYCOLLECTION(GEOMETRYCOLLECTION(LINESTRING(0 0,1 1)))|59",
            })
    void shouldKnowTheSizeOfAGeometry(String text, int bytes) {
        assertThat(WellKnownText.size(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "POINT",
                "POINT(0 )",
                "POINT(10 )",
                "POINT(12)",
                "POINT()",
                "POINT(1 2",
                "POINT(1 2))",
                "POINT(1 2) x",
                "POINT(1 2 3 4 5)",
                "POINT(1,2)",
                "POINT((1 2))",
                "POINT(NaN NaN)",
                "POINT(inf 2)",
                "POINT(1e400 2)",
                "POINT(1-2 3)",
                "POINT(1.5.5 3)",
                "POINT(1 2 3e)",
                "POINT(1_0 2)",
                "POINT(1\t2)",
                "POINT(1 2)\n",
                "POINTEMPTY",
                "POINTZ(1 2 3)",
                "SRID=4326;POINT(1 2)",
                "LINESTRING(0 0)",
                "LINESTRING(0 0,, 1 1)",
                "LINESTRING(0 0, 1 1,)",
                "LİNESTRING(0 0, 1 1)",
                "POLYGON((0 0, 1 0, 1 1))",
                "POLYGON((0 0, 1 0, 1 1, 0 1))",
                "POLYGON((0 0, 0 0))",
                "POLYGON(0 0, 1 0, 1 1, 0 0)",
                "POLYGON((0 0, 1 0, 1 1, 0 0),)",
                "MULTIPOINT((1 2), 3 4)",
                "MULTIPOINT(1 2, (3 4))",
                "MULTILINESTRING((0 0))",
                "GEOMETRYCOLLECTION(POINT(1 2))",
                "GEOMETRYCOLLECTION EMPTY",
                "LINEARRING(0 0, 1 0, 1 1, 0 0)",
                "CIRCULARSTRING(0 0, 1 1, 2 0)"
            })
    void shouldRefuseWhatIsNoGeometry(String text) {
        assertThat(WellKnownText.size(text)).isZero();
    }

    @Test
    void shouldRefuseDeepAndBrokenTextInLinearTime() {
        assertThat(WellKnownText.size("GEOMETRYCOLLECTION(".repeat(3_000) + "LINESTRING(0 0,1 1)" + ")".repeat(3_000)))
                .isZero();
        assertThat(WellKnownText.size("MULTIPOLYGON" + "(".repeat(65_000))).isZero();
        assertThat(WellKnownText.size("LINESTRING(" + "1".repeat(65_000))).isZero();
        assertThat(WellKnownText.size("LINESTRING(" + "1 1,".repeat(16_000) + "1 1)"))
                .isEqualTo(9 + 16 * 16_001);
    }
}
