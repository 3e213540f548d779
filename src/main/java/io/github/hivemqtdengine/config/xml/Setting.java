// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.xml;

import io.github.hivemqtdengine.config.xml.Form.Doc;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Declaration of an attribute, or of an element that holds a text.
 *
 * @param place what of a file holds the value
 * @param fallback the default; {@code null} if there is none, or if it depends on other values
 * @param otherwise the default in words if it depends on other values, or what requires the value; {@code null} if
 *     neither is said
 * @param words the meanings of the words of a choice, as far as they are not obvious
 * @param example a value to show where there is no default; may be empty
 */
public record Setting<T>(
        String name,
        Place place,
        Form<T> form,
        @Nullable T fallback,
        boolean isRequired,
        Doc doc,
        @Nullable Doc otherwise,
        Map<String, Doc> words,
        String example,
        String since)
        implements Node {

    private static final Doc NO_DOC = new Doc("", "");

    /** Part of a file that holds a value. */
    public enum Place {
        ATTRIBUTE,
        ELEMENT,
        /** Any number of elements with one value each. */
        ELEMENTS
    }

    /** Declares an optional attribute. */
    public static <T> Setting<T> attribute(String name, Form<T> form) {
        return of(name, Place.ATTRIBUTE, form);
    }

    /** Declares an optional element that holds a text. */
    public static <T> Setting<T> text(String name, Form<T> form) {
        return of(name, Place.ELEMENT, form);
    }

    /** Declares elements that hold a text each. */
    public static <T> Setting<T> texts(String name, Form<T> form) {
        return of(name, Place.ELEMENTS, form);
    }

    private static <T> Setting<T> of(String name, Place place, Form<T> form) {
        return new Setting<>(name, place, form, null, false, NO_DOC, null, Map.of(), "", "");
    }

    public boolean isAttribute() {
        return place == Place.ATTRIBUTE;
    }

    /** Returns the default of a setting that has one. */
    public T orThrow() {
        return Objects.requireNonNull(fallback, name);
    }

    public Setting<T> or(T value) {
        return new Setting<>(name, place, form, value, isRequired, doc, otherwise, words, example, since);
    }

    public Setting<T> required() {
        return new Setting<>(name, place, form, fallback, true, doc, otherwise, words, example, since);
    }

    public Setting<T> doc(String english, String chinese) {
        var said = new Doc(english, chinese);
        return new Setting<>(name, place, form, fallback, isRequired, said, otherwise, words, example, since);
    }

    public Setting<T> otherwise(String english, String chinese) {
        var said = new Doc(english, chinese);
        return new Setting<>(name, place, form, fallback, isRequired, doc, said, words, example, since);
    }

    /** Returns the same declaration with the meaning of a word. */
    public Setting<T> word(String word, String english, String chinese) {
        var more = new LinkedHashMap<>(words);
        more.put(word, new Doc(english, chinese));
        return new Setting<>(name, place, form, fallback, isRequired, doc, otherwise, more, example, since);
    }

    public Setting<T> like(String value) {
        return new Setting<>(name, place, form, fallback, isRequired, doc, otherwise, words, value, since);
    }

    /** Returns the same declaration with the version that had the setting first. */
    public Setting<T> since(String version) {
        return new Setting<>(name, place, form, fallback, isRequired, doc, otherwise, words, example, version);
    }

    @Override
    public Setting<T> inherited() {
        var shown = fallback == null ? example : form.writer().apply(fallback);
        return new Setting<>(name, place, form, null, false, doc, null, words, shown, since);
    }

    /** Returns the path of the value in an element, as problems name it. */
    String pathIn(Element element) {
        return isAttribute() ? element.pathOfAttribute(name) : element.pathOf(name);
    }
}
