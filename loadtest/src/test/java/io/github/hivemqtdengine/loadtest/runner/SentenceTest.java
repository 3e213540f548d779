package io.github.hivemqtdengine.loadtest.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import org.junit.jupiter.api.Test;

class SentenceTest {

    @Test
    void shouldSayEveryCauseOnALineOfItsOwn() {
        var failure = new IOException("Client lt-p0 can't connect", new ConnectException("refused"));

        assertThat(Sentence.of(failure)).isEqualTo("""
                Client lt-p0 can't connect
                  since java.net.ConnectException: refused""");
    }
}
