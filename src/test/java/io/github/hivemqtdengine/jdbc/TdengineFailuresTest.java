package io.github.hivemqtdengine.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.pipeline.FailureKind;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TdengineFailuresTest {

    @ParameterizedTest
    @CsvSource({
        "2301, TRANSIENT",
        "2318, TRANSIENT",
        "231d, TRANSIENT",
        "231e, TRANSIENT",
        "2391, TRANSIENT",
        "ffff, TRANSIENT",
        "000b, TRANSIENT",
        "0020, TRANSIENT",
        "0024, TRANSIENT",
        "0918, CONGESTED",
        "0126, CONGESTED",
        "03d3, TRANSIENT",
        "0914, TRANSIENT",
        "2402, TRANSIENT",
        "012b, TRANSIENT",
        "0808, CONGESTED",
        "6000, CONGESTED",
        "0334, TRANSIENT",
        "0219, TOO_LARGE",
        "061b, SCHEMA",
        "2603, SCHEMA",
        "0362, SCHEMA",
        "2662, SCHEMA",
        "2602, SCHEMA",
        "0388, SCHEMA",
        "2653, REJECTED",
        "0216, REJECTED",
        "0200, REJECTED",
        "060b, REJECTED",
        "267b, REJECTED",
        "2600, REJECTED",
        "2617, REJECTED",
        "061d, REJECTED",
        "0357, FATAL",
        "0351, FATAL",
        "0303, FATAL",
        "2644, FATAL",
        "0800, FATAL",
        "0803, FATAL",
        "0013, FATAL",
        "2321, FATAL",
        "7777, UNKNOWN"
    })
    void shouldKnowWhatACodeMeans(String hex, FailureKind kind) {
        int code = Integer.parseInt(hex, 16);
        assertThat(TdengineFailures.judge(new SQLException("any", "", code)).kind())
                .isEqualTo(kind);
        assertThat(TdengineFailures.judge(new SQLException("(0x" + hex + "):any"))
                        .kind())
                .isEqualTo(kind);
        assertThat(TdengineFailures.judge(new SQLException("0x" + hex + ":any")).code())
                .isEqualTo("0x" + hex);
    }

    @Test
    void shouldReadTheLowerHalfOfANativeCode() {
        assertThat(TdengineFailures.judge(new SQLException("any", "", 0x80002603))
                        .code())
                .isEqualTo("0x2603");
        assertThat(TdengineFailures.judge(new SQLException("(0x80002653):any")).code())
                .isEqualTo("0x2653");
    }

    @Test
    void shouldLookThroughThePoolAtWhatTheDriverThrew() {
        var auth = new SQLException("(0x357):auth failure:Authentication failure");
        assertThat(TdengineFailures.judge(new SQLTransientConnectionException("timed out", auth))
                        .kind())
                .isEqualTo(FailureKind.FATAL);
        assertThat(TdengineFailures.judge(new SQLTransientConnectionException("timed out"))
                        .kind())
                .isEqualTo(FailureKind.TRANSIENT);
    }

    @Test
    void shouldBlameTheRowForAValueOfAWrongType() {
        assertThat(TdengineFailures.judge(new ClassCastException()).kind()).isEqualTo(FailureKind.REJECTED);
        assertThat(TdengineFailures.judge(new IllegalArgumentException()).kind())
                .isEqualTo(FailureKind.REJECTED);
    }

    @Test
    void shouldNotKnowWhatHasNoCode() {
        assertThat(TdengineFailures.judge(new SQLException("odd")).kind()).isEqualTo(FailureKind.UNKNOWN);
        assertThat(TdengineFailures.judge(new SQLException()).kind()).isEqualTo(FailureKind.UNKNOWN);
        assertThat(TdengineFailures.judge(new NullPointerException()).kind()).isEqualTo(FailureKind.UNKNOWN);
        assertThat(TdengineFailures.judge(new SQLException("odd", new IOException("broken")))
                        .code())
                .isEmpty();
    }
}
