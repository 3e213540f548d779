// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class SentenceTest {

    @Test
    void shouldSayEveryCauseOnALineOfItsOwn() {
        var failure = new IOException("Client lt-p0 can't connect", new ConnectException("refused"));

        assertThat(Sentence.of(failure)).isEqualTo("""
                Client lt-p0 can't connect
                  since java.net.ConnectException: refused""");
    }

    @Test
    void shouldSayACauseOnce() {
        var refused = new ConnectException("Connection refused: /127.0.0.1:1");
        var failure = new IOException("A client could not connect: " + refused.getMessage(), new IOException(refused));

        assertThat(Sentence.of(failure)).isEqualTo("A client could not connect: Connection refused: /127.0.0.1:1");
    }

    @Test
    void shouldOmitAFailureThatOnlyWrapsAnother() {
        var failure = new UncheckedIOException(new IOException("There are no payloads in plant"));

        assertThat(Sentence.of(failure)).isEqualTo("There are no payloads in plant");
    }

    @Test
    void shouldSayWhichFileIsMissing() {
        assertThat(Sentence.of(new NoSuchFileException("run.json"))).isEqualTo("There is no file or folder run.json");
        assertThat(Sentence.of(new IOException("The run can't be read", new AccessDeniedException("run.json"))))
                .endsWith("  since Access to run.json is denied");
    }
}
