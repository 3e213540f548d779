// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.xml;

import java.util.List;
import java.util.function.Function;

/**
 * Syntax of a value: how a file is read, and what the schema and the pages say of it.
 *
 * @param kind the name of the syntax, such as {@code duration}
 * @param parser throws an {@link IllegalArgumentException} whose message completes a sentence that begins with the value
 * @param writer returns the text of a value
 * @param base the type of XML Schema
 * @param facets the restrictions of this type; words, and values that others of them permit, are alternatives
 * @param range the permitted values in words
 */
public record Form<T>(
        String kind,
        Function<String, T> parser,
        Function<? super T, String> writer,
        String base,
        List<Facet> facets,
        Doc range)
        implements Function<String, T> {

    /** Restriction of a type of XML Schema, such as {@code maxInclusive}. */
    public record Facet(String name, String value) {}

    /** Returns the form of a text that only its parser restricts. */
    public static <T> Form<T> text(String kind, Function<String, T> parser, String english, String chinese) {
        return new Form<>(kind, parser, String::valueOf, "xs:string", List.of(), new Doc(english, chinese));
    }

    /** Returns the form of any text. */
    public static Form<String> text(String english, String chinese) {
        return text("text", Function.identity(), english, chinese);
    }

    /** Returns the form of a text that may refer to parts of a message, and is not empty. */
    public static Form<String> template(String english, String chinese) {
        return new Form<>(
                "template",
                Function.identity(),
                Function.identity(),
                "xs:string",
                List.of(new Facet("minLength", "1")),
                new Doc(english, chinese));
    }

    /** Returns the same form with a regular expression of XML Schema, without blanks around the value. */
    public Form<T> matching(String pattern) {
        return new Form<>(kind, parser, writer, "xs:token", List.of(new Facet("pattern", pattern)), range);
    }

    /** Returns the words of a choice. */
    public List<String> words() {
        return facets.stream()
                .filter(facet -> facet.name().equals("enumeration"))
                .map(Facet::value)
                .toList();
    }

    @Override
    public T apply(String text) {
        return parser.apply(text);
    }

    /** Text of the documentation in both languages, in Markdown, without a full stop at its end. */
    public record Doc(String english, String chinese) {}
}
