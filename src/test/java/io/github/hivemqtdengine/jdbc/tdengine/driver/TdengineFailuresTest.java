// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TdengineFailuresTest {

    /** Every code of taoserror.h that has a meaning for a writer; written down a second time, so that no line slips. */
    private static final List<String> CODES = List.of(
            "TRANSIENT, 2301 2304 2305 2318 231d 231e 2322 2350 2391 ffff 000b 0015 0018 0019",
            "TRANSIENT, 0020 0021 0022 0023 0024 020b 0213 0215 0111 0125 0130 0131 032c 0396",
            "TRANSIENT, 03d3 03d5 03d6 03d7 03a1 03ae 0408 040a 042a 0503 0520 0522 0529 0538",
            "TRANSIENT, 0541 0903 090c 0911 0914 09ff 2402 2405 2406 2504 0334 0129 012b 012e",
            "TRANSIENT, 0613 0026 0027 2407 0206 032d 03d9 03df 0730 022d 0107 0108 010a",
            "TRANSIENT, 0217 0380 0383 0386 0388 2404 2616 012c 002a",
            "CONGESTED, 0102 0106 0126 0137 0528 0531 0808 0916 0917 0918 6000 0739 073a",
            "TOO_LARGE, 0219 002b",
            "SCHEMA, 03c6 0600 0602 0618 061b 2507 2662 022b 0362 061a 2603 0525",
            "SCHEMA, 0526 2602 260d 260e 263f 267d 267e 267f",
            "REJECTED, 021e 021f 263d 263e 2653 020a 2617 264c 013d 0200 0203 0216 0224 0236",
            "REJECTED, 2600 2605 266a 267b 267c 2303 2314 2320 3002 3004 6303 061d 0127 0202",
            "REJECTED, 060b 2635 6205 0364 2643 0365 2640 036f 036e 03c2 2649 264b 2642 2652",
            "REJECTED, 021d 263c 03c5 03c4 03c8 03f3",
            "FATAL, 0134 0315 0351 0357 0358 0214 0303 0512 2644 0800 0816 0820 0824",
            "REJECTED, 0803 080c 080d",
            "FATAL, 0804 0806 0809 082f 0013 011e 2321 0207 0208",
            "UNKNOWN, 7777 0001 022a 0230");

    @ParameterizedTest
    @MethodSource("codes")
    void shouldKnowWhatACodeMeans(String hex, FailureKind kind) {
        int code = Integer.parseInt(hex, 16);
        assertThat(TdengineFailures.classify(new SQLException("any", "", code)).kind())
                .isEqualTo(kind);
        assertThat(TdengineFailures.classify(new SQLException("(0x" + hex + "):any"))
                        .kind())
                .isEqualTo(kind);
        assertThat(TdengineFailures.classify(new SQLException("0x" + hex + ":any"))
                        .code())
                .isEqualTo("0x" + hex);
    }

    static Stream<Arguments> codes() {
        return CODES.stream().flatMap(TdengineFailuresTest::codes);
    }

    private static Stream<Arguments> codes(String line) {
        var kind = FailureKind.valueOf(line.substring(0, line.indexOf(',')));
        return Stream.of(line.substring(line.indexOf(',') + 2).split(" ")).map(hex -> Arguments.of(hex, kind));
    }

    @Test
    void shouldKnowNoCodeThatIsNotListedHere() {
        var listed = codes().map(code -> Integer.parseInt((String) code.get()[0], 16))
                .toList();
        assertThat(listed).containsAll(TdengineFailures.codes()).doesNotHaveDuplicates();
    }

    @Test
    void shouldBlameTheEndpointForALostConnectionOnly() {
        assertThat(TdengineFailures.classify(new SQLException("any", "", 0x2301))
                        .unreachable())
                .isTrue();
        assertThat(TdengineFailures.classify(new SQLException("(0x000b):any")).unreachable())
                .isTrue();
        assertThat(TdengineFailures.classify(new SQLException("any", "", 0x0026))
                        .unreachable())
                .isTrue();
        assertThat(TdengineFailures.classify(new SQLException("any", "", 0x0914))
                        .unreachable())
                .isFalse();
        assertThat(TdengineFailures.classify(new SQLException("any", "", 0x0357))
                        .unreachable())
                .isFalse();
    }

    @Test
    void shouldSayWhatKeepsAColumnFromBeingWidened() {
        assertThat(TdengineFailures.classify(new SQLException("any", "", 0x03C4))
                        .advice())
                .contains("a topic uses the column");
        assertThat(TdengineFailures.classify(new SQLException("any", "", 0x03C8))
                        .advice())
                .contains("a TSMA uses the column");
        assertThat(TdengineFailures.classify(new SQLException("any", "", 0x03F3))
                        .advice())
                .contains("a stream uses the column");
    }

    @Test
    void shouldReadTheLowerHalfOfANativeCode() {
        assertThat(TdengineFailures.classify(new SQLException("any", "", 0x80002603))
                        .code())
                .isEqualTo("0x2603");
        assertThat(TdengineFailures.classify(new SQLException("(0x80002653):any"))
                        .code())
                .isEqualTo("0x2653");
    }

    @Test
    void shouldLookThroughThePoolAtWhatTheDriverThrew() {
        var auth = new SQLException("(0x357):auth failure:Authentication failure");
        assertThat(TdengineFailures.classify(new SQLTransientConnectionException("timed out", auth))
                        .kind())
                .isEqualTo(FailureKind.FATAL);
        assertThat(TdengineFailures.classify(new SQLTransientConnectionException("timed out"))
                        .kind())
                .isEqualTo(FailureKind.TRANSIENT);
    }

    @Test
    void shouldBlameTheRowForAValueOfAWrongType() {
        assertThat(TdengineFailures.classify(new ClassCastException()).kind()).isEqualTo(FailureKind.REJECTED);
        assertThat(TdengineFailures.classify(new IllegalArgumentException()).kind())
                .isEqualTo(FailureKind.REJECTED);
    }

    @Test
    void shouldNotKnowWhatHasNoCode() {
        assertThat(TdengineFailures.classify(new SQLException("odd")).kind()).isEqualTo(FailureKind.UNKNOWN);
        assertThat(TdengineFailures.classify(new SQLException()).kind()).isEqualTo(FailureKind.UNKNOWN);
        assertThat(TdengineFailures.classify(new NullPointerException()).kind()).isEqualTo(FailureKind.UNKNOWN);
        assertThat(TdengineFailures.classify(new SQLException("odd", new IOException("broken")))
                        .code())
                .isEmpty();
    }
}
