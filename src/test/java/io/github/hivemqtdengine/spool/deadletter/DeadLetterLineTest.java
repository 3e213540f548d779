// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.InboundMessage.Origin;
import io.github.hivemqtdengine.message.Metadata;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Mqtt5Properties.UserProperty;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
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

    /** Line that was written before messages had metadata. */
    private static final String WITHOUT_METADATA = """
            {"time":"2026-01-02T03:04:05Z","route":"r","reason":"missing","detail":"d","topic":"site/ü/1","client":"c1",\
            "user":"u1","qos":1,"retain":true,"duplicate":false,"arrival":"2023-11-14T22:13:20.123456Z",\
            "contentType":"text/plain","responseTopic":"answers","messageExpiry":4294967295,\
            "userProperties":[["unit","V"]],"payload":"eyJ2IjoxfQ=="}""";

    /** The line of a message without metadata has not changed either. */
    @Test
    void shouldReadAndWriteTheLineOfAMessageWithoutMetadata() throws IOException {
        var message = read(WITHOUT_METADATA);

        assertThat(message)
                .usingRecursiveComparison()
                .isEqualTo(new InboundMessage(
                        "site/ü/1",
                        "{\"v\":1}".getBytes(StandardCharsets.UTF_8),
                        "c1",
                        "u1",
                        1,
                        true,
                        false,
                        new Mqtt5Properties(
                                "text/plain", "answers", 4_294_967_295L, List.of(new UserProperty("unit", "V"))),
                        1_700_000_000_123_456L));
        assertThat(written(message)).isEqualTo(WITHOUT_METADATA + "\n");
    }

    /** Names of Sparkplug metrics depend on it. */
    @Test
    void shouldKeepThatAMessageWasCopied() throws IOException {
        var copied = read(EARLIER).asCopied();

        assertThat(written(copied)).contains("\"copied\":true");
        assertThat(read(written(copied)).origin()).isEqualTo(Origin.COPIED);
        assertThat(read(written(copied)).asReplayed().origin()).isEqualTo(Origin.COPIED);
    }

    @Test
    void shouldReadALetterWithoutMetadata() throws IOException {
        assertThat(read(EARLIER).metadata()).isSameAs(Metadata.NONE);
    }

    @Test
    void shouldReadTheMetadata() throws IOException {
        var line = withMetadata("\"correlationData\":\"AP8H\",\"payloadFormatIndicator\":0,\"packetId\":65535,"
                + "\"clientAddress\":\"10.0.0.1\",\"clientListener\":\"l\",\"clientMqttVersion\":\"3.1.1\","
                + "\"clientCertificateCn\":\"press 7\",\"brokerNode\":\"n\"");

        assertThat(read(line).metadata())
                .usingRecursiveComparison()
                .isEqualTo(new Metadata(new byte[] {0, -1, 7}, 0, 65_535, "10.0.0.1", "l", "3.1.1", "press 7", "n"));
    }

    @Test
    void shouldWriteOnlyTheFactsThatAreKept() throws IOException {
        var message = read(EARLIER);

        assertThat(written(message)).doesNotContain("clientAddress", "correlationData", "packetId", "brokerNode");
        assertThat(written(message.with(new Metadata(null, null, null, null, "l", null, null, null))))
                .contains("\"userProperties\":[],\"clientListener\":\"l\",\"payload\"")
                .doesNotContain("clientAddress", "correlationData", "packetId", "brokerNode");
    }

    private static String written(InboundMessage message) throws IOException {
        var line = new ByteArrayOutputStream();
        var letter = new DeadLetter("r", message, DeadLetterReason.MISSING, "d");
        var time = Instant.parse("2026-01-02T03:04:05Z");
        DeadLetterLine.write(letter, time, line);
        assertThat(DeadLetterLine.bytes(letter, time)).isEqualTo(line.size());
        return line.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"packetId\":0",
                "\"packetId\":65536",
                "\"packetId\":\"1\"",
                "\"payloadFormatIndicator\":2",
                "\"payloadFormatIndicator\":-1",
                "\"clientAddress\":7",
                "\"correlationData\":7"
            })
    void shouldRefuseMetadataThatNoMessageHas(String field) {
        assertThatIllegalArgumentException().isThrownBy(() -> read(withMetadata(field)));
    }

    @Test
    void shouldCountTheCorrelationDataTowardsTheLimit() throws IOException {
        var data = Base64.getEncoder().encodeToString(new byte[LIMIT]);

        assertThat(read(withMetadata("\"correlationData\":\"" + data + "\"")).payload())
                .isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(
                        letter(1, "[]").replace("\"payload\"", "\"correlationData\":\"" + data + "\",\"payload\"")));
    }

    private static String withMetadata(String fields) {
        return EARLIER.replace("\"payload\"", fields + ",\"payload\"");
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
