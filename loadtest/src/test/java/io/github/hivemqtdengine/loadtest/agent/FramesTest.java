// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FramesTest {

    private static final int MOST = 100;

    @Test
    void shouldReadWhatWasWritten() throws Exception {
        var bytes = new ByteArrayOutputStream();
        Frames.write(bytes, "one".getBytes(US_ASCII), MOST);
        Frames.write(bytes, new byte[0], MOST);
        Frames.write(bytes, new byte[MOST], MOST);
        var in = new ByteArrayInputStream(bytes.toByteArray());

        assertThat(Frames.read(in, MOST)).hasValue("one".getBytes(US_ASCII));
        assertThat(Frames.read(in, MOST)).hasValue(new byte[0]);
        assertThat(Frames.read(in, MOST)).hasValue(new byte[MOST]);
        assertThat(Frames.read(in, MOST)).isEmpty();
    }

    @Test
    void shouldRefuseToWriteMoreThanThePeerReads() {
        assertThatThrownBy(() -> Frames.write(new ByteArrayOutputStream(), new byte[MOST + 1], MOST))
                .isInstanceOf(IOException.class)
                .hasMessage("A message of 101 bytes is too long, the most is 100");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 6})
    void shouldSayThatAFrameIsCut(int length) throws Exception {
        var bytes = new ByteArrayOutputStream();
        Frames.write(bytes, "one".getBytes(US_ASCII), MOST);
        var cut = new ByteArrayInputStream(Arrays.copyOf(bytes.toByteArray(), length));

        assertThatThrownBy(() -> Frames.read(cut, MOST)).isInstanceOf(EOFException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Welcome to Linux", "\377\377\377\377"})
    void shouldNotReserveMemoryForSomethingElse(String text) {
        var bytes = new ByteArrayInputStream(text.getBytes(ISO_8859_1));

        assertThatThrownBy(() -> Frames.read(bytes, MOST))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no message of the load tests");
    }
}
