// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.raw;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RawChunksTest {

    private static final List<FieldPath> FIELDS = List.of(
            new FieldPath(Scope.RECORD, ""),
            RawFormat.BYTES,
            RawFormat.CHUNK,
            RawFormat.CHUNKS,
            RawFormat.CHECKSUM,
            RawFormat.ENCODING);

    @SeededTest
    void shouldReadBlocksBackWhole(RandomValues random) throws DecodeException {
        var encoding = random.oneOf(RawEncoding.values());
        int chunkBytes = random.between(8, 1_024);
        boolean isText = random.anyBoolean() || encoding == RawEncoding.TEXT;
        var payload = payload(random.between(0, 5_000), isText, new Random(random.anyLong()));

        var chunks = decode(new RawFormat(encoding, UTF_8, chunkBytes), payload);

        var whole = encoding.encode(payload, UTF_8, true);
        assertThat(chunks.stream().map(chunk -> (String) chunk[0]).collect(Collectors.joining()))
                .isEqualTo(whole.text());
        assertThat(joined(chunks)).isEqualTo(payload);
        for (int i = 0; i < chunks.size(); i++) {
            assertThat(((byte[]) chunks.get(i)[1]).length).isLessThanOrEqualTo(chunkBytes);
            assertThat(Arrays.copyOfRange(chunks.get(i), 2, 6))
                    .containsExactly(
                            (long) i,
                            (long) chunks.size(),
                            crc(payload),
                            whole.encoding().label());
        }
    }

    @Test
    void shouldNotDivideWhatFits() throws DecodeException {
        assertThat(decode(new RawFormat(RawEncoding.HEX, UTF_8, 1_024), new byte[1_024]))
                .hasSize(1);
        assertThat(decode(new RawFormat(RawEncoding.HEX, UTF_8, 1_024), new byte[1_025]))
                .hasSize(2);
        assertThat(decode(new RawFormat(RawEncoding.HEX), new byte[100_000])).hasSize(1);
    }

    @Test
    void shouldReadTextOfAnotherCharset() throws DecodeException {
        var format = new RawFormat(RawEncoding.TEXT, Charset.forName("GB18030"), 0);

        assertThat(decode(format, "温度 21℃".getBytes(Charset.forName("GB18030"))).get(0)[0])
                .isEqualTo("温度 21℃");
        assertThatThrownBy(() -> decode(format, new byte[] {'a', (byte) 0xFF, 'b'}))
                .isInstanceOfSatisfying(DecodeException.class, e -> {
                    assertThat(e.fault()).isEqualTo(DecodeException.Fault.CHARSET);
                    assertThat(e.sentence()).isEqualTo("The payload is not GB18030 at byte 1");
                });
    }

    private static byte[] payload(int size, boolean isText, Random random) {
        if (!isText) {
            var bytes = new byte[size];
            random.nextBytes(bytes);
            return bytes;
        }
        return random.ints(size / 3, 'a', 0x2FFF)
                .mapToObj(Character::toString)
                .collect(Collectors.joining())
                .getBytes(UTF_8);
    }

    private static byte[] joined(List<@Nullable Object[]> chunks) {
        var bytes = new ByteArrayOutputStream();
        chunks.forEach(chunk -> bytes.writeBytes((byte[]) chunk[1]));
        return bytes.toByteArray();
    }

    private static String crc(byte[] payload) {
        var crc = new CRC32C();
        crc.update(payload);
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }

    private static List<@Nullable Object[]> decode(RawFormat format, byte[] payload) throws DecodeException {
        return format.decoder(FIELDS, RecordShape.ONE_RECORD).decode(Payload.of(payload), BrokenRecords.REFUSED);
    }
}
