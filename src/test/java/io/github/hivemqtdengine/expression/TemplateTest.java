// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.expression.Expression.Literal;
import io.github.hivemqtdengine.expression.Reference.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateTest {

    @Test
    void shouldReadTextAndReferences() {
        assertThat(Template.parse("m_${mqtt-topic:site}_${payload:'/a b/0'}$").parts())
                .containsExactly(
                        new Literal("m_"),
                        new Reference(Kind.MQTT_TOPIC, "site"),
                        new Literal("_"),
                        new Reference(Kind.PAYLOAD, "/a b/0"),
                        new Literal("$"));
        assertThat(Template.parse("").parts()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"$${x}|${x}", "$$${mqtt-qos}|$${mqtt-qos}", "$5 {a} $|$5 {a} $", "a$${b$${c|a${b${c"})
    void shouldKeepEscapedReferencesAsText(String text, String literal) {
        assertThat(Template.parse(text).parts()).containsExactly(new Literal(literal));
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldReadEveryReference(Kind kind) {
        var argument = kind.argument() == Reference.Argument.REQUIRED ? "/x" : "";
        var text = "${" + kind.keyword() + (argument.isEmpty() ? "" : ":" + argument) + "}";

        assertThat(Template.parse(text).parts()).containsExactly(new Reference(kind, argument));
        assertThat(Template.parse(text)).hasToString(text).isEqualTo(Template.parse(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a${b|index 1 opens a reference that is never closed; write $${ for the text ${",
                "${}|index 2 is \"}\" where a value is expected",
                "x${mqtt-topc}|index 3 is not a reference; did you mean ${mqtt-topic}?",
                "${payload-rot:/x}|index 2 is not a reference; did you mean ${payload-root}?",
                "${MQTT-QOS}|index 2 is not a reference",
                "${mqtt-qos:1}|index 2 must be ${mqtt-qos}, without a colon",
                "${mqtt-user-property}|index 2 needs something after the colon: ${mqtt-user-property:...}",
                "${payload-root}|index 2 needs something after the colon: ${payload-root:...}",
                "${mqtt-topic:}|index 2 needs something after the colon: ${mqtt-topic:...}",
                "${mqtt-topic:0}|index 2 needs the name of a topic level, its number from 1",
                "${mqtt-topic:a b}|index 15 is \"b\" where } to end what ${ has opened is expected",
                "${payload:x}|index 2 needs a JSON Pointer after the colon, like /voltage or /values/0",
                "${payload:/~x}|index 2 needs a JSON Pointer after the colon, like /voltage or /values/0",
                "a ${lower('x'} b|index 13 is \"}\" where ) is expected"
            })
    void shouldPointAtWhatIsWrong(String text, String sentence) {
        assertThatThrownBy(() -> Template.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void shouldTellWhatItReads() {
        assertThat(Template.parse("x${mqtt-topic:site}${if(payload:/a > 0, mqtt-qos, 1)}")
                        .references())
                .containsExactly(
                        new Reference(Kind.MQTT_TOPIC, "site"),
                        new Reference(Kind.PAYLOAD, "/a"),
                        new Reference(Kind.MQTT_QOS, ""));
    }

    @ParameterizedTest
    @CsvSource({
        "payload,false,false",
        "payload:/a,true,false",
        "payload-root:/a,true,false",
        "payload-bytes,false,true",
        "payload-encoding,false,true",
        "mqtt-topic,false,false"
    })
    void shouldTellWhichPayloadsAReferenceIsFor(String reference, boolean json, boolean raw) {
        var read = Expression.parse(reference).references().findFirst().orElseThrow();
        assertThat(read.readsJson()).isEqualTo(json);
        assertThat(read.readsRaw()).isEqualTo(raw);
    }

    @ParameterizedTest
    @CsvSource({"1,true,false,1", "3..,false,true,3", "site,false,false,0"})
    void shouldTellLevelsOfTheTopic(String argument, boolean isNumber, boolean isRest, int level) {
        var reference = Reference.of("mqtt-topic", argument);
        assertThat(reference.isTopicLevelNumber()).isEqualTo(isNumber);
        assertThat(reference.isRestOfTopic()).isEqualTo(isRest);
        assertThat(reference.isTopicLevelName()).isEqualTo(!isNumber && !isRest);
        assertThat(level == 0 || reference.topicLevel() == level).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"${payload:/t}", " ${arrival-time}", "arrival-time", ""})
    void shouldNotTakeAnythingElseForTheArrivalTime(String text) {
        assertThat(Template.parse(text).isArrivalTime()).isFalse();
        assertThat(Template.parse("${arrival-time}").isArrivalTime()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"lp_${mqtt-topic},lp_", "${mqtt-topic}_x,''", "text,text", "'',''", "$${x}${mqtt-topic},${x}"})
    void shouldReturnTheTextBeforeTheFirstExpression(String text, String leading) {
        assertThat(Template.parse(text).leadingText()).isEqualTo(leading);
    }
}
