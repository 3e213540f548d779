// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.route.MessageSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationChangeTest {

    private static final String ANOTHER_ROUTE = Sample.XML
            .substring(Sample.XML.indexOf("<route>"), Sample.XML.indexOf("</routes>"))
            .replace("<id>meters", "<id>another");
    private static final String ANOTHER_DATABASE = Sample.XML
            .substring(Sample.XML.indexOf("<database>"), Sample.XML.indexOf("</databases>"))
            .replace("<id>plant", "<id>another");

    @TempDir
    Path folder;

    @Test
    void shouldFindNoneInWhatIsWrittenInAnotherWay() {
        var change = change(Sample.XML, "<!-- new -->" + Sample.XML.replace("20 s", "20000 ms"));

        assertThat(change.isNone()).isTrue();
        assertThat(change).hasToString("");
    }

    @Test
    void shouldFindNoneInAnotherOrderOfRoutes() {
        var both = Sample.with("</routes>", ANOTHER_ROUTE + "</routes>");

        assertThat(change(both, Sample.with("<routes>", "<routes>" + ANOTHER_ROUTE))
                        .isNone())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "type=\"DOUBLE\" | type=\"FLOAT\" | routes changed meters",
                "site/test/# | site/trial/# | routes changed meters",
                "value=\"${payload:/v}\" | value=\"${payload:/w}\" | routes changed meters",
                "<id>meters | <id>gauges | routes added gauges, removed meters",
                "<schema>evolve | <schema>create | databases changed plant",
                "s3cr3t | another | databases changed plant",
                "sesame | another | schema registries changed main",
                "<id>main | <id>other | schema registries added other, removed main",
                "<id>meters</id> | <id>meters</id><silence>5 min</silence> | silences added meters",
            })
    void shouldSayInOneLineWhatChanged(String place, String replacement, String line) {
        var change = change(Sample.XML, Sample.with(place, replacement));

        assertThat(change.isNone()).isFalse();
        assertThat(change).hasToString(line);
        assertThat(change.rejections(Set.of(MessageSource.PUBLISHES))).isEmpty();
    }

    @Test
    void shouldNameAllThatChanged() {
        var after = Sample.with("type=\"DOUBLE\"", "type=\"FLOAT\"")
                .replace(
                        "</routes>",
                        ANOTHER_ROUTE.replace("\"meters\"", "\"x\"").replace("m_", "x_") + "</routes>")
                .replace("</databases>", ANOTHER_DATABASE + "</databases>");

        assertThat(change(Sample.XML, after))
                .hasToString("routes added another, changed meters; databases added another");
        assertThat(change(after, Sample.XML))
                .hasToString("routes changed meters, removed another; databases removed another");
    }

    /** Records of a route whose super table is a template can't name the tables of other routes. */
    @Test
    void shouldNotNameARouteWithATemplateIfOnlyAnotherRouteChanged() {
        var template = ANOTHER_ROUTE
                .replace("<id>another", "<id>named")
                .replace("\"meters\" sub-table=\"", "\"t${payload:/type}\" sub-table=\"t${payload:/type}_");
        var before = Sample.with("</routes>", template + "</routes>");
        var third = ANOTHER_ROUTE.replace("\"meters\"", "\"x\"").replace("m_", "x_");

        assertThat(change(before, "<!-- new -->" + before).isNone()).isTrue();
        assertThat(change(before, before.replace("</routes>", third + "</routes>")))
                .hasToString("routes added another");
        assertThat(change(before.replace("</routes>", third + "</routes>"), before))
                .hasToString("routes removed another");
        assertThat(change(before, before.replace("super-table=\"meters\"", "super-table=\"gauges\"")))
                .hasToString("routes changed meters");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<lanes>8 | <lanes>9",
                "<capture>on-ack | <capture>on-publish",
                "<spool max-bytes=\"8 GiB\" | <spool max-bytes=\"9 GiB\"",
                "<dead-letters max-bytes=\"2 MiB\" | <dead-letters max-bytes=\"3 MiB\"",
                "time-limit=\"5 s\" | time-limit=\"6 s\"",
                "</delivery> | <archive/></delivery>",
                "</delivery> | <status topic=\"plant/status\"/></delivery>",
                "<unmapped samples-per-minute=\"6000\"/> | <unmapped/>",
                "<unmapped samples-per-minute=\"6000\"/> | ''"
            })
    void shouldRefuseAnotherDelivery(String place, String replacement) {
        var change = change(Sample.XML, Sample.with(place, replacement));

        assertThat(change.isNone()).isFalse();
        assertThat(change.rejections(Set.of(MessageSource.PUBLISHES)))
                .containsExactly("<delivery> was changed; restart the broker to apply the change");
    }

    @Test
    void shouldRefuseTheFirstKeyOfASilence() {
        var keyed = Sample.XML.replaceFirst(
                "<id>meters</id>", "<id>meters</id><silence>5 min</silence><silence-key>meter</silence-key>");

        assertThat(change(Sample.XML, keyed).rejections(Set.of(MessageSource.PUBLISHES)))
                .containsExactly("The first <silence-key> was added; restart the broker to apply the change");
        assertThat(change(keyed, keyed.replace("5 min", "6 min")).rejections(Set.of(MessageSource.PUBLISHES)))
                .isEmpty();
    }

    @Test
    void shouldRefuseASourceThatNobodyListensTo() {
        var change = change(Sample.XML, Sample.with("<source>publishes", "<source>last-wills"));

        assertThat(change.rejections(Set.of(MessageSource.PUBLISHES)))
                .containsExactly(
                        "Route \"meters\" has the source last-wills, which no route had at the start; restart the"
                                + " broker to apply the change");
        assertThat(change.rejections(Set.of(MessageSource.LAST_WILLS))).isEmpty();
    }

    @Test
    void shouldRefuseASecondSourceThatNobodyListensTo() {
        var change = change(Sample.XML, Sample.with("<source>publishes", "<source>publishes, last-wills"));

        assertThat(change.rejections(Set.of(MessageSource.PUBLISHES)))
                .singleElement()
                .asString()
                .startsWith("Route \"meters\" has the source last-wills, which no route had at the start");
        assertThat(change.rejections(Set.of(MessageSource.LAST_WILLS))).isEmpty();
    }

    @Test
    void shouldRefuseToMoveARouteToAnotherDatabase() {
        var before = Sample.with("</databases>", ANOTHER_DATABASE + "</databases>");
        var change = change(before, before.replace("<database-id>plant", "<database-id>another"));

        assertThat(change.rejections(Set.of()))
                .isEqualTo(List.of(
                        "Route \"meters\" has another database: waiting messages would lose their order; restart"
                                + " the broker to apply the change, or give the route another id"));
    }

    private ConfigurationChange change(String before, String after) {
        return ConfigurationChange.between(Sample.settings(folder, before), Sample.settings(folder, after));
    }
}
