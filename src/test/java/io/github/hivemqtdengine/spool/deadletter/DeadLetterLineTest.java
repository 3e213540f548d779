package io.github.hivemqtdengine.spool.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.hivemqtdengine.message.InboundMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeadLetterLineTest {

    private static final int LIMIT = 1_000;

    /** Line of an earlier version, which had no message expiry interval. */
    private static final String EARLIER = """
            {"time":"2026-01-02T03:04:05Z","route":"r","reason":"missing","detail":"d","topic":"t","client":"c",\
            "user":null,"qos":0,"retain":false,"duplicate":false,"arrival":"2026-01-02T03:04:05Z","contentType":null,\
            "responseTopic":null,"userProperties":[],"payload":""}""";

    @Test
    void shouldReadALetterThatSaysNothingOfItsExpiry() throws IOException {
        assertThat(read(EARLIER).properties().messageExpiry()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "4294967296", "\"60\"", "true"})
    void shouldRefuseAnExpiryThatMqttDoesNotHave(String expiry) {
        var line = EARLIER.replace("\"userProperties\"", "\"messageExpiry\":" + expiry + ",\"userProperties\"");

        assertThatIllegalArgumentException().isThrownBy(() -> read(line));
    }

    /** A user property counts with what it takes in memory beside its two characters. */
    @Test
    void shouldReadAMessageUpToTheLimitAndNoLargerOne() throws IOException {
        assertThat(read(letter(LIMIT, "[]")).payload()).hasSize(LIMIT);
        assertThat(read(letter(LIMIT - 122, "[[\"a\",\"b\"]]")).payload()).hasSize(LIMIT - 122);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(letter(LIMIT + 1, "[]")))
                .withMessage("its message is larger than max-message-bytes, 1000 bytes");
        assertThatIllegalArgumentException().isThrownBy(() -> read(letter(LIMIT - 121, "[[\"a\",\"b\"]]")));
        assertThatIllegalArgumentException().isThrownBy(() -> read(letter(1_000_000, "[]")));
    }

    /** Jackson's messages quote what they found. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"topic\":\"t\" | \"topic\":4711 | its \"topic\" has the wrong type",
                "\"topic\":\"t\" | \"topic\":{\"4711\":1} | its \"topic\" has the wrong type",
                "\"qos\":0 | \"qos\":\"4711\" | its \"qos\" has the wrong type",
                "\"retain\":false | \"retain\":\"4711\" | its \"retain\" has the wrong type",
                "\"userProperties\":[] | \"userProperties\":\"4711\" | its \"userProperties\" has the wrong type",
                "\"userProperties\":[] | \"userProperties\":[[\"4711\"]] | \"userProperties\" is not a list of pairs",
                "\"userProperties\":[] | \"userProperties\":[[\"a\",4711]] | \"userProperties\" is not a list of pairs",
                "\"userProperties\":[] | \"userProperties\":[null] | \"userProperties\" is not a list of pairs",
                "\"payload\":\"\" | \"payload\":4711 | its \"payload\" has the wrong type",
                "\"payload\":\"\" | \"payload\":{\"4711\":1} | its \"payload\" has the wrong type",
                "\"payload\":\"\" | \"payload\":\"\",\"topic\":\"4711\" | Duplicate field 'topic'",
                "\"arrival\":\"2026-01-02T03:04:05Z\", | '' | it has no \"arrival\"",
                "\"payload\":\"\" | \"payload\":null | it has no \"payload\""
            })
    void shouldSayWhatIsWrongWithoutQuotingTheLine(String part, String instead, String sentence) {
        assertThat(EARLIER).contains(part);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(EARLIER.replace(part, instead)))
                .withMessage(sentence);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "[]", "\"4711\"", "{} {}"})
    void shouldRefuseALineThatIsNotOneObject(String line) {
        assertThatIllegalArgumentException().isThrownBy(() -> read(line)).withMessage("it is not one JSON object");
    }

    @Test
    void shouldPassOverFieldsThatItDoesNotKnow() throws IOException {
        assertThat(read("{\"next\":{\"topic\":[7]}," + EARLIER.substring(1)).topic())
                .isEqualTo("t");
    }

    /** They tell a reader of the file what happened; a replay does not need them. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"time\":\"2026-01-02T03:04:05Z\" | \"time\":5",
                "\"reason\":\"missing\" | \"reason\":[]",
                "\"detail\":\"d\" | \"detail\":{\"a\":1}"
            })
    void shouldPassOverWhatSaysWhyItIsADeadLetter(String part, String instead) throws IOException {
        assertThat(EARLIER).contains(part);

        assertThat(read(EARLIER.replace(part, instead)).topic()).isEqualTo("t");
    }

    /** Checks a payload that is longer than the strings that Jackson reads. */
    @Test
    void shouldReadALargePayload() throws IOException {
        var line = letter(30_000_000, "[]").getBytes(StandardCharsets.UTF_8);

        assertThat(DeadLetterLine.read(1, new ByteArrayInputStream(line), Long.MAX_VALUE)
                        .message()
                        .payload())
                .hasSize(30_000_000);
    }

    private static String letter(int payloadBytes, String userProperties) {
        var payload = Base64.getEncoder().encodeToString(new byte[payloadBytes]);
        return EARLIER.replace("\"payload\":\"", "\"payload\":\"" + payload)
                .replace("\"userProperties\":[]", "\"userProperties\":" + userProperties);
    }

    private static InboundMessage read(String line) throws IOException {
        return DeadLetterLine.read(1, new ByteArrayInputStream(line.getBytes(StandardCharsets.UTF_8)), LIMIT)
                .message();
    }
}
