// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicOrderTest {

    @ParameterizedTest(name = "of {0} topics, {1} rows a message: message {2}, item {3} with {4} rows")
    @CsvSource({
        "1, 1, 0, 0, 1, 0",
        "1, 1, 9, 0, 10, 0",
        "1, 1, 9, 0, 7, 3",
        "5, 1, 4, 0, 1, 0", // the first message of the last topic
        "5, 1, 13, 0, 3, 0", // 3, 8 and 13
        "5, 1, 13, 0, 2, 1",
        "1, 100, 2, 49, 250, 0", // half of a message is not a disorder
        "1, 100, 2, 49, 249, 1",
        "3, 10, 7, 0, 21, 0", // 1, 4 and a row of 7
        "3, 10, 7, 0, 11, 10",
        "1, 1, 3, 0, 5, 0" // one duplicate
    })
    void shouldBeAllRowsUpToTheLatest(int topics, int rowsPerMessage, long message, int item, long rows, long lacking) {
        var order = new TopicOrder(topics, rowsPerMessage);

        assertThat(order.lacking(message * rowsPerMessage + item, rows)).isEqualTo(lacking);
    }
}
