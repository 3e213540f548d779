// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.jdbc.tdengine.driver.TdengineFailures;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RedactionTest {

    private final Redaction redaction = new Redaction("p&ss wörd");

    @Test
    void shouldMaskThePasswordPlainAndEncoded() {
        assertThat(redaction.of("user=a p&ss wörd b p%26ss+w%C3%B6rd")).isEqualTo("user=a *** b ***");
    }

    @Test
    void shouldMaskWhateverIsNamedAPassword() {
        assertThat(redaction.of("jdbc:x?user=a&password=other&b=c")).isEqualTo("jdbc:x?user=a&password=***&b=c");
        assertThat(redaction.of("{\"password\":\"o,t\",\"db\":\"x\"}")).isEqualTo("{\"password\":***,\"db\":\"x\"}");
    }

    @Test
    void shouldMaskAPasswordWithCharactersThatJsonEscapes() {
        var quoted = new Redaction("a\"b\\c");
        assertThat(quoted.of("{\"password\":\"a\\\"b\\\\c\",\"db\":\"x\"}"))
                .isEqualTo("{\"password\":***,\"db\":\"x\"}");
        assertThat(quoted.of("login [\"u\",\"a\\\"b\\\\c\"] failed")).isEqualTo("login [\"u\",\"***\"] failed");
    }

    @Test
    void shouldMaskAnyJsonStringThatIsNamedAPassword() {
        assertThat(redaction.of("{\"password\":\"x\\\\\",\"db\":\"x\"}")).isEqualTo("{\"password\":***,\"db\":\"x\"}");
        assertThat(redaction.of("{\"token\":\"x\\\"y z\",\"db\":\"x\"}")).isEqualTo("{\"token\":***,\"db\":\"x\"}");
        assertThat(redaction.of("cut: {\"password\":\"a,b c\\")).isEqualTo("cut: {\"password\":***");
        assertThat(redaction.of("\"password\":\"" + "\\\"".repeat(20_000) + "\""))
                .isEqualTo("\"password\":***");
    }

    @Test
    void shouldLeaveWordsAloneThatHoldThePassword() {
        var quest = new Redaction("quest");
        assertThat(quest.of("request timed out, user admin/quest")).isEqualTo("request timed out, user admin/***");
    }

    @Test
    void shouldMaskATokenInTheNameOfADatabase() {
        var settings = new DatabaseSettings(
                "cloud",
                ConnectionSettings.of("jdbc:TAOS-WS://gw:443?token=s3cret&useSSL=true", "u", "p")
                        .within(Duration.ofSeconds(1), Duration.ofSeconds(1)),
                "db",
                SchemaSettings.of(SchemaMode.CREATE, Precision.MICROSECONDS));
        assertThat(settings).hasToString("cloud (jdbc:TAOS-WS://gw:443?token=***&useSSL=true, user u)");
    }

    @Test
    void shouldLeaveAFailureAloneThatShowsNothing() {
        var failure = new SQLException("down", new IOException("broken"));
        assertThat(redacted(failure)).isSameAs(failure);
        assertThat(new Redaction().of("nothing set")).isEqualTo("nothing set");
    }

    @Test
    void shouldCopyAFailureWithoutThePassword() {
        var failure = new SQLException("down", "08001", 7, new IOException("login p&ss wörd failed"));
        var copy = redacted(failure);
        assertThat(copy).isInstanceOfSatisfying(SQLException.class, e -> {
            assertThat(e.getErrorCode()).isEqualTo(7);
            assertThat(e.getSQLState()).isEqualTo("08001");
        });
        assertThat(copy.getStackTrace()).isEqualTo(failure.getStackTrace());
        assertThat(copy.getCause()).hasMessage("java.io.IOException: login *** failed");
    }

    @Test
    void shouldKeepACodeThatStandsInTheMessage() {
        var copy = redacted(new SQLException("(0x357):auth failure:{\"password\":\"p&ss wörd\"}"));
        assertThat(copy).hasMessage("(0x357):auth failure:{\"password\":***}");
        assertThat(TdengineFailures.classify(copy).kind()).isEqualTo(FailureKind.FATAL);
    }

    @Test
    void shouldFindThePasswordInWhateverHangsOnAFailure() {
        var withSuppressed = new SQLException("down", "08001", 7);
        withSuppressed.addSuppressed(new IOException("suppressed", new IOException("p&ss wörd")));
        var withNext = new SQLException("down", "08001", 7);
        withNext.setNextException(new SQLException("p&ss wörd"));

        var copy = redacted(withSuppressed);

        assertThat(copy)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(7));
        assertThat(copy.getSuppressed()).singleElement().satisfies(suppressed -> {
            assertThat(suppressed).hasMessage("java.io.IOException: suppressed");
            assertThat(suppressed.getCause()).hasMessage("java.io.IOException: ***");
        });
        assertThat(redacted(withNext))
                .hasMessage("down")
                .isInstanceOfSatisfying(
                        SQLException.class,
                        e -> assertThat(e.iterator()).toIterable().containsExactly(e));
    }

    @Test
    void shouldCutWhatHangsTooDeepToBeLookedAt() {
        Throwable deep = new IOException("p&ss wörd");
        for (int i = 0; i < 100; i++) {
            deep = new IOException("level", deep);
        }

        assertThat(redacted(deep)).isNotSameAs(deep).hasMessage("java.io.IOException: level");
        assertThat(stackTrace(redacted(deep))).doesNotContain("p&ss");
    }

    private Throwable redacted(Throwable failure) {
        return redaction.of(failure);
    }

    private static String stackTrace(Throwable failure) {
        var text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
