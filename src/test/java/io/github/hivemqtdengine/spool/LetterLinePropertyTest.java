package io.github.hivemqtdengine.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.UserProperty;
import io.github.hivemqtdengine.pipeline.DeadLetter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

class LetterLinePropertyTest {

    private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678901Z");

    @Property(tries = 300)
    void shouldReadBackWhatWasWritten(
            @ForAll("messages") InboundMessage message,
            @ForAll("texts") String routeId,
            @ForAll DeadLetter.Reason reason,
            @ForAll String detail)
            throws IOException {
        var line = written(new DeadLetter(routeId, message, reason, detail));

        var read = LetterLine.read(7, new ByteArrayInputStream(line));

        assertThat(read.number()).isEqualTo(7);
        assertThat(read.routeId()).isEqualTo(routeId);
        assertThat(read.message()).usingRecursiveComparison().isEqualTo(message);
    }

    @Property(tries = 300)
    void shouldKnowBeforehandHowLongALineWillBe(@ForAll("messages") InboundMessage message) throws IOException {
        var letter = new DeadLetter("r", message, DeadLetter.Reason.DECODE, "ü");

        assertThat(LetterLine.bytes(letter, TIME)).isEqualTo(written(letter).length);
    }

    /** Whatever a process left when it died is a message or none, never another one. */
    @Property(tries = 100)
    void shouldReadNothingFromALineThatEndsTooEarly(@ForAll("messages") InboundMessage message) throws IOException {
        var line = new String(
                written(new DeadLetter("r", message, DeadLetter.Reason.DECODE, "d")), StandardCharsets.ISO_8859_1);
        for (int length = 0; length < line.length() - 1; length += 7) {
            var torn = line.substring(0, length).getBytes(StandardCharsets.ISO_8859_1);
            assertThat(isReadable(torn)).as("%d bytes", length).isFalse();
        }
    }

    /** As an operator's editor, a full disk or a power cut may leave it. */
    @Property(tries = 1_000)
    void shouldReadOrRefuseWhateverStandsInALine(@ForAll @Size(max = 40) byte[] line) {
        assertThatCode(() -> isReadable(line)).doesNotThrowAnyException();
    }

    private static boolean isReadable(byte[] line) throws IOException {
        try {
            return LetterLine.read(1, new ByteArrayInputStream(line)).number() == 1;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static byte[] written(DeadLetter letter) throws IOException {
        var out = new ByteArrayOutputStream();
        LetterLine.write(letter, TIME, out);
        return out.toByteArray();
    }

    @Provide
    Arbitrary<InboundMessage> messages() {
        var payloads = Arbitraries.bytes().array(byte[].class).ofMaxSize(100);
        var arrivals = Arbitraries.longs().between(-1, 4_000_000_000_000_000L);
        return Combinators.combine(
                        texts(),
                        payloads,
                        texts(),
                        texts().injectNull(0.3),
                        Arbitraries.integers().between(0, 2),
                        Arbitraries.of(true, false),
                        properties(),
                        arrivals)
                .as((topic, payload, client, user, qos, retain, properties, arrival) ->
                        new InboundMessage(topic, payload, client, user, qos, retain, !retain, properties, arrival));
    }

    private Arbitrary<Mqtt5Properties> properties() {
        var pairs = Combinators.combine(texts(), texts())
                .as(UserProperty::new)
                .list()
                .ofMaxSize(3);
        var expiries = Arbitraries.longs()
                .between(0, Mqtt5Properties.MAX_MESSAGE_EXPIRY)
                .injectNull(0.3);
        return Combinators.combine(texts().injectNull(0.3), texts().injectNull(0.3), expiries, pairs)
                .as(Mqtt5Properties::new);
    }

    /** As MQTT has them: UTF-8, so without halves of characters. */
    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.oneOf(
                Arbitraries.strings().ascii().ofMaxLength(20),
                Arbitraries.strings().all().excludeChars(halves()).ofMaxLength(20),
                Arbitraries.of(List.of("", "工厂/线 1/😀", "a\"b\\c\n\u0000")));
    }

    private static char[] halves() {
        var halves = new char[Character.MAX_SURROGATE - Character.MIN_SURROGATE + 1];
        for (int i = 0; i < halves.length; i++) {
            halves[i] = (char) (Character.MIN_SURROGATE + i);
        }
        return halves;
    }
}
