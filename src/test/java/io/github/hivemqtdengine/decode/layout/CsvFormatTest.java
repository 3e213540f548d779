// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.layout;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.Mutations;
import io.github.hivemqtdengine.decode.RecordLists;
import io.github.hivemqtdengine.decode.document.Structure;
import io.github.hivemqtdengine.testkit.HostileKind;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvFormatTest {

    private static final CsvFormat FORMAT = new CsvFormat(UTF_8, ',', List.of());

    @Test
    void shouldReadColumnsOfTheFirstLine() throws DecodeException {
        var payload = "\uFEFFt,temp,note\r\n1764000000000,21.50,\"a \"\"b\"\",\nc\"\r\n\r\n2,,\n".getBytes(UTF_8);

        assertThat(RecordLists.read(FORMAT, payload, "/t", "/temp", "/note", "/none", ""))
                .containsExactly(
                        new Object[] {
                            "1764000000000",
                            "21.50",
                            "a \"b\",\nc",
                            Decoder.MISSING,
                            Structure.ofJson(
                                    "{\"t\":\"1764000000000\",\"temp\":\"21.50\",\"note\":\"a \\\"b\\\",\\nc\"}")
                        },
                        new Object[] {
                            "2",
                            null,
                            null,
                            Decoder.MISSING,
                            Structure.ofJson("{\"t\":\"2\",\"temp\":null,\"note\":null}")
                        });
    }

    @Test
    void shouldReadNamedColumnsOfAnotherCharset() throws DecodeException {
        var format = new CsvFormat(Charset.forName("GB18030"), '\t', List.of("a", "b"));

        assertThat(RecordLists.read(format, "1\t温度\n2\tx,y".getBytes(Charset.forName("GB18030")), "/b", "/a"))
                .containsExactly(new Object[] {"温度", "1"}, new Object[] {"x,y", "2"});
    }

    @Test
    void shouldHaveNoRecordsBehindTheNames() throws DecodeException {
        assertThat(RecordLists.read(FORMAT, "a,b\n".getBytes(UTF_8), "/a")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|The payload has no line with the names of its columns at byte 0",
                "'a,a\n1,2'|Two columns of the payload have one name at byte 0",
                "'a,b\n1,2\n3'|Line 3 of the payload has 1 values for 2 columns",
                "'a,b\n1,2,3'|Line 2 of the payload has 3 values for 2 columns",
                "'t,v\n1,\"a\n2,b\n3,c'|The payload has a value whose quotes are not right, or a line or a value that is too long",
                "'a\n\"x\"y\n'|The payload has a value whose quotes are not right, or a line or a value that is too long",
            })
    void shouldSayWhatIsWrong(String payload, String sentence) {
        assertThatThrownBy(() -> RecordLists.read(FORMAT, payload.getBytes(UTF_8), "/a"))
                .isInstanceOf(DecodeException.class)
                .hasMessage(sentence);
    }

    @Test
    void shouldRefuseWhatIsNotOfTheCharset() {
        assertThatThrownBy(() -> RecordLists.read(FORMAT, new byte[] {'a', '\n', (byte) 0xFF}, "/a"))
                .hasMessage("The payload is not UTF-8 at byte 2");
    }

    @Test
    void shouldLeaveOutLinesThatAreBroken() throws DecodeException {
        var sentences = new ArrayList<String>();

        assertThat(RecordLists.readWhatCan(sentences, FORMAT, "a,b\n1,2\n3\n4,5\n\"6\"x,7\n8,9".getBytes(UTF_8), "/a"))
                .extracting(record -> record[0])
                .containsExactly("1", "4");
        assertThat(sentences)
                .containsExactly(
                        "1: Line 3 of the payload has 1 values for 2 columns",
                        "3: The payload has a value whose quotes are not right, or a line or a value that is too long");
    }

    @Test
    void shouldGiveRecordsOrACodedError() {
        var seeds = List.of("a,b\n1,\"x\ny\"\n2,é\n".getBytes(UTF_8), "b,a\r\n,\r\n".getBytes(UTF_8));

        new Mutations(HostileKind.CSV, 1, seeds).tryOn(RecordLists.decoder(FORMAT, "/a", ""));
    }
}
