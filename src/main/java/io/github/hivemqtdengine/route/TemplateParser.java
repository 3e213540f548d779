package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.route.Reference.Argument;
import io.github.hivemqtdengine.route.Reference.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Reads one template. */
final class TemplateParser {

    private static final String ESCAPE = "$${";
    private static final String OPEN = "${";
    private static final Pattern LEVEL_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");
    private static final Pattern LEVEL_NUMBER = Pattern.compile("[1-9][0-9]{0,4}");

    private final String text;
    private final List<TemplatePart> parts = new ArrayList<>();
    private final StringBuilder literal = new StringBuilder();

    TemplateParser(String text) {
        this.text = text;
    }

    List<TemplatePart> parse() {
        int at = 0;
        while (at < text.length()) {
            if (text.startsWith(ESCAPE, at)) {
                literal.append(OPEN);
                at += ESCAPE.length();
            } else if (text.startsWith(OPEN, at)) {
                at = reference(at);
            } else {
                literal.append(text.charAt(at++));
            }
        }
        endLiteral();
        return parts;
    }

    private int reference(int at) {
        int close = text.indexOf('}', at);
        if (close < 0) {
            throw wrong(at, "opens a reference that is never closed; write $${ for the text ${");
        }
        endLiteral();
        var content = text.substring(at + OPEN.length(), close);
        int colon = content.indexOf(':');
        var keyword = colon < 0 ? content : content.substring(0, colon);
        var argument = colon < 0 ? "" : content.substring(colon + 1);
        var reference = new Reference(kind(keyword, at), argument);
        check(reference, colon >= 0, at);
        parts.add(reference);
        return close + 1;
    }

    private void endLiteral() {
        if (!literal.isEmpty()) {
            parts.add(new TemplatePart.Literal(literal.toString()));
            literal.setLength(0);
        }
    }

    private Kind kind(String keyword, int at) {
        return Arrays.stream(Kind.values())
                .filter(kind -> kind.keyword().equals(keyword))
                .findFirst()
                .orElseThrow(() -> wrong(at, "is no reference; did you mean ${" + nearest(keyword) + "}?"));
    }

    private static String nearest(String keyword) {
        var keywords = Arrays.stream(Kind.values()).map(Kind::keyword).toList();
        return NearestWord.of(keyword, keywords);
    }

    private void check(Reference reference, boolean colon, int at) {
        var keyword = reference.kind().keyword();
        if (colon && reference.kind().argument() == Argument.NONE) {
            throw wrong(at, "must be ${" + keyword + "}, without a colon");
        }
        if (reference.argument().isEmpty() && (colon || reference.kind().argument() == Argument.REQUIRED)) {
            throw wrong(at, "needs something behind the colon: ${" + keyword + ":...}");
        }
        if (!reference.argument().isEmpty()) {
            checkArgument(reference, at);
        }
    }

    private void checkArgument(Reference reference, int at) {
        var argument = reference.argument();
        switch (reference.kind()) {
            case MQTT_TOPIC -> {
                if (!LEVEL_NAME.matcher(argument).matches()
                        && !LEVEL_NUMBER.matcher(argument).matches()) {
                    throw wrong(at, "needs the name of a topic level, or its number from 1");
                }
            }
            case PAYLOAD, PAYLOAD_ROOT -> {
                if (!FieldPath.isPointer(argument)) {
                    throw wrong(at, "needs a JSON Pointer behind the colon, like /voltage or /values/0");
                }
            }
            default -> {
                // a user property may have any name
            }
        }
    }

    private static IllegalArgumentException wrong(int at, String rule) {
        return new IllegalArgumentException("can't be read: what begins at index " + at + " " + rule);
    }
}
