// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.topic;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Parser for one topic filter. */
final class TopicFilterParser {

    private static final int MAX_BYTES = 65_535;
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");

    private final String text;
    private final List<String> levels = new ArrayList<>();
    private final Map<String, Integer> names = new HashMap<>();

    TopicFilterParser(String text) {
        this.text = text;
    }

    TopicFilter parse() {
        checkText();
        int from = 0;
        while (from <= text.length()) {
            int to = TopicFilter.endOfLevel(text, from);
            level(text.substring(from, to), from, to == text.length());
            from = to + 1;
        }
        return new TopicFilter(text, levels, names);
    }

    private void checkText() {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("is empty; a topic filter has at least one character, # is every topic");
        }
        if (text.startsWith("$share/")) {
            throw new IllegalArgumentException(
                    "is a shared subscription; a route sees every message once, so leave out $share/ and the group");
        }
        int nul = text.indexOf('\0');
        if (nul >= 0) {
            throw wrong(nul, "U+0000", "is not allowed in topics");
        }
        checkBytes();
    }

    private void checkBytes() {
        int bytes;
        try {
            bytes = StandardCharsets.UTF_8
                    .newEncoder()
                    .encode(CharBuffer.wrap(text))
                    .remaining();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("has half a surrogate pair, which UTF-8 can't express", e);
        }
        if (bytes > MAX_BYTES) {
            throw new IllegalArgumentException("has " + bytes + " bytes of UTF-8; MQTT allows " + MAX_BYTES);
        }
    }

    private void level(String level, int from, boolean last) {
        if (level.startsWith("{")) {
            name(level, from);
        } else if (level.indexOf('+') >= 0 && !level.equals(TopicFilter.SINGLE)) {
            throw wrong(from + level.indexOf('+'), "'+'", "must take a whole level, like a/+/b");
        } else if (level.indexOf('#') >= 0 && !(level.equals(TopicFilter.MULTI) && last)) {
            throw wrong(from + level.indexOf('#'), "'#'", "must take the whole last level, like a/#");
        }
        levels.add(level);
    }

    private void name(String level, int from) {
        if (!level.endsWith("}")) {
            throw wrong(from, "'{'", "must take a whole level, like a/{name}/b");
        }
        var name = level.substring(1, level.length() - 1);
        if (!NAME.matcher(name).matches()) {
            throw wrong(from + 1, "the name", "must be a letter followed by letters, digits, _ or -");
        }
        if (names.putIfAbsent(name, levels.size()) != null) {
            throw wrong(from + 1, "the name", "occurs a second time; use another one, or +");
        }
    }

    private static IllegalArgumentException wrong(int index, String what, String rule) {
        return new IllegalArgumentException("is not a topic filter: " + what + " at index " + index + " " + rule);
    }
}
