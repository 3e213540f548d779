package io.github.hivemqtdengine.expression;

import java.util.ArrayList;
import java.util.List;

/** Parser for one template. */
final class TemplateParser {

    private static final String ESCAPE = "$${";
    private static final String OPEN = "${";

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
                at = expression(at);
            } else {
                literal.append(text.charAt(at++));
            }
        }
        endLiteral();
        return parts;
    }

    private int expression(int at) {
        if (text.indexOf('}', at) < 0) {
            throw Mistake.at(at, "opens a reference that is never closed; write $${ for the text ${");
        }
        endLiteral();
        var parser = new ExpressionParser(text, at + OPEN.length());
        parts.add(parser.upToBrace());
        return parser.endOfToken();
    }

    private void endLiteral() {
        if (!literal.isEmpty()) {
            parts.add(new TemplatePart.Literal(literal.toString()));
            literal.setLength(0);
        }
    }
}
