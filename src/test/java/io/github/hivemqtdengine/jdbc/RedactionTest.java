package io.github.hivemqtdengine.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.Precision;
import java.io.IOException;
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
        assertThat(redaction.of(failure)).isSameAs(failure);
        assertThat(new Redaction().of("nothing set")).isEqualTo("nothing set");
    }

    @Test
    void shouldCopyAFailureWithoutThePassword() {
        var failure = new SQLException("down", "08001", 7, new IOException("login p&ss wörd failed"));
        var copy = redaction.of(failure);
        assertThat(copy).isInstanceOfSatisfying(SQLException.class, e -> {
            assertThat(e.getErrorCode()).isEqualTo(7);
            assertThat(e.getSQLState()).isEqualTo("08001");
        });
        assertThat(copy.getStackTrace()).isEqualTo(failure.getStackTrace());
        assertThat(copy.getCause()).hasMessage("java.io.IOException: login *** failed");
    }
}
