// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.jdbc.dialect.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.jdbc.tdengine.TdengineDialect;
import io.github.hivemqtdengine.message.Precision;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ExceptionTranslatorTest {

    @Test
    void shouldNotCutACharacterInHalf() {
        var settings = new DatabaseSettings(
                "plant",
                ConnectionSettings.of("jdbc:TAOS-WS://h:6041", "u", "p")
                        .within(Duration.ofSeconds(1), Duration.ofSeconds(1)),
                "db",
                SchemaSettings.of(SchemaMode.CREATE, Precision.MICROSECONDS));
        var translator = new ExceptionTranslator(settings, new TdengineDialect());

        var sentence = translator
                .translate(new SQLException("x".repeat(999) + "😀 and more"))
                .sentence();

        assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(sentence)).isTrue();
        assertThat(sentence).endsWith("x...");
    }
}
