// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExitCodeTest {

    @ParameterizedTest
    @CsvSource({"0, 0", "0 3, 0", "3 0, 0", "3 3, 3", "0 1, 1", "1 3, 1", "1 130, 130"})
    void shouldCombineTheCodesOfRuns(String codes, int expected) {
        assertThat(ExitCode.ofAll(
                        Arrays.stream(codes.split(" ")).map(Integer::valueOf).toList()))
                .isEqualTo(expected);
    }
}
