package io.github.hivemqtdengine.spool.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hivemqtdengine.pipeline.queue.KeyMark;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatermarkTest {

    @TempDir
    Path folder;

    @Test
    void shouldStayWhereItWasWhenItCanNotBeWritten() throws Exception {
        var watermark = Watermark.open(folder.resolve("watermark"));
        watermark.advance(5, KeyMark.NONE);
        watermark.close();

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> watermark.advance(6, KeyMark.NONE));

        assertThat(watermark.number()).isEqualTo(5);
    }
}
