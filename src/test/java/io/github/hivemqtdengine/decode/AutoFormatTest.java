// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.avro.AvroFormat;
import io.github.hivemqtdengine.decode.avro.AvroPayloads;
import io.github.hivemqtdengine.decode.cbor.CborFormat;
import io.github.hivemqtdengine.decode.cbor.MsgpackFormat;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.decode.json.NdjsonFormat;
import io.github.hivemqtdengine.decode.json.NonFinite;
import io.github.hivemqtdengine.decode.layout.CsvFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AutoFormatTest {

    private static final AutoFormat FORMAT = new AutoFormat(
            Map.of(
                    "application/json",
                    new JsonFormat(),
                    "application/x-ndjson",
                    new NdjsonFormat(NonFinite.REJECT),
                    "text/csv",
                    new CsvFormat(UTF_8, ',', List.of())),
            new JsonFormat());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "|'{\"a\":1}'|1",
                "''|'{\"a\":1}'|1",
                "application/json|'{\"a\":1}'|1",
                "Application/JSON; charset=utf-8|'{\"a\":1}'|1",
                "application/vnd.plant+json|'{\"a\":1}'|1",
                "application/x-ndjson|'{\"a\":1}\n{\"a\":2}'|1,2",
                "text/csv;header=present|'a\n1\n2'|1,2",
            })
    void shouldReadWhatTheContentTypeSays(@Nullable String contentType, String payload, String values)
            throws DecodeException {
        assertThat(decode(contentType, payload))
                .extracting(record -> String.valueOf(record[0]))
                .containsExactly(values.split(","));
    }

    @ParameterizedTest
    @CsvSource({
        "application/cbor, a16161 07",
        "application/senml+cbor, a16161 07",
        "application/msgpack, 81a161 07",
        "application/vnd.plant+msgpack, 81a161 07",
        "avro/binary, 0e",
    })
    void shouldReadBinaryFormats(String contentType, String payload) throws DecodeException {
        var avro = AvroFormat.datums(
                AvroPayloads.schema(
                        "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"a\",\"type\":\"long\"}]}"),
                null);
        Map<String, PayloadFormat> formats = Map.of(
                "application/cbor", new CborFormat(), "application/msgpack", new MsgpackFormat(), "avro/binary", avro);
        var decoder = new AutoFormat(formats, new JsonFormat())
                .decoder(List.of(new FieldPath(Scope.RECORD, "/a")), RecordShape.ONE_RECORD);

        assertThat(decoder.decode(new Payload(AvroPayloads.hex(payload), contentType, null), BrokenRecords.REFUSED))
                .containsExactly(new Object[] {7L});
    }

    @ParameterizedTest
    @CsvSource({"application/xml", "application/x+xml", "json", "+", "application/cbor", "application/senml+cbor"})
    void shouldRefuseAContentTypeThatNamesNoFormat(String contentType) {
        assertThatThrownBy(() -> decode(contentType, "{}"))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.fault()).isEqualTo(DecodeException.Fault.UNSUPPORTED))
                .hasMessage("The message has a content type that names no format; known are application/json,"
                        + " application/x-ndjson, text/csv");
    }

    private static List<@Nullable Object[]> decode(@Nullable String contentType, String payload)
            throws DecodeException {
        return FORMAT.decoder(List.of(new FieldPath(Scope.RECORD, "/a")), FORMAT.shape(RecordShape.ONE_RECORD))
                .decode(new Payload(payload.getBytes(UTF_8), contentType, null), BrokenRecords.REFUSED);
    }
}
